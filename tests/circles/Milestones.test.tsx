import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Milestones } from '~/circles/Milestones'
import { milestoneRows } from '~/circles/milestones'
import { Toasts } from '~/components/toasts'

afterEach(cleanup)

type Props = Partial<Parameters<typeof Milestones>[0]>

function show(props: Props = {}) {
  const all = { formId: 'circle', rows: milestoneRows([]), errors: {}, isOverLimit: false, ...props }
  return render(
    <form onSubmit={() => expect.unreachable('the form is not sent')}>
      <Toasts toast={undefined} isStatic={false} />
      <Milestones {...all} />
    </form>,
  )
}

const rowsWith = (...ids: number[]) => ids.map((id) => ({ id, date: '', description: `Row ${id}` }))
/** Finds buttons by text, because queries by role or label take seconds with a hundred rows. */
const button = (name: string) => screen.getByText(name).closest('button') as HTMLButtonElement
const press = (name: string) => fireEvent.click(button(name))
const removers = () => screen.queryAllByText(/^Remove milestone/)
const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)
const ids = () => field('milestoneIds')?.value

describe('the milestone editor', () => {
  test('starts with one empty row of a date and a description', () => {
    show()
    expect(ids()).toBe('1')
    expect(screen.getByLabelText('Date')).toBe(field('milestone-date-1'))
    expect(screen.getByLabelText('Description')).toBe(field('milestone-description-1'))
    expect([field('milestone-date-1')?.type, field('milestone-description-1')?.type]).toEqual([
      'date',
      'text',
    ])
  })

  test('a new row gets the largest id plus one, and the focus', () => {
    show({ rows: rowsWith(7, 3) })
    press('Add milestone')
    expect(ids()).toBe('7,3,8')
    expect(document.activeElement).toBe(field('milestone-date-8'))
  })

  test('a row can be removed when there are several, and the others keep their input', () => {
    show({ rows: rowsWith(1, 2) })
    fireEvent.input(screen.getAllByLabelText('Description')[1] as Element, { target: { value: 'Typed' } })
    press('Remove milestone 1')
    expect(ids()).toBe('2')
    expect(field('milestone-description-2')?.value).toBe('Typed')
    expect(field('milestone-description-1')).toBeNull()
  })

  test('the last row cannot be removed', () => {
    show({ rows: rowsWith(1, 2) })
    expect(removers()).toHaveLength(2)
    press('Remove milestone 2')
    expect(removers()).toHaveLength(0)
  })

  test('removing a row focuses the add button', () => {
    show({ rows: rowsWith(1, 2) })
    press('Remove milestone 2')
    expect(document.activeElement).toBe(button('Add milestone'))
  })

  test('a 101st milestone is rejected with a toast and an inline warning', () => {
    show({ rows: rowsWith(...Array.from({ length: 100 }, (_, n) => n + 1)) })
    const warnings = () => screen.queryAllByText('Maximum limit of 100 milestones reached')
    expect(warnings()).toHaveLength(0)
    press('Add milestone')
    expect(warnings()).toHaveLength(2)
    expect(document.querySelectorAll('[type=date]')).toHaveLength(100)
    press('Remove milestone 1')
    expect(document.querySelector('[role=alert]')?.textContent).toBe('')
  })

  test('a description takes at most 2000 characters', () => {
    show()
    expect(field('milestone-description-1')?.maxLength).toBe(2000)
  })

  test('an error stays at its input when a previous row is removed', () => {
    show({ rows: rowsWith(4, 9), errors: { 'milestones[1].date': ['Date must be a date'] } })
    const invalid = () => [...document.querySelectorAll('[aria-invalid=true]')]
    expect(invalid()).toEqual([field('milestone-date-9')])
    const described = field('milestone-date-9')?.getAttribute('aria-describedby')
    expect(document.getElementById(String(described))?.textContent).toBe('Date must be a date')
    press('Remove milestone 1')
    expect(invalid()).toEqual([field('milestone-date-9')])
  })

  test('a link in the summary leads to the input', () => {
    show({ rows: rowsWith(4, 9), errors: { 'milestones[1].description': ['Too long'] } })
    expect(document.getElementById('circle-milestones[1].description')).toBe(field('milestone-description-9'))
  })
})
