import type { Submission } from '@conform-to/react'
import { data } from '@remix-run/node'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { BudInput } from '~/buds/bud-input.server'
import { selectedBudsLimit } from '~/buds/bud-picker'
import { handleFindIntent, loadBudPicker, withBudPicker } from '~/buds/bud-picker.server'
import { createBud, createUser } from '../support/factories'

async function ownerOf(...fields: Partial<BudInput>[]) {
  const owner = await createUser()
  const buds = []
  for (const bud of fields) buds.push(await createBud(owner, bud))
  return { owner: owner._id, ids: buds.map(({ _id }) => _id) }
}

const names = (buds: { Firstname: string }[]) => buds.map(({ Firstname }) => Firstname).join(' ')
const sent = (payload: Record<string, unknown>) => ({ payload }) as unknown as Submission<unknown>

describe('the bud picker', () => {
  test('a new form has no selection and suggests the first 20 buds by name', async () => {
    const places = Array.from({ length: 25 }, (_, n) => String((n * 7) % 25).padStart(2, '0'))
    const { owner } = await ownerOf(...places.map((place) => ({ Firstname: `Bud ${place}` })))
    const picker = await loadBudPicker(owner)
    expect(picker).toMatchObject({ selected: [], missing: [], findBuds: '', isFinding: false })
    expect(picker.suggestions).toHaveLength(20)
    expect(picker.suggestions.at(0)?.Firstname).toBe('Bud 00')
    expect(picker.suggestions.at(19)?.Firstname).toBe('Bud 19')
  })

  test('selected buds are sorted by name and are not suggested', async () => {
    const { owner, ids } = await ownerOf({ Firstname: 'Zoë' }, { Firstname: 'Ada' }, { Firstname: 'Mo' })
    const picker = await loadBudPicker(owner, { selectedBuds: ids.slice(0, 2) })
    expect([names(picker.selected), names(picker.suggestions)]).toEqual(['Ada Zoë', 'Mo'])
  })

  test.each([0, 21])('suggests 20 other buds when 24 are selected, starting at index %d', async (from) => {
    const { owner, ids } = await ownerOf(...Array.from({ length: 45 }, () => ({})))
    const { selected, suggestions } = await loadBudPicker(owner, { selectedBuds: ids.slice(from, from + 24) })
    expect([selected.length, suggestions.length]).toEqual([24, 20])
    expect(selected.some(({ _id }) => suggestions.some((bud) => bud._id === _id))).toBe(false)
  })

  test('suggests the results of the list search', async () => {
    const { owner } = await ownerOf(
      { Location: '100% Bath' },
      { Firstname: 'Ada' },
      { Firstname: 'Bathilda' },
    )
    expect(names((await loadBudPicker(owner, { findBuds: ' bath ' })).suggestions)).toBe('Bathilda Grace')
    expect(names((await loadBudPicker(owner, { findBuds: '0%' })).suggestions)).toBe('Grace')
    expect((await loadBudPicker(owner, { findBuds: 'nobody' })).suggestions).toEqual([])
  })

  test('an invalid search is ignored', async () => {
    const { owner } = await ownerOf({})
    for (const findBuds of ['\0', 'x'.repeat(101), ['a', 'b'], undefined]) {
      expect(await loadBudPicker(owner, { findBuds })).toMatchObject({ findBuds: '', suggestions: [{}] })
    }
  })

  test('malformed, repeated and foreign ids are ignored', async () => {
    const { ids: foreign } = await ownerOf({ Firstname: 'Foreign' })
    const { owner, ids } = await ownerOf({ Firstname: 'Own' })
    const gone = uuid()
    const selectedBuds = [...ids, ...ids, String(ids[0]).toUpperCase(), ...foreign, gone, 'x', '', 7, null]
    const picker = await loadBudPicker(owner, { selectedBuds })
    expect(names(picker.selected)).toBe('Own')
    expect(picker.missing.sort()).toEqual([...foreign, gone].sort())
  })

  test('ids come as several values, as one, or as a JSON list', async () => {
    const { owner, ids } = await ownerOf({ Firstname: 'Ada' }, { Firstname: 'Bob' })
    for (const selectedBuds of [ids, JSON.stringify(ids)]) {
      expect(names((await loadBudPicker(owner, { selectedBuds })).selected)).toBe('Ada Bob')
    }
    expect(names((await loadBudPicker(owner, { selectedBuds: ids[1] })).selected)).toBe('Bob')
    for (const selectedBuds of ['', '[', '{}', 'null', '[[]]', undefined, {}]) {
      expect((await loadBudPicker(owner, { selectedBuds })).selected).toEqual([])
    }
  })

  test('only the first 500 ids are read', async () => {
    const { owner, ids } = await ownerOf({ Firstname: 'Ada' })
    const others = Array.from({ length: selectedBudsLimit }, () => uuid())
    expect((await loadBudPicker(owner, { selectedBuds: [...others, ...ids] })).selected).toEqual([])
    expect(
      (await loadBudPicker(owner, { selectedBuds: [...others.slice(1), ...ids] })).selected,
    ).toHaveLength(1)
  })

  test('a bud has the fields that the picker shows, and no others', async () => {
    const { owner, ids } = await ownerOf({ Firstname: 'Ada' }, { Firstname: 'Bob' })
    const { selected, suggestions } = await loadBudPicker(owner, { selectedBuds: ids[0] })
    const name = ['Firstname', 'Surname', 'Nickname', 'Occupation', 'Location']
    for (const bud of [...selected, ...suggestions]) {
      expect(Object.keys(bud).sort()).toEqual([...name, '_id', 'Budtype', 'hobbies', 'preferences'].sort())
    }
  })
})

