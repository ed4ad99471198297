import { type Diet, diets } from '~/people/buds/diets'
import { budsByItem } from '~/people/buds/in-common'
import type { preferences } from '~/people/buds/options'

type Preference = (typeof preferences)[number]
type Taste = Exclude<Preference, Diet>

/**
 * The tastes that each conflict rules out. Product 21.1 has the same table, and the rule by which it was made. A test
 * compares the two.
 */
export const ruledOut: Record<Diet, readonly Taste[]> = {
  'Allergy: Dust': [],
  'Allergy: Latex': [],
  'Allergy: Peanuts': [
    'Chinese Food',
    'Chocolate',
    'Indian Food',
    'Mexican Food',
    'Nigerian Food',
    'Street Food',
    'Sweet Tooth',
    'Thai Food',
    'Vietnamese Food',
  ],
  'Allergy: Pollen': ['Herbal Tea'],
  'Allergy: Shellfish': [
    'Caribbean Food',
    'Chinese Food',
    'Japanese Food',
    'Korean Food',
    'Nigerian Food',
    'Seafood',
    'Spanish Food',
    'Street Food',
    'Thai Food',
    'Vietnamese Food',
  ],
  Vegan: [
    'Barbecue',
    'British Food',
    'Brunch',
    'Cheese',
    'Chocolate',
    'French Food',
    'Japanese Food',
    'Korean Food',
    'Nigerian Food',
    'Persian Food',
    'Pizza',
    'Polish Food',
    'Seafood',
    'Spanish Food',
    'Sunday Roast',
    'Sweet Tooth',
    'Thai Food',
    'Vietnamese Food',
  ],
  Vegetarian: [
    'Barbecue',
    'Japanese Food',
    'Korean Food',
    'Nigerian Food',
    'Seafood',
    'Sunday Roast',
    'Thai Food',
    'Vietnamese Food',
  ],
  Keto: [
    'British Food',
    'Caribbean Food',
    'Chocolate',
    'Cocktails',
    'Craft Beer',
    'Ethiopian Food',
    'Italian Food',
    'Mexican Food',
    'Moroccan Food',
    'Nigerian Food',
    'Persian Food',
    'Pizza',
    'Polish Food',
    'Street Food',
    'Sweet Tooth',
    'Vietnamese Food',
  ],
  Paleo: [
    'British Food',
    'Caribbean Food',
    'Cheese',
    'Chinese Food',
    'Chocolate',
    'Cocktails',
    'Craft Beer',
    'Ethiopian Food',
    'French Food',
    'Indian Food',
    'Italian Food',
    'Japanese Food',
    'Korean Food',
    'Lebanese Food',
    'Mexican Food',
    'Moroccan Food',
    'Nigerian Food',
    'Persian Food',
    'Pizza',
    'Polish Food',
    'Street Food',
    'Sweet Tooth',
    'Thai Food',
    'Vietnamese Food',
  ],
  'Gluten Free': [
    'British Food',
    'Brunch',
    'Chinese Food',
    'Craft Beer',
    'Ethiopian Food',
    'French Food',
    'Italian Food',
    'Japanese Food',
    'Korean Food',
    'Moroccan Food',
    'Pizza',
    'Polish Food',
    'Street Food',
    'Sunday Roast',
    'Sweet Tooth',
  ],
  'Dairy Free': ['Cheese', 'Chocolate', 'French Food', 'Pizza', 'Polish Food', 'Sweet Tooth'],
  'No Alcohol': ['Cocktails', 'Craft Beer', 'Red Wine'],
  Decaf: ['Black Coffee', 'Tea'],
}

export function isConflict(preference: string): preference is Diet {
  return Object.hasOwn(ruledOut, preference)
}

type WithPreferences = { preferences: string[] }

/** Each conflict with the buds that have it: allergies first, then diets, in the order of the list of preferences. */
export function conflictsOf<B extends WithPreferences>(buds: B[]) {
  return diets.flatMap((name) => {
    const having = buds.filter(({ preferences }) => preferences.includes(name))
    return having.length > 0 ? [{ name, buds: having }] : []
  })
}

/** The tastes of the buds that no conflict among them rules out, those of most buds first. */
export function suitsAllOf(buds: WithPreferences[]) {
  const banned = new Set<string>(conflictsOf(buds).flatMap(({ name }) => ruledOut[name]))
  return budsByItem(buds, ({ preferences }) => preferences)
    .map(({ item }) => item)
    .filter((item) => !isConflict(item) && !banned.has(item))
}
