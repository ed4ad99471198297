import { expect, test } from 'vitest'
import { wordsOfDate } from '~/events/calendar/calendar-date'

test('a milestone is named by what it was, a date of a bud by the bud', () => {
  const day = { _id: '1', on: '2026-12-04', years: 3 }
  const birthday = { ...day, budId: '1', circleId: null, name: 'Ada', label: 'Birthday' }
  const milestone = { ...day, budId: null, circleId: '1', name: 'Climbers', label: 'First climb' }
  expect(wordsOfDate(birthday as never)).toEqual(['Ada', 'Birthday, turns 3'])
  expect(wordsOfDate(milestone as never)).toEqual(['First climb, 3 years', 'Climbers'])
  expect(wordsOfDate({ ...milestone, label: '', years: null } as never)).toEqual(['Climbers', ''])
})
