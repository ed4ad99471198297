import { expect, test } from 'vitest'
import { hobbies, industries, placesMet, preferences } from '~/people/buds/options.data'

test.each([
  ['hobbies', hobbies, 51],
  ['preferences', preferences, 49],
  ['industries', industries, 25],
  ['places met', placesMet, 27],
])('the %s have as many options as specified, without camel case and duplicates', (_name, list, length) => {
  expect(list).toHaveLength(length)
  expect(new Set(list).size).toBe(length)
  for (const option of list) expect(option).not.toMatch(/[a-z][A-Z]/)
})

test.each([
  [hobbies, ['American Football', 'Baking', 'Bird Watching', 'Yoga', 'Writing']],
  [preferences, ['Vegan', 'Vegetarian', 'Keto', 'Paleo', 'Gluten Free', 'Dairy Free']],
  [industries, ['Aerospace', 'Transportation']],
  [placesMet, ['Art galleries/museums', 'Dog parks', 'Workplace', 'Social media', 'Random encounters']],
])('the options include those that the specification names: %#', (list: readonly string[], named) => {
  for (const value of named) expect(list).toContain(value)
})

test.each(['dust', 'latex', 'peanuts', 'pollen', 'shellfish'])('%s is among the allergies', (allergy) => {
  expect(preferences.some((value) => value.toLowerCase().includes(allergy))).toBe(true)
})
