import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { diets as conflicts } from '~/people/buds/diets'
import { hobbies, preferences } from '~/people/buds/options.data'
import { conflictsOf, suitsAllOf } from '~/planning/together/conflicts'
import { ruledOut } from '~/planning/together/conflicts.data'
import { createBud, signedIn } from '../../support/factories'
import { options } from '../../support/fuzz'

/** The table of product 21.1: the tastes that each conflict rules out. */
const section = readFileSync('docs/product.md', 'utf8').split('| Conflict | Rules out |')[1] ?? ''
const documented = Object.fromEntries(
  (section.split('\n\n')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('|---'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, name = '', tastes = '']) => [name, tastes === 'nothing' ? [] : tastes.split(', ')]),
)

const diets = ['Vegan', 'Vegetarian', 'Keto', 'Paleo', 'Gluten Free', 'Dairy Free', 'No Alcohol', 'Decaf']
const isConflict = (name: string) => name.startsWith('Allergy:') || diets.includes(name)

describe('the table of what rules out what', () => {
  test('is the same in docs/product.md and in the code', () => {
    expect(documented).toEqual(ruledOut)
  })

  test('has all allergies and diets among the preferences, and rules out tastes only', () => {
    expect(Object.keys(documented).sort()).toEqual(preferences.filter(isConflict).sort())
    expect(conflicts).toEqual(preferences.filter(isConflict))
    const tastes = preferences.filter((name) => !isConflict(name))
    for (const list of Object.values(documented)) {
      expect(tastes).toEqual(expect.arrayContaining(list))
      expect(new Set(list).size).toBe(list.length)
    }
  })

  test('rules out for vegans what it rules out for vegetarians and without dairy', () => {
    const [vegan, vegetarian, dairyFree] = [ruledOut.Vegan, ruledOut.Vegetarian, ruledOut['Dairy Free']]
    expect(vegan).toEqual(expect.arrayContaining([...vegetarian, ...dairyFree]))
    for (const taste of ['Cheese', 'Pizza', 'Seafood', 'Barbecue', 'Sunday Roast', 'Brunch'])
      expect(vegan).toContain(taste)
    expect(ruledOut['No Alcohol']).toEqual(['Cocktails', 'Craft Beer', 'Red Wine'])
  })
})

const person = fc.record({
  hobbies: fc.subarray([...hobbies]),
  preferences: fc.subarray([...preferences]),
})
/** Few preferences, so that something suits everybody. */
const modest = fc.record({
  hobbies: fc.subarray([...hobbies], { maxLength: 4 }),
  preferences: fc.subarray([...preferences], { maxLength: 4 }),
})
type Person = { hobbies: string[]; preferences: string[] }

/** The plan by brute force: every pair of a person and an option is asked. */
function modelOf(people: (Person & { _id: string })[]) {
  const having = (list: keyof Person, name: string) =>
    people.filter((one) => one[list].includes(name)).map(({ _id }) => _id)
  const shared = (list: keyof Person, names: readonly string[]) =>
    names.map((name) => ({ name, buds: having(list, name) })).filter(({ buds }) => buds.length > 1)
  const suits = (name: string) =>
    having('preferences', name).length > 0 &&
    !isConflict(name) &&
    people.every((one) => one.preferences.every((other) => !documented[other]?.includes(name)))
  return {
    common: {
      hobbies: shared('hobbies', hobbies),
      preferences: shared('preferences', preferences),
    },
    conflicts: preferences
      .filter(isConflict)
      .map((name) => ({ name, buds: having('preferences', name) }))
      .filter(({ buds }) => buds.length > 0),
    suitsAll: preferences.filter(suits),
  }
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
const unordered = ({ common, conflicts, suitsAll }: ReturnType<typeof modelOf>) => ({
  hobbies: [...common.hobbies].sort(byName),
  preferences: [...common.preferences].sort(byName),
  conflicts: [...conflicts].sort(byName),
  suitsAll: [...suitsAll].sort(),
})

test('of any people, everybody with a conflict is named, nobody else, and what suits all contradicts nobody', () => {
  const groups = fc.oneof(fc.array(person, { maxLength: 6 }), fc.array(modest, { maxLength: 9 }))
  fc.assert(
    fc.property(groups, (group) => {
      const people = group.map((one, n) => ({ ...one, _id: `${n}` }))
      const model = modelOf(people)
      const found = conflictsOf(people).map(({ name, buds }) => ({
        name: name as string,
        buds: buds.map(({ _id }) => _id),
      }))
      expect(found).toEqual(model.conflicts)
      expect([...suitsAllOf(people)].sort()).toEqual([...model.suitsAll].sort())
    }),
    { ...options, numRuns: options.numRuns * 40 },
  )
})

describe('the plan over the API', () => {
  let owner: Awaited<ReturnType<typeof signedIn>>
  beforeAll(async () => {
    owner = await signedIn()
  })

  test('equals a model by brute force, over all hobbies and preferences', async () => {
    const groups = fc.array(fc.oneof(person, modest), { minLength: 1, maxLength: 5 })
    const every = [
      { hobbies: [...hobbies], preferences: [...preferences] },
      { hobbies: [], preferences: [] },
    ]
    await fc.assert(
      fc.asyncProperty(groups, async (group) => {
        const people: (Person & { _id: string })[] = []
        for (const one of group) people.push({ ...one, _id: (await createBud(owner.user, one))._id })
        const { body } = await owner.get(`/api/v1/together?buds=${people.map(({ _id }) => _id)}`)
        const sorted = people.sort((a, b) => (a._id < b._id ? -1 : 1))
        expect(unordered(body)).toEqual(unordered(modelOf(sorted)))
        for (const { bud } of body.alsoInvite) expect(people.map(({ _id }) => _id)).not.toContain(bud._id)
      }),
      { ...options, examples: [[every], [[...every, ...every]]] },
    )
  })
})
