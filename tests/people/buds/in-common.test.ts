import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inCommon } from '~/people/buds/in-common'

const hobbies = ['Baking', 'Chess', 'Golf', 'Yoga']

test('shared items are those of at least two buds, the most common first, then by name', () => {
  const lists = fc.array(fc.array(fc.constantFrom(...hobbies)))
  fc.assert(
    fc.property(lists, (buds) => {
      const shared = hobbies
        .map((item) => ({ item, buds: buds.filter((list) => list.includes(item)) }))
        .filter(({ buds }) => buds.length > 1)
      const expected = shared.toSorted((a, b) => b.buds.length - a.buds.length)
      expect(inCommon(buds, (list) => list)).toEqual(expected)
    }),
  )
})
