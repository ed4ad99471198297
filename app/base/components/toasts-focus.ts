import { useEffect } from 'react'
import { restartToasts, subscribeToToasts } from './toasts'

/**
 * Makes toasts usable by keyboard. Each Tab restarts the timer of a toast with the button 'Undo'. When a toast disappears
 * with the focus, the focus moves to the screen. Toasts cover no control, where there is room (WCAG 2.4.11).
 */
export function useToastsFocus() {
  useEffect(() => {
    let frame = 0
    // The browser scrolls to the focused control first.
    const inNextFrame = (move: () => void) => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(move)
    }
    const onFocus = () => inNextFrame(() => covers(document.activeElement) && moveToasts())
    const onChange = () => {
      const hadFocus = document.activeElement?.closest('.toasts')
      inNextFrame(moveToasts)
      if (hadFocus) requestAnimationFrame(focusScreen)
    }
    const unsubscribe = subscribeToToasts(onChange)
    // The toast of the document may be there already.
    inNextFrame(moveToasts)
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') restartToasts()
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('focusin', onFocus)
    return () => {
      unsubscribe()
      cancelAnimationFrame(frame)
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('focusin', onFocus)
    }
  }, [])
}

function focusScreen() {
  if (document.activeElement !== document.body) return
  document.getElementById('main')?.focus({ preventScroll: true })
}

const controls = 'a, button, input, select, textarea, summary'
const margin = 8
const toastsOf = () => document.querySelector<HTMLElement>('.toasts')

function covers(control: Element | null) {
  const toasts = toastsOf()
  if (!toasts?.firstElementChild || !control || toasts.contains(control)) return false
  const [one, other] = [toasts.getBoundingClientRect(), control.getBoundingClientRect()]
  return other.right > one.left && other.left < one.right && other.bottom > one.top && other.top < one.bottom
}

/**
 * Moves the toasts to where they cover no control: beside those of the top bar, where it has room for them, and otherwise to
 * the first place from the top. React renders no style.
 */
function moveToasts() {
  const toasts = toastsOf()
  if (!toasts?.firstElementChild) return
  toasts.removeAttribute('style')
  const { left, right, top, height, width } = toasts.getBoundingClientRect()
  const rows = [...document.querySelectorAll(controls)]
    .filter((control) => !toasts.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter((row) => row.width > 0 && row.bottom > top)
  const beside = endBeside(
    rows.filter((row) => row.top < top + height + margin),
    width,
    right,
  )
  if (beside) {
    toasts.style.insetInlineEnd = `${window.innerWidth - beside}px`
    return
  }
  let free = top
  for (const row of rows
    .filter((row) => row.right > left && row.left < right)
    .sort((one, other) => one.top - other.top)) {
    if (row.top >= free + height + margin) break
    free = Math.max(free, row.bottom + margin)
  }
  if (free + height <= window.innerHeight) toasts.style.insetBlockStart = `${free}px`
}

/** The right end of a place of a width among controls side by side, in the right half of the window, the rightmost first. */
function endBeside(row: DOMRect[], width: number, right: number) {
  const ends = [right, ...row.map((control) => control.left - margin).sort((one, other) => other - one)]
  return ends.find(
    (end) =>
      end <= right &&
      end - width >= window.innerWidth / 2 &&
      row.every((control) => control.left >= end || control.right <= end - width - margin),
  )
}