describe("'Find' without JavaScript", () => {
  test('returns the submitted form', () => {
    const form = { Name: ' Choir ', findBuds: 'a', selectedBuds: ['1'], milestoneIds: '1,2' }
    const response = handleFindIntent(sent({ ...form, intent: 'find-buds' }))
    expect(response?.data).toEqual({ result: { initialValue: form }, msg: '' })
  })

  test('Enter searches when the search text has changed, and otherwise submits the form', () => {
    const enter = (findBuds: string, foundBuds: string) =>
      handleFindIntent(sent({ intent: 'enter', findBuds, foundBuds }))
    expect(enter('a', '')).toBeDefined()
    expect(enter('', 'a')).toBeDefined()
    expect(enter('a', 'a')).toBeUndefined()
    expect(handleFindIntent(sent({ intent: 'enter' }))).toBeUndefined()
  })

  test('other buttons do not search', () => {
    for (const intent of [undefined, 'add-milestone', 'save-anyway', ['find-buds']]) {
      expect(handleFindIntent(sent({ intent, findBuds: 'a' }))).toBeUndefined()
    }
  })
})

describe('a rejected form', () => {
  test('includes the picker and keeps its status', async () => {
    const { owner, ids } = await ownerOf({ Firstname: 'Ada' })
    const form = sent({ selectedBuds: ids[0], findBuds: 'ada', intent: 'find-buds' })
    const response = await withBudPicker(owner, form, data({ msg: 'No' }, { status: 400 }))
    expect(response.init).toEqual({ status: 400 })
    expect(response.data.msg).toBe('No')
    expect(response.data.picker).toMatchObject({
      findBuds: 'ada',
      isFinding: true,
      selected: [{ _id: ids[0] }],
    })
  })

  test('keeps the selection when buds cannot be loaded', async () => {
    const id = uuid()
    const response = await withBudPicker('no owner', sent({ selectedBuds: id }), data({ msg: '' }))
    expect(response.data.picker).toMatchObject({ selected: [{ _id: id }], missing: [], suggestions: [] })
  })
})
