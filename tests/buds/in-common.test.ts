import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inCommon } from '~/buds/in-common'

type Bud = { name: string; hobbies: string[] }

const shared = (...buds: string[][]) =>
  inCommon(
    buds.map((hobbies, n) => ({ name: `Bud ${n}`, hobbies })),
    (bud: Bud) => bud.hobbies,
  ).map(({ item, buds }) => `${item} ${buds.length}`)

describe('what buds have in common', () => {
  test('is what more than one of them holds, with how many hold it', () => {
    expect(shared(['Chess', 'Yoga'], ['Chess'], ['Chess', 'Yoga'])).toEqual(['Chess 3', 'Yoga 2'])
  })

  test('an item held by one bud only is not listed', () => {
    expect(shared(['Chess'], ['Yoga'], ['Golf'])).toEqual([])
    expect(shared(['Chess'])).toEqual([])
    expect(shared()).toEqual([])
  })

  test('an item that one bud names twice is held once', () => {
    expect(shared(['Chess', 'Chess'], ['Yoga'])).toEqual([])
    expect(shared(['Chess', 'Chess'], ['Chess'])).toEqual(['Chess 2'])
  })

  test('is sorted by count, the largest first, and then by name', () => {
    const all = ['Yoga', 'Baking', 'Chess']
    expect(shared(all, all, ['Chess'])).toEqual(['Chess 3', 'Baking 2', 'Yoga 2'])
  })

  test('says who holds it, in the order of the buds', () => {
    const buds = [
      { name: 'Ada', hobbies: ['Chess'] },
      { name: 'Bob', hobbies: [] },
      { name: 'Cy', hobbies: ['Chess'] },
    ]
    const [chess] = inCommon<Bud>(buds, ({ hobbies }) => hobbies)
    expect(chess?.buds.map(({ name }) => name)).toEqual(['Ada', 'Cy'])
  })

  test('for any buds: every item of two or more, none of one, never a smaller count before a larger', () => {
    const hobbies = fc.array(fc.constantFrom<string>('Chess', 'Yoga', 'Golf', 'Baking'))
    fc.assert(
      fc.property(fc.array(hobbies), (lists) => {
        const items = inCommon(lists, (list) => list)
        const counts = items.map(({ buds }) => buds.length)
        const holders = (item: string) => lists.filter((list) => list.includes(item)).length
        expect(items.every(({ item, buds }) => buds.length === holders(item))).toBe(true)
        expect(new Set(items.map(({ item }) => item)).size).toBe(items.length)
        expect(items.length).toBe([...new Set(lists.flat())].filter((item) => holders(item) > 1).length)
        expect(counts).toEqual([...counts].sort((a, b) => b - a))
      }),
    )
  })
})
