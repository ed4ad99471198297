import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inCommon } from '~/buds/in-common'

type Bud = { name: string; hobbies: string[] }

const shared = (...buds: string[][]) =>
  inCommon(
    buds.map((hobbies, n) => ({ name: `Bud ${n}`, hobbies })),
    (bud: Bud) => bud.hobbies,
  ).map(({ item, buds }) => `${item} ${buds.length}`)

describe('shared items', () => {
  test('are those of at least two buds, with their number', () => {
    expect(shared(['Chess', 'Yoga'], ['Chess'], ['Chess', 'Yoga'])).toEqual(['Chess 3', 'Yoga 2'])
  })

  test('exclude an item of a single bud', () => {
    expect(shared(['Chess'], ['Yoga'], ['Golf'])).toEqual([])
    expect(shared(['Chess'])).toEqual([])
    expect(shared()).toEqual([])
  })

  test('count a repeated item of a bud once', () => {
    expect(shared(['Chess', 'Chess'], ['Yoga'])).toEqual([])
    expect(shared(['Chess', 'Chess'], ['Chess'])).toEqual(['Chess 2'])
  })

  test('are sorted by count in descending order, then by name', () => {
    const all = ['Yoga', 'Baking', 'Chess']
    expect(shared(all, all, ['Chess'])).toEqual(['Chess 3', 'Baking 2', 'Yoga 2'])
  })

  test('list their buds in the given order', () => {
    const buds = [
      { name: 'Ada', hobbies: ['Chess'] },
      { name: 'Bob', hobbies: [] },
      { name: 'Cy', hobbies: ['Chess'] },
    ]
    const [chess] = inCommon<Bud>(buds, ({ hobbies }) => hobbies)
    expect(chess?.buds.map(({ name }) => name)).toEqual(['Ada', 'Cy'])
  })

  test('for random buds: all items of two or more buds, none of one, in descending order', () => {
    const hobbies = fc.array(fc.constantFrom<string>('Chess', 'Yoga', 'Golf', 'Baking'))
    fc.assert(
      fc.property(fc.array(hobbies), (lists) => {
        const items = inCommon(lists, (list) => list)
        const counts = items.map(({ buds }) => buds.length)
        const countBudsWith = (item: string) => lists.filter((list) => list.includes(item)).length
        expect(items.every(({ item, buds }) => buds.length === countBudsWith(item))).toBe(true)
        expect(new Set(items.map(({ item }) => item)).size).toBe(items.length)
        expect(items.length).toBe([...new Set(lists.flat())].filter((item) => countBudsWith(item) > 1).length)
        expect(counts).toEqual([...counts].sort((a, b) => b - a))
      }),
    )
  })
})
