import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Toasts } from '~/base/components/toasts'
import { Milestones } from '~/people/circles/milestone-list'
import type { Milestone } from '~/people/circles/milestones'

afterEach(cleanup)

function show(rows: Milestone[], errors: Record<string, string[]> = {}) {
  return render(
    <form onSubmit={() => expect.unreachable('the form is not sent')}>
      <Toasts toast={undefined} isStatic={false} />
      <Milestones formId="circle" rows={rows} errors={errors} isOverLimit={false} />
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
  test('a new row gets the largest id plus one, and the focus', () => {
    show(rowsWith(7, 3))
    press('Add milestone')
    expect(ids()).toBe('7,3,8')
    expect(document.activeElement).toBe(field('milestone-date-8'))
    expect([field('milestone-date-8')?.type, field('milestone-description-8')?.type]).toEqual([
      'date',
      'text',
    ])
  })

  test('a row can be removed when there are several; the others keep their input', () => {
    show(rowsWith(1, 2))
    fireEvent.input(screen.getAllByLabelText('Description')[1] as Element, { target: { value: 'Typed' } })
    expect(removers()).toHaveLength(2)
    press('Remove milestone 1')
    expect(ids()).toBe('2')
    expect(field('milestone-description-2')?.value).toBe('Typed')
    expect(field('milestone-description-1')).toBeNull()
    expect(removers()).toHaveLength(0)
    expect(document.activeElement).toBe(button('Add milestone'))
  })

  test('a 101st milestone is rejected with a toast and an inline warning', () => {
    show(rowsWith(...Array.from({ length: 100 }, (_, n) => n + 1)))
    const warnings = () => screen.queryAllByText('Maximum limit of 100 milestones reached')
    expect(warnings()).toHaveLength(0)
    press('Add milestone')
    expect(warnings()).toHaveLength(2)
    expect(document.querySelectorAll('[type=date]')).toHaveLength(100)
    press('Remove milestone 1')
    expect(document.querySelector('[role=alert]')?.textContent).toBe('')
  })

  test('an error stays at its input when a previous row is removed, and the summary can link to it', () => {
    show(rowsWith(4, 9), { 'milestones[1].date': ['Date must be a date'] })
    const invalid = () => [...document.querySelectorAll('[aria-invalid=true]')]
    expect(document.getElementById('circle-milestones[1].date')).toBe(field('milestone-date-9'))
    expect(invalid()).toEqual([field('milestone-date-9')])
    const described = field('milestone-date-9')?.getAttribute('aria-describedby')
    expect(document.getElementById(String(described))?.textContent).toBe('Date must be a date')
    press('Remove milestone 1')
    expect(invalid()).toEqual([field('milestone-date-9')])
  })
})
