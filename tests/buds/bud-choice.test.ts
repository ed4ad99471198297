import type { Submission } from '@conform-to/react'
import { data } from '@remix-run/node'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { budChoice, findMoreBuds, withBudChoice } from '~/buds/bud-choice.server'
import type { BudInput } from '~/buds/bud-input.server'
import { chosenLimit } from '~/buds/chosen'
import { createBud, createUser } from '../support/factories'

async function ownerOf(...fields: Partial<BudInput>[]) {
  const owner = await createUser()
  const buds = []
  for (const bud of fields) buds.push(await createBud(owner, bud))
  return { owner: owner._id, ids: buds.map(({ _id }) => _id) }
}

const names = (buds: { Firstname: string }[]) => buds.map(({ Firstname }) => Firstname).join(' ')
const sent = (payload: Record<string, unknown>) => ({ payload }) as unknown as Submission<unknown>

describe('the choice of buds', () => {
  test('a new form has chosen nobody and offers the first 20 by name', async () => {
    const places = Array.from({ length: 25 }, (_, n) => String((n * 7) % 25).padStart(2, '0'))
    const { owner } = await ownerOf(...places.map((place) => ({ Firstname: `Bud ${place}` })))
    const choice = await budChoice(owner)
    expect(choice).toMatchObject({ chosen: [], missing: [], findBuds: '', isFinding: false })
    expect(choice.offered).toHaveLength(20)
    expect(choice.offered.at(0)?.Firstname).toBe('Bud 00')
    expect(choice.offered.at(19)?.Firstname).toBe('Bud 19')
  })

  test('who is chosen stands by name and is not offered', async () => {
    const { owner, ids } = await ownerOf({ Firstname: 'Zoë' }, { Firstname: 'Ada' }, { Firstname: 'Mo' })
    const choice = await budChoice(owner, { selectedBuds: ids.slice(0, 2) })
    expect([names(choice.chosen), names(choice.offered)]).toEqual(['Ada Zoë', 'Mo'])
  })

  test.each([0, 21])('20 are offered however many are chosen, from the %dth on', async (from) => {
    const { owner, ids } = await ownerOf(...Array.from({ length: 45 }, () => ({})))
    const { chosen, offered } = await budChoice(owner, { selectedBuds: ids.slice(from, from + 24) })
    expect([chosen.length, offered.length]).toEqual([24, 20])
    expect(chosen.some(({ _id }) => offered.some((bud) => bud._id === _id))).toBe(false)
  })

  test('offers whom the search of the list finds', async () => {
    const { owner } = await ownerOf(
      { Location: '100% Bath' },
      { Firstname: 'Ada' },
      { Firstname: 'Bathilda' },
    )
    expect(names((await budChoice(owner, { findBuds: ' bath ' })).offered)).toBe('Bathilda Grace')
    expect(names((await budChoice(owner, { findBuds: '0%' })).offered)).toBe('Grace')
    expect((await budChoice(owner, { findBuds: 'nobody' })).offered).toEqual([])
  })

  test('a search that is none offers as if there were none', async () => {
    const { owner } = await ownerOf({})
    for (const findBuds of ['\0', 'x'.repeat(101), ['a', 'b'], undefined]) {
      expect(await budChoice(owner, { findBuds })).toMatchObject({ findBuds: '', offered: [{}] })
    }
  })

  test("ids that are malformed, repeated or not the user's own are left out", async () => {
    const { ids: foreign } = await ownerOf({ Firstname: 'Foreign' })
    const { owner, ids } = await ownerOf({ Firstname: 'Own' })
    const gone = uuid()
    const selectedBuds = [...ids, ...ids, String(ids[0]).toUpperCase(), ...foreign, gone, 'x', '', 7, null]
    const choice = await budChoice(owner, { selectedBuds })
    expect(names(choice.chosen)).toBe('Own')
    expect(choice.missing.sort()).toEqual([...foreign, gone].sort())
  })

  test('ids come as several values, as one, or as a JSON list', async () => {
    const { owner, ids } = await ownerOf({ Firstname: 'Ada' }, { Firstname: 'Bob' })
    for (const selectedBuds of [ids, JSON.stringify(ids)]) {
      expect(names((await budChoice(owner, { selectedBuds })).chosen)).toBe('Ada Bob')
    }
    expect(names((await budChoice(owner, { selectedBuds: ids[1] })).chosen)).toBe('Bob')
    for (const selectedBuds of ['', '[', '{}', 'null', '[[]]', undefined, {}]) {
      expect((await budChoice(owner, { selectedBuds })).chosen).toEqual([])
    }
  })

  test('of too many ids the first 1000 count', async () => {
    const { owner, ids } = await ownerOf({ Firstname: 'Ada' })
    const others = Array.from({ length: chosenLimit }, () => uuid())
    expect((await budChoice(owner, { selectedBuds: [...others, ...ids] })).chosen).toEqual([])
    expect((await budChoice(owner, { selectedBuds: [...others.slice(1), ...ids] })).chosen).toHaveLength(1)
  })

  test('a bud is told with what it shares and what tells it from its namesakes, and no more', async () => {
    const { owner, ids } = await ownerOf({ Firstname: 'Ada' }, { Firstname: 'Bob' })
    const { chosen, offered } = await budChoice(owner, { selectedBuds: ids[0] })
    const name = ['Firstname', 'Surname', 'Nickname', 'Occupation', 'Location']
    for (const bud of [...chosen, ...offered]) {
      expect(Object.keys(bud).sort()).toEqual([...name, '_id', 'Budtype', 'hobbies', 'preferences'].sort())
    }
  })
})

describe("'Find' without JavaScript", () => {
  test('sends the form back as it was typed', () => {
    const form = { Name: ' Choir ', findBuds: 'a', selectedBuds: ['1'], milestoneIds: '1,2' }
    const answer = findMoreBuds(sent({ ...form, intent: 'find-buds' }))
    expect(answer?.data).toEqual({ result: { initialValue: form }, msg: '' })
  })

  test('Enter finds when there is something new to find, and else sends the form', () => {
    const enter = (findBuds: string, foundBuds: string) =>
      findMoreBuds(sent({ intent: 'enter', findBuds, foundBuds }))
    expect(enter('a', '')).toBeDefined()
    expect(enter('', 'a')).toBeDefined()
    expect(enter('a', 'a')).toBeUndefined()
    expect(findMoreBuds(sent({ intent: 'enter' }))).toBeUndefined()
  })

  test('other buttons do not find', () => {
    for (const intent of [undefined, 'add-milestone', 'save-anyway', ['find-buds']]) {
      expect(findMoreBuds(sent({ intent, findBuds: 'a' }))).toBeUndefined()
    }
  })
})

describe('a form that comes back', () => {
  test('brings the choice along, with the status that it had', async () => {
    const { owner, ids } = await ownerOf({ Firstname: 'Ada' })
    const form = sent({ selectedBuds: ids[0], findBuds: 'ada', intent: 'find-buds' })
    const answer = await withBudChoice(owner, form, data({ msg: 'No' }, { status: 400 }))
    expect(answer.init).toEqual({ status: 400 })
    expect(answer.data.msg).toBe('No')
    expect(answer.data.choice).toMatchObject({ findBuds: 'ada', isFinding: true, chosen: [{ _id: ids[0] }] })
  })

  test('keeps who was chosen when buds cannot be read', async () => {
    const id = uuid()
    const answer = await withBudChoice('no owner', sent({ selectedBuds: id }), data({ msg: '' }))
    expect(answer.data.choice).toMatchObject({ chosen: [{ _id: id }], missing: [], offered: [] })
  })
})
