import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, test } from 'vitest'
import type { FieldChange } from '~/data/history/change'
import { ChangedRecords } from '~/data/history/changed-records'

afterEach(cleanup)

const show = (isUndone: boolean, ...fields: FieldChange[]) =>
  render(
    <MemoryRouter future={{ v7_startTransition: true, v7_relativeSplatPath: true }}>
      <ChangedRecords records={[{ type: 'bud', _id: 'b', name: 'Ada', fields }]} isUndone={isUndone} />
    </MemoryRouter>,
  )
const columns = () => screen.queryAllByRole('columnheader').map((header) => header.textContent)
const links = () => screen.queryAllByRole('link').length

describe('the record of a change', () => {
  const added = { name: 'Firstname', before: null, after: 'Ada' }
  const deleted = { name: 'Firstname', before: 'Ada', after: null }
  const filled = { name: 'photo', before: null, after: '/photo' }

  test.each([
    ['added', false, added, ['Field', 'After'], 1],
    ['added, undone', true, added, ['Field', 'After'], 0],
    ['deleted', false, deleted, ['Field', 'Before'], 0],
    ['deleted, undone', true, deleted, ['Field', 'Before'], 1],
    ['edited', false, filled, ['Field', 'Before', 'After'], 1],
    ['edited, undone', true, filled, ['Field', 'Before', 'After'], 1],
  ])('%s: has the columns with values, and a link unless it is gone', (_, isUndone, field, titles, count) => {
    show(isUndone, field)
    expect(columns()).toEqual(titles)
    expect(links()).toBe(count)
  })

  test('the parts of an address stand in their usual order, on one line', () => {
    const address = { city: 'Bath', label: 'home', region: '', street: '1 Lane\nFlat 2', country: 'UK' }
    show(false, { name: 'addresses', before: [], after: [{ ...address, postcode: 'BA1' }] })
    expect(screen.getByText('home · 1 Lane, Flat 2 · Bath BA1 · UK')).toBeTruthy()
  })
})
