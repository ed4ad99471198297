import { getFormProps, parse, type SubmissionResult, useForm } from '@conform-to/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useActionData } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ErrorSummary } from '~/base/components/error-summary'
import { TextField } from '~/base/components/field'
import { MultiSelectField } from '~/base/components/multi-select'
import { OutdatedMessages, showMessages } from '~/base/components/outdated-messages'

beforeEach(() => {
  // jsdom has none.
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(cleanup)

const labels = { name: 'Name', place: 'Place', kinds: 'Kinds' }
const red = { value: 'red', label: 'Red' }
type Fields = Record<keyof typeof labels, string>

/** A form of two texts and a choice. */
function TestForm() {
  const answer = useActionData() as { result?: SubmissionResult } | undefined
  const [form, fields] = useForm<Fields>({ id: 'test', lastResult: answer?.result ?? null })
  return (
    <form id="test">
      <ErrorSummary form={form} labels={labels} />
      <TextField label="Name" field={fields.name} />
      <details>
        <TextField label="Place" field={fields.place} />
      </details>
      <MultiSelectField
        id={fields.kinds.id}
        name={fields.kinds.name}
        errors={fields.kinds.errors}
        label="Kinds"
        placeholder="Select kinds..."
        options={[red]}
        selected={[]}
        onChange={() => undefined}
      />
    </form>
  )
}

/** A form that the browser refuses. */
function CheckedForm() {
  const [form, fields] = useForm<Fields>({
    onValidate: ({ formData }) => {
      showMessages()
      return parse(formData, { resolve: () => ({ error: { name: ['Too short'] } }) })
    },
  })
  return (
    <OutdatedMessages>
      <form {...getFormProps(form)}>
        <TextField label="Name" field={fields.name} />
      </form>
    </OutdatedMessages>
  )
}

/** Shows the form, sends it and has it refused. Returns how to send it again, and how to send another form of the screen. */
async function refuse(error: Partial<Record<keyof Fields, string[]>>) {
  let isOther = false
  const action = () =>
    isOther
      ? { secret: 'of another form' }
      : { result: { status: 'error', error: structuredClone(error), initialValue: {} } }
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <OutdatedMessages>
          <TestForm />
        </OutdatedMessages>
      ),
      action,
    },
  ])
  const again = () => act(() => router.navigate('/?index', { formMethod: 'post', formData: new FormData() }))
  render(<RouterProvider router={router} />)
  await again()
  const sendOther = () => {
    isOther = true
    return again()
  }
  return { again, sendOther }
}
const focusedText = () => document.activeElement?.textContent

describe('a refused form', () => {
  test('moves the focus to the summary if several fields are wrong, each time', async () => {
    const { again, sendOther } = await refuse({ name: ['Name is missing'], place: ['Place is missing'] })
    expect(focusedText()).toContain('Please check 2 fields')
    screen.getByLabelText('Place').focus()
    await again()
    expect(focusedText()).toContain('Please check 2 fields')
    screen.getByLabelText('Name').focus()
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'A' } })
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
    await sendOther()
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  })

  test('moves the focus to the field if one is wrong, whose section it opens', async () => {
    await refuse({ place: ['Place is missing'] })
    expect(document.activeElement).toBe(screen.getByLabelText('Place'))
    expect(document.activeElement?.closest('details')?.open).toBe(true)
  })
  test('has the message at a field until the field is changed, and again when it is refused for the same', async () => {
    const { again } = await refuse({
      name: ['Name is missing'],
      place: ['Place is missing'],
      kinds: ['None'],
    })
    const messages = () =>
      [...document.querySelectorAll('.field .error')].map(({ textContent }) => textContent)
    for (const _ of ['once', 'twice']) {
      fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'A' } })
      expect(messages()).toEqual(['Place is missing', 'None'])
      expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBeNull()
      fireEvent.input(screen.getByLabelText('Red'))
      expect(messages()).toEqual(['Place is missing'])
      await again()
      expect(messages()).toEqual(['Name is missing', 'Place is missing', 'None'])
    }
  })
  test('has the message of the browser again when it is sent with the same mistake', () => {
    const router = createMemoryRouter([{ path: '/', element: <CheckedForm /> }])
    render(<RouterProvider router={router} />)
    const name = screen.getByLabelText('Name')
    for (const _ of ['once', 'twice']) {
      fireEvent.submit(document.querySelector('form') as HTMLFormElement)
      expect(screen.getByText('Too short')).toBeTruthy()
      fireEvent.input(name, { target: { value: 'A' } })
      expect(screen.queryByText('Too short')).toBeNull()
    }
  })
})
