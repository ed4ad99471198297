import { preferences } from './options.data'

const others = [
  'Vegan',
  'Vegetarian',
  'Keto',
  'Paleo',
  'Gluten Free',
  'Dairy Free',
  'No Alcohol',
  'Decaf',
] as const

type Preference = (typeof preferences)[number]
export type Diet = Extract<Preference, `Allergy: ${string}`> | (typeof others)[number]

const isDiet = (preference: Preference): preference is Diet =>
  preference.startsWith('Allergy:') || others.some((other) => other === preference)

/** The preferences that rule something out: allergies, intolerances and diets (product 21). */
export const diets: readonly Diet[] = preferences.filter(isDiet)
