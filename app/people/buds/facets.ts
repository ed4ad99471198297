import { optionLists } from './options.data'

/** What a bud may have that its own row says. */
export const storedFeatures = ['email', 'phone', 'address', 'photo', 'birthday', 'notes'] as const

/**
 * What each bit of `buds.facets` stands for, which the function `bud_facets` of the database sets: a feature or an option of
 * a field.
 */
const facets = [
  ...storedFeatures.map((feature) => `has ${feature}`),
  ...Object.entries(optionLists).flatMap(([field, options]) => options.map((option) => `${field} ${option}`)),
]

/** There is room for more. */
export const facetBits = 160

export const facetsOf = (field: 'has' | keyof typeof optionLists, values: readonly string[]) =>
  values.map((value) => `${field} ${value}`)

/** The bits of facets, as PostgreSQL writes them. */
export function bitsOf(chosen: string[]) {
  const places = new Set(chosen.map((facet) => facets.indexOf(facet)))
  return Array.from({ length: facetBits }, (_, place) => (places.has(place) ? '1' : '0')).join('')
}
