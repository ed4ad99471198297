import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { createClient } from '../../support/client'
import { signedIn } from '../../support/factories'
import { withBud } from './support'

const controlsOf = ({ text }: { text: string }) => {
  const { document } = new JSDOM(text).window
  return [
    ...document.querySelectorAll<HTMLInputElement>('form.form-page :is(input, select, textarea)'),
  ].filter(({ type }) => type !== 'hidden')
}

const tokenOf = (element: Element) => element.getAttribute('autocomplete')

test('the form of an update link takes what the browser knows of its user (WCAG 1.3.5)', async () => {
  const { makeLink } = await withBud({
    emails: [{ label: '', value: 'ada@example.com' }],
    addresses: [{ label: '', street: '', city: 'London', region: '', postcode: '', country: '' }],
    dates: [{ label: 'Birthday', year: null, day: 10, month: 12 }],
  })
  const controls = controlsOf(await createClient().visit(await makeLink(true)))
  const tokens = Object.fromEntries(controls.map((control) => [control.name, tokenOf(control)]))
  expect(tokens).toMatchObject({
    email0Value: 'email',
    phone0Value: 'tel',
    address0Street: 'street-address',
    address0City: 'address-level2',
    address0Region: 'address-level1',
    address0Postcode: 'postal-code',
    address0Country: 'country-name',
    date0Day: 'bday-day',
    date0Month: 'bday-month',
    date0Year: 'bday-year',
    email0Label: 'off',
  })
})

test.each(['AddBud', 'AddCircle', 'AddEvent', 'LogInteraction'])(
  '%s offers no details of the user',
  async (path) => {
    const user = await signedIn()
    const controls = controlsOf(await user.visit(`/dashboard/${path}`))
    expect(controls.length).toBeGreaterThan(3)
    for (const control of controls)
      expect(tokenOf(control) ?? (control.form && tokenOf(control.form))).toBe('off')
  },
)
