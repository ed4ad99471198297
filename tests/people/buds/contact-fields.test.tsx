import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ContactFields } from '~/people/buds/contact-fields'

afterEach(cleanup)

const fields = (submitted?: Record<string, string>, errors = {}) => (
  <form>
    <ContactFields formId="bud" bud={undefined} submitted={submitted} errors={errors} msg={undefined} />
  </form>
)
const press = (name: string) => fireEvent.click(screen.getByText(name).closest('button') as HTMLElement)
const links = () => [...document.querySelectorAll<HTMLElement>('#links > li')]

test('the error of a row that was added in the browser stays with that row', () => {
  const { rerender } = render(fields())
  press('Add link')
  press('Add link')
  press('Remove link 1')
  rerender(fields({ link0Value: 'ftp://x' }, { 'links[0].value': ['No link'] }))
  expect(links().map((row) => row.querySelector('.error')?.textContent)).toEqual(['No link'])
  press('Add link')
  press('Remove link 1')
  expect(links().map((row) => row.querySelector('.error')?.textContent)).toEqual([undefined])
})
