import type { Submission } from '@conform-to/react'
import { describe, expect, test } from 'vitest'
import {
  milestoneKind,
  milestoneLimit,
  milestoneRows,
  readMilestones,
  withMilestones,
} from '~/circles/milestones'
import { handleRowIntent } from '~/components/row-intents.server'

const ids = (list: { id: number }[]) => list.map(({ id }) => id)

describe('the milestones of a form', () => {
  test('have the order of milestoneIds and the submitted values', () => {
    const form = {
      milestoneIds: '2,1',
      'milestone-date-1': '2026-11-20',
      'milestone-description-1': ' Founded ',
      'milestone-date-2': 'tomorrow',
      'milestone-description-2': ['a', 'b'],
      'milestone-date-3': '2026-01-01',
    }
    expect(readMilestones(form)).toEqual([
      { id: 2, date: 'tomorrow', description: ['a', 'b'] },
      { id: 1, date: '2026-11-20', description: ' Founded ' },
    ])
  })

  test('a missing row is empty', () => {
    expect(readMilestones({ milestoneIds: '7' })).toEqual([{ id: 7, date: '', description: '' }])
  })

  test.each([
    ['1,1,2,1', [1, 2]],
    ['0,-1,1.5,1e3,abc,,03, 4,9007199254740993,5', [5]],
    ['', []],
    [undefined, []],
    [
      ['3', '4'],
      [3, 4],
    ],
    ['__proto__,constructor', []],
  ])('milestoneIds %j are read as the ids %j', (milestoneIds, expected) => {
    expect(ids(readMilestones({ milestoneIds }))).toEqual(expected)
  })

  test('at most one row more than the limit is read', () => {
    const milestoneIds = Array.from({ length: 500 }, (_, n) => n + 1).join(',')
    expect(readMilestones({ milestoneIds })).toHaveLength(milestoneLimit + 1)
  })

  test('survive a round trip', () => {
    const rows = [
      { id: 4, date: '2026-11-20', description: 'Founded' },
      { id: 2, date: '', description: '' },
    ]
    const before = { Name: 'Choir', milestoneIds: '1', 'milestone-date-1': 'old' }
    const form = withMilestones(before, rows)
    expect(readMilestones(form)).toEqual(rows)
    expect(form).toMatchObject({ Name: 'Choir', milestoneIds: '4,2' })
    expect(form).not.toHaveProperty('milestone-date-1')
  })
})

describe('the rows of the editor', () => {
  test('start with one empty row', () => {
    expect(milestoneRows([])).toEqual([{ id: 1, date: '', description: '' }])
  })

  test('are the milestones of a circle, numbered from 1', () => {
    const milestones = [
      { date: '2026-11-20', description: 'Founded' },
      { date: '2026-12-01', description: 'First concert' },
    ]
    expect(milestoneRows(milestones)).toEqual(milestones.map((one, n) => ({ id: n + 1, ...one })))
  })

  test('are the rows of a rejected form, with their ids', () => {
    expect(ids(milestoneRows(readMilestones({ milestoneIds: '5,3' })))).toEqual([5, 3])
  })
})

describe('without JavaScript', () => {
  const rows = { milestoneIds: '1,4', 'milestone-date-4': '2026-11-20', 'milestone-description-1': 'a ' }
  const press = (intent: unknown, form: Record<string, unknown> = rows) =>
    handleRowIntent(milestoneKind, {
      payload: { Name: ' Choir', ...form, intent },
    } as unknown as Submission<unknown>)
  const returnedForm = (response: ReturnType<typeof press>) => response?.data.result.initialValue ?? {}

  test('the add button returns the form with a new row, which has the largest id plus one', () => {
    const response = press('add-milestone')
    expect(response?.data.msg).toBe('')
    expect(returnedForm(response)).toEqual({
      Name: ' Choir',
      milestoneIds: '1,4,5',
      'milestone-date-1': '',
      'milestone-description-1': 'a ',
      'milestone-date-4': '2026-11-20',
      'milestone-description-4': '',
      'milestone-date-5': '',
      'milestone-description-5': '',
    })
  })

  test('a row is removed by its id', () => {
    const form = returnedForm(press('remove-milestone-1'))
    expect(readMilestones(form)).toEqual([{ id: 4, date: '2026-11-20', description: '' }])
  })

  test('the last row cannot be removed', () => {
    expect(returnedForm(press('remove-milestone-3', { milestoneIds: '3' }))).toMatchObject({
      milestoneIds: '3',
    })
    expect(returnedForm(press('remove-milestone-1', {}))).toMatchObject({ milestoneIds: '1' })
  })

  test('a 101st milestone is rejected with a warning, and the 100 stay', () => {
    const milestoneIds = Array.from({ length: 100 }, (_, n) => n + 1).join(',')
    const response = press('add-milestone', { milestoneIds })
    expect(response?.init).toEqual({ status: 400 })
    expect(response?.data.msg).toBe('Maximum limit of 100 milestones reached')
    expect(returnedForm(response)).toMatchObject({ milestoneIds })
  })

  test('the other buttons do not change the rows', () => {
    for (const intent of [
      undefined,
      'enter',
      'find-buds',
      'remove-milestone-',
      'remove-milestone-x',
      'add-custom-field',
    ]) {
      expect(press(intent)).toBeUndefined()
    }
  })
})
