import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PickerBud } from '~/people/buds/bud-picker'
import { InCommon } from '~/people/buds/in-common-list'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function bud(Firstname: string, hobbies: string[], preferences: string[] = [], Surname = ''): PickerBud {
  const rest = { Nickname: '', Occupation: '', Location: '', Budtype: 'Friend', photo: null } as const
  return { _id: `${Firstname} ${Surname}`, Firstname, Surname, hobbies, preferences, ...rest }
}

const panel = (name: string) => screen.getByRole('region', { name })
const items = (name: string) =>
  within(panel(name))
    .queryAllByRole('listitem')
    .map((row) => [...row.querySelectorAll('.item, .names, .count')].map(({ textContent }) => textContent))

describe('the shared panels', () => {
  test('buds with the same first name have full names, and long lists are shortened', () => {
    const surnames = ['Byron', 'Lovelace', 'Smith', 'Jones', 'Brown']
    render(<InCommon buds={surnames.map((surname) => bud('Ada', ['Chess'], [], surname))} />)
    expect(items('Common Hobbies')).toEqual([['Chess', 'Ada Byron, Ada Lovelace and 3 more', '5 in common']])
  })

  test('six shared items are visible, the others are in a disclosure', () => {
    const many = Array.from({ length: 50 }, (_, n) => `Hobby ${n}`)
    render(<InCommon buds={[bud('Ada', many), bud('Bob', many)]} />)
    const rows = [...panel('Common Hobbies').querySelectorAll('li')]
    expect(rows).toHaveLength(50)
    expect(rows.filter((row) => !row.closest('details'))).toHaveLength(6)
    within(panel('Common Hobbies')).getByText('44 more')
  })

  test('the result is announced once, when the selection has not changed for a second', () => {
    const [ada, bob, cy] = [
      bud('Ada', ['Chess'], ['Tea']),
      bud('Bob', ['Chess']),
      bud('Cy', ['Chess'], ['Tea']),
    ]
    const { rerender } = render(<InCommon buds={[]} />)
    const announcement = () => screen.getByRole('status').textContent
    const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
    const before = announcement()
    rerender(<InCommon buds={[ada, bob]} />)
    wait(900)
    rerender(<InCommon buds={[ada, bob, cy]} />)
    wait(900)
    expect(announcement()).toBe(before)
    wait(100)
    expect(announcement()).toBe('1 shared hobby, 1 shared preference')
  })
})
