import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, redirect } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Found, resultOf } from '~/people/find/find'
import { QuickFind } from '~/people/find/quick-find'
import { recentResults, useRecent } from '~/people/find/recent'

type Call = { q: string | null; signal: AbortSignal; respond: (found: Found | 'failure') => Promise<void> }

/** The API requests, which a test resolves, also those that were aborted. */
let calls: Call[] = []

beforeEach(() => {
  calls = []
  vi.useFakeTimers()
  // jsdom has no `scrollIntoView`.
  Element.prototype.scrollIntoView = vi.fn()
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    expect(url).toMatch(/^\/api\/v1\/find\?q=/)
    return new Promise((resolve) => {
      calls.push({
        q: new URL(url, 'http://x').searchParams.get('q'),
        signal,
        respond: (found) => act(async () => resolve({ ok: found !== 'failure', json: async () => found })),
      })
    })
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const budNamed = (Firstname: string) => ({
  _id: `b-${Firstname}`,
  Firstname,
  Surname: '',
  photo: null,
  archivedAt: null,
  note: '',
})
const buds = (...names: string[]): Found => ({ buds: names.map(budNamed), circles: [], events: [] })
const mixed: Found = {
  buds: [budNamed('Ada'), { ...budNamed('Adele'), Surname: 'Blue', photo: '/photos/1/2' }],
  circles: [{ _id: 'c', Name: 'Adagio', note: '' }],
  events: [{ _id: 'e', Name: 'Adagio night', startDate: '2026-11-20T19:00', note: '' }],
}

/** Renders the form on a page with other fields. Returns a function that returns the current path and query. */
function show(path = '/dashboard', q?: string, frame?: object) {
  const element = (
    <>
      <QuickFind id="find" />
      <input aria-label="Name" />
      <input type="checkbox" aria-label="Tick" />
      <a href="#top">Elsewhere</a>
    </>
  )
  const children = [
    { path: '/dashboard/Find', id: 'routes/dashboard/find', element, loader: () => ({ q }) },
    { path: '*', element },
  ]
  const routes = [{ id: 'root', children }]
  const screenData = q === undefined ? {} : { 'routes/dashboard/find': { q } }
  const hydrationData = { loaderData: { root: frame, ...screenData } }
  const router = createMemoryRouter(routes, { initialEntries: [path], hydrationData })
  render(<RouterProvider router={router} />)
  return () => router.state.location.pathname + router.state.location.search
}

function Looked() {
  useRecent(resultOf({ ...budNamed('Ada'), _id: 'ada0' }))
  return <QuickFind id="find" />
}

test.each([
  ['success', 'Bud deleted successfully', false],
  ['error', 'Bud not found', false],
  ['error', 'Something went wrong', true],
])("after the deletion with the %s '%s', the record stays in 'Recent': %s", async (type, message, isKept) => {
  let respond = (_: Response) => {}
  const action = () => new Promise<Response>((resolve) => (respond = resolve))
  const children = [
    { path: '/dashboard/DeleteBud/:id', action },
    { path: '*', element: <Looked /> },
  ]
  const routes = [{ id: 'root', loader: () => ({ toast: { type, message } }), children }]
  const hydrationData = { loaderData: { root: {} } }
  const router = createMemoryRouter(routes, { initialEntries: ['/dashboard'], hydrationData })
  render(<RouterProvider router={router} />)
  let deleted = Promise.resolve()
  await act(async () => {
    deleted = router.navigate('/dashboard/DeleteBud/ada0', { formMethod: 'post', formData: new FormData() })
  })
  await act(async () => {
    respond(redirect('/dashboard'))
    await deleted
  })
  expect(recentResults().map(({ _id }) => _id)).toEqual(isKept ? ['ada0'] : [])
})

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Find' })
const enter = (value: string) => fireEvent.change(box(), { target: { value } })
const press = (key: string) => act(async () => void fireEvent.keyDown(box(), { key }))
const submit = () => act(async () => void fireEvent.submit(screen.getByRole('search')))
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms))
const textsOf = (selector: string) =>
  [...document.querySelectorAll(`${selector} [role=option]`)].map(({ textContent }) => textContent)
/** The records found. */
const options = () => textsOf('[role=group]:not([aria-labelledby$=Actions], [aria-labelledby$=Recent])')
const actions = () => textsOf('[role=group][aria-labelledby$=Actions]')
const status = () => screen.getByRole('status').textContent
const isExpanded = () => box().getAttribute('aria-expanded') === 'true'

/** The text of the option that `aria-activedescendant` names. */
function active() {
  const id = box().getAttribute('aria-activedescendant')
  const selected = document.querySelector('[aria-selected="true"]')
  expect(selected?.id ?? null).toBe(id)
  return selected?.textContent ?? null
}

