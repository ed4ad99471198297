import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showToast, Toasts } from '~/base/components/toasts'
import { useToastsFocus } from '~/base/components/toasts-focus'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(() => vi.runAllTimers())
  cleanup()
  vi.useRealTimers()
})

const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms))
const isShown = () => screen.queryByText('Bud edited successfully') !== null
const button = (name: string) => screen.getByRole('button', { name })

function Screen() {
  useToastsFocus()
  return (
    <main id="main" tabIndex={-1}>
      <input aria-label="Name" />
    </main>
  )
}

/** Renders a toast, above a screen with a field. */
function show(undo?: string) {
  const element = (
    <>
      <Toasts toast={undefined} isStatic={false} />
      <Screen />
    </>
  )
  const routes = [{ path: '*', element, action: () => null }]
  render(<RouterProvider router={createMemoryRouter(routes)} />)
  act(() => showToast({ type: 'success', message: 'Bud edited successfully', undo }))
}

test('a toast disappears after 5 seconds', async () => {
  show()
  await wait(4_900)
  expect(isShown()).toBe(true)
  await wait(100)
  expect(isShown()).toBe(false)
})

const change = '/dashboard/history/1'

test('each Tab gives 10 more seconds to reach the button Undo, another key does not', async () => {
  show(change)
  for (const key of ['Tab', 'Tab', 'Tab', 'a']) {
    await wait(8_000)
    fireEvent.keyDown(document.body, { key })
  }
  expect(isShown()).toBe(true)
  await wait(2_000)
  expect(isShown()).toBe(false)
})

test('the newest toast replaces the others', async () => {
  show(change)
  act(() => showToast({ type: 'error', message: 'You are offline. Nothing was sent.' }))
  expect([isShown(), screen.queryByText(/^You are offline/) !== null]).toEqual([false, true])
})

test('a toast without Undo disappears after 5 seconds, also when Tab is pressed', async () => {
  show()
  await wait(4_000)
  fireEvent.keyDown(document.body, { key: 'Tab' })
  await wait(1_000)
  expect(isShown()).toBe(false)
})

test('a toast stays while one of its buttons has the focus', async () => {
  show(change)
  act(() => button('Undo').focus())
  await wait(60_000)
  fireEvent.keyDown(button('Undo'), { key: 'Tab' })
  act(() => button('Dismiss').focus())
  await wait(60_000)
  expect(isShown()).toBe(true)
})

test.each(['Undo', 'Dismiss'])('%s moves the focus from the toast to the screen', async (name) => {
  show(change)
  act(() => button(name).focus())
  await act(async () => button(name).click())
  expect(isShown()).toBe(false)
  await wait(20)
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('a click on Dismiss leaves the focus in a field of the screen', async () => {
  show(change)
  act(() => screen.getByLabelText('Name').focus())
  await act(async () => button('Dismiss').click())
  expect(isShown()).toBe(false)
  await wait(20)
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})
