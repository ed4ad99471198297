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
/** By its text: roles and labels take seconds to find among a hundred rows. */
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

  test('a new row has the largest id and one, and takes the focus', () => {
    show({ rows: rowsWith(7, 3) })
    press('Add milestone')
    expect(ids()).toBe('7,3,8')
    expect(document.activeElement).toBe(field('milestone-date-8'))
  })

  test('a row can be removed where there is more than one, and the others keep what was typed', () => {
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

  test('removing gives the focus to the button that adds', () => {
    show({ rows: rowsWith(1, 2) })
    press('Remove milestone 2')
    expect(document.activeElement).toBe(button('Add milestone'))
  })

  test('a 101st milestone is refused with a warning as a toast and inline', () => {
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

  test('an error stands at the input that it is about, also when a row before it is removed', () => {
    show({ rows: rowsWith(4, 9), errors: { 'milestones[1].date': ['Date must be a date'] } })
    const invalid = () => [...document.querySelectorAll('[aria-invalid=true]')]
    expect(invalid()).toEqual([field('milestone-date-9')])
    const described = field('milestone-date-9')?.getAttribute('aria-describedby')
    expect(document.getElementById(String(described))?.textContent).toBe('Date must be a date')
    press('Remove milestone 1')
    expect(invalid()).toEqual([field('milestone-date-9')])
  })

  test('a link to an error leads to its input', () => {
    show({ rows: rowsWith(4, 9), errors: { 'milestones[1].description': ['Too long'] } })
    expect(document.getElementById('circle-milestones[1].description')).toBe(field('milestone-description-9'))
  })
})