async function type(text: string) {
  enter(text)
  await wait(150)
}

/** Types a text and shows its results. */
async function suggest(text: string, found: Found) {
  await type(text)
  await calls.at(-1)?.respond(found)
}

describe('suggestions', () => {
  test('are requested when the typing pauses, trimmed, and not for an empty text', async () => {
    show()
    for (const text of [' a', ' ad', ' ad ']) {
      enter(text)
      await wait(80)
    }
    expect(calls).toEqual([])
    await wait(80)
    expect(calls.map(({ q }) => q)).toEqual(['ad'])
    await type('  ')
    expect(calls).toHaveLength(1)
    expect(isExpanded()).toBe(false)
  })

  test('are options of a list box in groups, and their number is announced', async () => {
    show()
    expect([isExpanded(), status()]).toEqual([false, ''])
    await suggest('ad', mixed)
    expect([isExpanded(), status()]).toEqual([true, '4 results'])
    const list = screen.getByRole('listbox', { name: 'Results' })
    expect(box().getAttribute('aria-controls')).toBe(list.id)
    const groups = ['Buds', 'Circles', 'Events'].map((name) => screen.getByRole('group', { name }))
    expect(groups.every((group) => list.contains(group))).toBe(true)
    expect(options()).toEqual(['AAda', 'Adele Blue', 'Adagio', 'Adagio night20 Nov 2026, 19:00'])
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/photos/1/2')
    expect(active()).toBeNull()
  })

  test('of an earlier text are discarded, whenever they arrive', async () => {
    show()
    await type('a')
    await type('ab')
    await calls[1]?.respond(buds('Abel'))
    await calls[0]?.respond(buds('Ada'))
    expect(calls[0]?.signal.aborted).toBe(true)
    expect(options()).toEqual(['AAbel'])
    await type('abc')
    await type('')
    await calls[2]?.respond(buds('Abc'))
    expect(options()).toEqual([])
    await type('x')
    enter('xy')
    await calls[3]?.respond(buds('Xavier'))
    expect(options()).toEqual([])
  })

  test('say that there are no results, and close after a failure', async () => {
    show()
    await suggest('x', buds())
    expect([options(), status()]).toEqual([[], 'No results'])
    expect(document.querySelector('.find-popup')?.textContent).toBe("No resultsActionsAdd 'x'")
    await suggest('xy', buds('Xy'))
    expect(status()).toBe('1 result')
    await type('xyz')
    await calls.at(-1)?.respond('failure')
    expect([isExpanded(), status(), options()]).toEqual([false, '', []])
  })

  test('close when the focus leaves the field', async () => {
    show()
    box().focus()
    await suggest('a', buds('Ada'))
    act(() => screen.getByRole('link', { name: 'Elsewhere' }).focus())
    expect(isExpanded()).toBe(false)
    expect(box().value).toBe('a')
  })

  test('open by a click, which does not move the focus', async () => {
    const url = show()
    await suggest('a', mixed)
    expect(fireEvent.mouseDown(screen.getByRole('option', { name: /Adagio night/ }))).toBe(false)
    await act(async () => void fireEvent.click(screen.getByRole('option', { name: /Adagio night/ })))
    expect(url()).toBe('/dashboard/Event/e')
    expect([box().value, isExpanded()]).toEqual(['', false])
  })
})

