import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BudPickerData, PickerBud } from '~/people/buds/bud-picker'
import { BudPicker } from '~/people/buds/bud-picker-field'

type Respond = (page: { buds: PickerBud[]; numOfPages?: number } | 'failure') => Promise<void>

/** The pending API requests, which a test resolves. */
let calls: { query: Record<string, string>; respond: Respond }[] = []

beforeEach(() => {
  calls = []
  // jsdom has no `scrollIntoView`. The box does not call it on a touch screen.
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('fetch', (url: string) => {
    const query = Object.fromEntries(new URL(url, 'http://x').searchParams)
    return new Promise((resolve) => {
      const respond: Respond = (page) =>
        act(async () =>
          resolve({ ok: page !== 'failure', json: async () => ({ numOfPages: 1, ...Object(page) }) }),
        )
      calls.push({ query, respond })
    })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const bud = (Firstname: string, fields: Partial<PickerBud> = {}): PickerBud => ({
  _id: `id of ${Firstname}`,
  Firstname,
  Surname: '',
  Nickname: '',
  Occupation: '',
  Location: '',
  Budtype: 'Friend',
  hobbies: ['Chess'],
  preferences: [],
  photo: null,
  ...fields,
})

const emptyPicker: BudPickerData = {
  selected: [],
  missing: [],
  suggestions: [],
  findBuds: '',
  isFinding: false,
}
const pickerOf = (picker: Partial<BudPickerData>) => ({ ...emptyPicker, ...picker })
const id = 'circle-selectedBuds'
/** What replaces the checkboxes by the box. */
const point = () => fireEvent.pointerOver(document.querySelector('summary') as Element)
const draw = (picker: BudPickerData) => <BudPicker field={{ id, errors: undefined }} picker={picker} />

/** Renders the searchable box, then uses fake timers. */
async function showBox(picker: Partial<BudPickerData> = {}) {
  const view = render(draw(pickerOf(picker)))
  point()
  await screen.findByRole('combobox', { name: 'Buds' })
  vi.useFakeTimers()
  return view
}

const box = () => screen.getByRole('combobox')
const type = (value: string) => fireEvent.change(box(), { target: { value } })
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms))
const press = (key: string) => fireEvent.keyDown(box(), { key, keyCode: { Enter: 13, ArrowDown: 40 }[key] })
const menu = () => document.querySelector('.select__menu')?.textContent
const options = () =>
  [...document.querySelectorAll('.select__option')].map((option) =>
    option.textContent?.replace(faceIn(option), ''),
  )
const faceIn = (option: Element) => option.querySelector('[aria-hidden]')?.textContent ?? ''
const chips = () =>
  [...document.querySelectorAll('.select__multi-value__label')].map((chip) => chip.textContent)
const sent = () =>
  JSON.parse(document.querySelector<HTMLInputElement>('input[name=selectedBuds]')?.value ?? '')
const shared = () => document.querySelector('.in-common')?.textContent

describe('the searchable box', () => {
  test('suggests the first buds without a request', async () => {
    await showBox({ suggestions: [bud('Ada'), bud('Bob')] })
    screen.getByText('Select buds...')
    press('ArrowDown')
    expect(options()).toEqual(['AdaFriend', 'BobFriend'])
    await wait(1_000)
    expect(calls).toEqual([])
  })

  test('submits a JSON list of ids in one field, and updates the panels', async () => {
    await showBox({ selected: [bud('Cy')], suggestions: [bud('Ada'), bud('Bob')] })
    expect(shared()).toContain('Add at least two buds to see shared hobbies')
    press('ArrowDown')
    press('Enter')
    expect(sent()).toEqual(['id of Cy', 'id of Ada'])
    expect(shared()).toContain('2 in common')
    fireEvent.click(screen.getByLabelText('Remove Cy'))
    expect(sent()).toEqual(['id of Ada'])
    expect(shared()).not.toContain('in common')
  })

  test('searches on the server when the typing pauses', async () => {
    await showBox({ suggestions: [bud('Ada')] })
    for (const text of ['g', 'gr', 'gra']) {
      type(text)
      await wait(200)
    }
    expect(calls).toEqual([])
    expect(menu()).toBe('Loading...')
    await wait(50)
    expect(calls.map(({ query }) => query)).toEqual([{ search: 'gra', sort: 'A-Z', limit: '20', page: '1' }])
    await calls[0]?.respond({ buds: [bud('Grace')] })
    expect(options()).toEqual(['GraceFriend'])
  })

  test('discards the response to an earlier text', async () => {
    await showBox()
    type('a')
    await wait(250)
    type('ab')
    await wait(250)
    await calls[1]?.respond({ buds: [bud('Abel')] })
    await calls[0]?.respond({ buds: [bud('Ada')] })
    expect(options()).toEqual(['AbelFriend'])
  })

  test('shows a message when nothing is found and when the search fails', async () => {
    await showBox()
    type('x')
    await wait(250)
    await calls[0]?.respond({ buds: [] })
    expect(menu()).toBe('No options')
    expect(screen.getByRole('option').getAttribute('aria-disabled')).toBe('true')
    type('y')
    await wait(250)
    await calls[1]?.respond('failure')
    expect(menu()).toBe('The options could not be loaded')
  })

  test('reads the next page when all matches of a page are selected', async () => {
    const [ada, bob] = [bud('Ada'), bud('Bob')]
    await showBox({ selected: [ada] })
    type('b')
    await wait(250)
    await calls[0]?.respond({ buds: [ada], numOfPages: 2 })
    expect(calls[1]?.query).toMatchObject({ page: '2', limit: '21' })
    await calls[1]?.respond({ buds: [bob], numOfPages: 2 })
    expect(options()).toEqual(['BobFriend'])
  })

  test('does not offer the bud that is left out, among as many as otherwise', async () => {
    await showBox({ except: 'id of Ada' })
    type('a')
    await wait(250)
    expect(calls[0]?.query).toMatchObject({ limit: '21' })
    await calls[0]?.respond({ buds: [bud('Ada'), bud('Abel')] })
    expect(options()).toEqual(['AbelFriend'])
  })

  test('searches when all suggestions are selected', async () => {
    await showBox({ suggestions: [bud('Ada')] })
    press('ArrowDown')
    press('Enter')
    expect(menu()).toBe('Loading...')
    await wait(250)
    await calls[0]?.respond({ buds: [bud('Ada'), bud('Bob')] })
    expect(options()).toEqual(['BobFriend'])
  })

  test('Enter does not submit the form when nothing matches', async () => {
    await showBox()
    type('x')
    expect(press('Enter')).toBe(false)
    await wait(250)
    await calls[0]?.respond({ buds: [] })
    expect(press('Enter')).toBe(false)
    type('')
    expect(press('Enter')).toBe(true)
  })

  test('takes over the focus and the letters that were typed before it had loaded', async () => {
    render(draw(pickerOf({ suggestions: [bud('Grace')] })))
    const summary = document.querySelector('summary') as HTMLElement
    summary.focus()
    for (const key of ['g', 'Shift', 'r']) fireEvent.keyDown(summary, { key })
    const control = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Buds' })
    expect([document.activeElement, control.value, menu()]).toEqual([control, 'gr', 'Loading...'])
  })

  test('replaces the checkboxes once they are closed, and has what was ticked', async () => {
    render(draw(pickerOf({ suggestions: [bud('Ada'), bud('Bob')] })))
    const summary = document.querySelector('summary') as HTMLElement
    fireEvent.click(summary)
    fireEvent.click(screen.getAllByRole('checkbox')[1] as Element)
    await act(async () => void (await import('~/base/components/multi-select-box')))
    expect(screen.queryByRole('combobox')).toBeNull()
    fireEvent.click(summary)
    await screen.findByRole('combobox', { name: 'Buds' })
    expect([chips(), sent()]).toEqual([['Bob'], ['id of Bob']])
  })

  test('distinguishes buds with the same name', async () => {
    const [one, other] = [
      bud('Grace', { _id: '1', Occupation: 'Admiral' }),
      bud('Grace', { _id: '2', Nickname: 'Gracie', Location: 'Bath' }),
    ]
    await showBox({ suggestions: [one, other] })
    press('ArrowDown')
    expect(options()).toEqual(['GraceAdmiral', 'Grace"Gracie" · Bath'])
    press('Enter')
    expect(chips()).toEqual(['Grace'])
    press('ArrowDown')
    press('Enter')
    expect(chips()).toEqual(['Grace (Admiral)', 'Grace ("Gracie" · Bath)'])
  })

  test('a rejected form drops deleted buds, and keeps buds that were selected after it was submitted', async () => {
    const [ada, bob, cy] = [bud('Ada'), bud('Bob'), bud('Cy')]
    const { rerender } = await showBox({ selected: [ada, bob], suggestions: [cy] })
    press('ArrowDown')
    press('Enter')
    rerender(draw(pickerOf({ selected: [bob], missing: [ada._id] })))
    expect(sent()).toEqual([bob._id, cy._id])
  })
})

describe('the checkboxes', () => {
  /** Renders the checkboxes, and opens them before the searchable box is loaded, so that it does not replace them. */
  async function showCheckboxes(picker: Partial<BudPickerData> = {}) {
    render(draw(pickerOf(picker)))
    fireEvent.click(document.querySelector('summary') as Element)
    await act(async () => void (await import('~/base/components/multi-select-box')))
    expect(screen.queryByRole('combobox')).toBeNull()
  }
  const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox')

  test('update the panels, and keep their order', async () => {
    await showCheckboxes({ selected: [bud('Zoë')], suggestions: [bud('Ada'), bud('Bob')] })
    const before = boxes().map(({ value }) => value)
    fireEvent.click(boxes()[2] as Element)
    expect(shared()).toContain('2 in common')
    fireEvent.click(boxes()[0] as Element)
    expect(shared()).not.toContain('in common')
    expect(boxes().map(({ value }) => value)).toEqual(before)
  })

  test("'Find' submits the form without validation", async () => {
    await showCheckboxes({ findBuds: 'gra' })
    const find = screen.getByRole<HTMLButtonElement>('button', { name: 'Find' })
    expect([find.type, find.name, find.value]).toEqual(['submit', 'intent', 'find-buds'])
    expect(find.formNoValidate).toBe(true)
    expect(find.getAttribute('formaction')).toBe('#circle-selectedBuds')
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find buds' }).value).toBe('gra')
    screen.getByText('No options')
  })

  test('are open after a search without JavaScript, with the focus in the search field', () => {
    const page = (isFinding: boolean) => renderToString(draw(pickerOf({ isFinding })))
    expect(page(true)).toMatch(/<details[^>]* open/)
    expect(page(true)).toMatch(/<input[^>]*name="findBuds"[^>]*autofocus/)
    expect(page(false)).not.toMatch(/<details[^>]* open|autofocus/)
  })
})

test('an error is shown at the picker', async () => {
  const errors = ['Unknown bud']
  render(<BudPicker field={{ id, errors }} picker={emptyPicker} />)
  point()
  const control = await screen.findByRole('combobox')
  expect([control.id, control.getAttribute('aria-invalid')]).toEqual(['circle-selectedBuds', 'true'])
  const message = document.getElementById(String(control.getAttribute('aria-errormessage')))
  expect(message?.textContent).toBe('Unknown bud')
})
