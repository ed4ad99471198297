import { useEffect } from 'react'
import { restartToasts, subscribeToToasts } from './toasts'

/**
 * Makes toasts usable by keyboard. Each Tab restarts the timer of a toast with the button 'Undo'. When a toast disappears
 * with the focus, the focus moves to the screen. Toasts cover no control, where there is room (WCAG 2.4.11).
 */
export function useToastsFocus() {
  useEffect(() => {
    let frame = 0
    let isChanged = false
    // The browser scrolls to the focused control first.
    const inNextFrame = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        if (isChanged || covers(document.activeElement)) moveToasts()
        isChanged = false
      })
    }
    const onChange = () => {
      const hadFocus = document.activeElement?.closest('.toasts')
      isChanged = true
      inNextFrame()
      if (hadFocus) requestAnimationFrame(focusScreen)
    }
    const unsubscribe = subscribeToToasts(onChange)
    // The toast of the document may be there already.
    onChange()
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') restartToasts()
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('focusin', inNextFrame)
    return () => {
      unsubscribe()
      cancelAnimationFrame(frame)
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('focusin', inNextFrame)
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

const areApart = (one: DOMRect, other: DOMRect) =>
  other.right <= one.left || one.right <= other.left || other.bottom <= one.top || one.bottom <= other.top

function covers(control: Element | null) {
  const toasts = toastsOf()
  if (!toasts?.firstElementChild || !control || toasts.contains(control)) return false
  return !areApart(toasts.getBoundingClientRect(), control.getBoundingClientRect())
}

/** Toasts are no narrower than this. */
const narrow = 260

/**
 * Moves the toasts into the gap of the top bar, if it has room for them, or else to the first place from the top where they
 * cover no control. React renders no style.
 */
function moveToasts() {
  const toasts = toastsOf()
  if (!toasts?.firstElementChild) return
  toasts.removeAttribute('style')
  const bar = document.querySelector('.top-bar')
  const barEnd = bar?.getBoundingClientRect().bottom ?? 0
  const boxesOf = (root: ParentNode) =>
    [...root.querySelectorAll(controls)]
      .filter((control) => !toasts.contains(control))
      .map((control) => control.getBoundingClientRect())
      .filter(({ width }) => width > 0)
  const inBar = bar ? boxesOf(bar).filter(({ top }) => top < barEnd) : []
  // The bar covers what has been scrolled below it.
  const below = boxesOf(document).filter(({ bottom }) => bottom > barEnd)
  const [start, end] = lastGap(inBar)
  const isGap = end - start >= narrow && moveInto(toasts, { start, end, barEnd })
  if (isGap && below.every((box) => areApart(toasts.getBoundingClientRect(), box))) return
  const top = freeTop(toasts.getBoundingClientRect(), isGap ? below : [...inBar, ...below])
  if (top + toasts.offsetHeight <= window.innerHeight) toasts.style.insetBlockStart = `${top}px`
}

function moveInto(toasts: HTMLElement, { start, end, barEnd }: Record<'start' | 'end' | 'barEnd', number>) {
  toasts.style.insetInlineEnd = `${document.documentElement.clientWidth - end}px`
  toasts.style.maxInlineSize = `${Math.min(end - start, toasts.offsetWidth)}px`
  toasts.style.insetBlockStart = `${Math.max((barEnd - toasts.offsetHeight) / 2, 0)}px`
  return true
}

/** The first place from the top where a box covers none of the others. */
function freeTop({ left, right, top, height }: DOMRect, others: DOMRect[]) {
  const rows = others
    .filter((row) => row.right > left && row.left < right)
    .sort((one, other) => one.top - other.top)
  let free = top
  for (const row of rows) {
    if (row.top >= free + height + margin) break
    free = Math.max(free, row.bottom + margin)
  }
  return free
}

/** Where the last gap of a row of controls begins and ends that is wide enough. */
function lastGap(row: DOMRect[]) {
  const gaps = row.map(({ right }) => {
    const next = Math.min(...row.map(({ left }) => left).filter((left) => left >= right))
    return [right + margin, next - margin] as const
  })
  return gaps.filter(([start, end]) => end < Infinity && end - start >= narrow).at(-1) ?? ([0, 0] as const)
}
