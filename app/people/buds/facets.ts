import { storedFeatures } from './bud-filter'
import { optionLists } from './options.data'

/**
 * What each bit of `buds.facets` stands for, which the function `bud_facets` of the database sets: a feature or an option of
 * a field. An option that is added or moved needs a migration that replaces the function and makes the column anew.
 */
const facets = [
  ...storedFeatures.map((feature) => `has ${feature}`),
  ...Object.entries(optionLists).flatMap(([field, options]) => options.map((option) => `${field} ${option}`)),
]

export const facetBits = 256

export const facetsOf = (field: 'has' | keyof typeof optionLists, values: readonly string[]) =>
  values.map((value) => `${field} ${value}`)

/** The bits of facets, as PostgreSQL writes them. Throws if there is no such facet. */
export function bitsOf(chosen: string[]) {
  const places = new Set(chosen.map((facet) => facets.indexOf(facet)))
  const bits = Array.from({ length: facetBits }, (_, place) => (places.delete(place) ? '1' : '0')).join('')
  if (places.size > 0) throw new Error(`No bits stand for all of ${chosen.join(', ')}`)
  return bits
}