describe('the keyboard', () => {
  test('arrows move through the options, in a circle', async () => {
    show()
    await suggest('agi', { ...mixed, buds: [] })
    const found: (string | null)[] = []
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) {
      await press(key)
      found.push(active())
    }
    const [adagio, night] = options()
    expect(found).toEqual([adagio, night, "Add 'agi'", adagio, "Add 'agi'"])
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(5)
  })

  test('ArrowUp begins with the last option', async () => {
    show()
    await suggest('a', buds('Ada', 'Abel'))
    await press('ArrowUp')
    expect(active()).toBe('Go to Add list')
  })

  test.each(['Home', 'End', 'ArrowLeft', 'ArrowRight'])('%s returns to the text', async (key) => {
    show()
    await suggest('a', buds('Ada'))
    await press('ArrowDown')
    // The browser moves the cursor.
    expect(fireEvent.keyDown(box(), { key })).toBe(true)
    expect([active(), isExpanded()]).toEqual([null, true])
  })

  test('a change of the text leaves the option', async () => {
    show()
    await suggest('a', buds('Ada'))
    await press('ArrowDown')
    enter('ad')
    expect(active()).toBeNull()
  })

  test('Enter opens the active option', async () => {
    const url = show()
    await suggest('ad', mixed)
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await press(key)
    expect(url()).toBe('/dashboard/Circle/c')
    expect([box().value, isExpanded(), status()]).toEqual(['', false, ''])
  })

  test('Enter opens the first result when no option is active', async () => {
    const url = show()
    await suggest('ad', mixed)
    expect(fireEvent.keyDown(box(), { key: 'Enter' })).toBe(false)
    await wait(0)
    expect(url()).toBe('/dashboard/Bud/b-Ada')
  })

  test('Enter submits the form when the results of the text are not there yet, or when there are none', async () => {
    const url = show()
    await suggest('a', buds('Ada'))
    await type('abc')
    expect(options()).toEqual(['AAda'])
    expect(fireEvent.keyDown(box(), { key: 'Enter' })).toBe(true)
    await submit()
    expect(url()).toBe('/dashboard/Find?q=abc')
    await calls.at(-1)?.respond(buds('Abc'))
    expect(isExpanded()).toBe(false)
    cleanup()
    show()
    await suggest('x', buds())
    expect(fireEvent.keyDown(box(), { key: 'Enter' })).toBe(true)
  })

  test('Enter in the middle of a composition does nothing', async () => {
    const url = show()
    await suggest('a', buds('Ada'))
    fireEvent.keyDown(box(), { key: 'Enter', isComposing: true })
    await wait(0)
    expect(url()).toBe('/dashboard')
  })

  test('Escape closes the list, then clears the text; ArrowDown opens the list again', async () => {
    show()
    await suggest('a', buds('Ada'))
    await press('Escape')
    expect([isExpanded(), box().value]).toEqual([false, 'a'])
    expect(fireEvent.keyDown(box(), { key: 'Enter' })).toBe(true)
    await press('ArrowDown')
    expect(active()).toBe('AAda')
    await press('Escape')
    await press('Escape')
    expect([isExpanded(), box().value]).toEqual([false, ''])
    await press('ArrowDown')
    expect(actions()).toEqual(['Go to Today', 'Go to Together', 'Go to Calendar'])
  })

  test('acts on the text and on the first bud, and goes to screens by their words', async () => {
    const url = show()
    await suggest('ca', buds('Cara'))
    expect(actions()).toEqual(["Add 'ca'", 'Log a contact with Cara', 'Plan with Cara', 'Go to Calendar'])
    await press('ArrowUp')
    await press('Enter')
    expect(url()).toBe('/dashboard/Calendar')
  })
})

test.each([{ ctrlKey: true }, { metaKey: true }])('%j and K opens the field from another one', (modifier) => {
  show()
  const key = { key: 'k', ...modifier }
  act(() => screen.getByLabelText('Name').focus())
  expect(fireEvent.keyDown(screen.getByLabelText('Name'), key)).toBe(false)
  expect([document.activeElement, isExpanded()]).toEqual([box(), true])
})

describe('the key /', () => {
  const slash = (target: Element, more: KeyboardEventInit = {}) =>
    fireEvent.keyDown(target, { key: '/', ...more })

  test('moves the focus to the field and selects its text', () => {
    show()
    enter('old')
    expect(slash(document.body)).toBe(false)
    expect(document.activeElement).toBe(box())
    expect([box().selectionStart, box().selectionEnd]).toEqual([0, 3])
    act(() => screen.getByLabelText('Tick').focus())
    expect(slash(screen.getByLabelText('Tick'))).toBe(false)
  })

  test('is an ordinary character in a field, and with Ctrl, Alt or Meta', () => {
    show()
    expect(slash(screen.getByLabelText('Name'))).toBe(true)
    expect(slash(box())).toBe(true)
    for (const key of ['ctrlKey', 'altKey', 'metaKey'])
      expect(slash(document.body, { [key]: true })).toBe(true)
    expect(document.activeElement).toBe(document.body)
  })

  test('has a hint, also for screen readers', () => {
    show()
    expect(box().getAttribute('aria-keyshortcuts')).toBe('/ Control+K')
    expect(document.querySelector('.find-key')?.textContent).toBe('/')
  })

  test('does nothing and has no hint when it is switched off', () => {
    show('/dashboard', undefined, { isFindKeyOn: false })
    expect(slash(document.body)).toBe(true)
    expect(document.activeElement).toBe(document.body)
    expect(box().hasAttribute('aria-keyshortcuts')).toBe(false)
    expect(document.querySelector('.find-key')).toBeNull()
  })
})

test('the field has the text of the screen, without suggestions', async () => {
  show('/dashboard/Find?q=ada', 'ada')
  await wait(1_000)
  expect([box().value, calls]).toEqual(['ada', []])
})
