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

function covers(control: Element | null) {
  const toasts = toastsOf()
  if (!toasts?.firstElementChild || !control || toasts.contains(control)) return false
  const [one, other] = [toasts.getBoundingClientRect(), control.getBoundingClientRect()]
  return other.right > one.left && other.left < one.right && other.bottom > one.top && other.top < one.bottom
}

/** Toasts are no narrower than this. */
const narrow = 260
const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()

/**
 * Moves the toasts into the gap of the top bar, if it has room for them, or else to the first place from the top where they
 * cover no control. React renders no style.
 */
function moveToasts() {
  const toasts = toastsOf()
  if (!toasts?.firstElementChild) return
  const { style } = toasts
  toasts.removeAttribute('style')
  const { bottom } = boxOf('.top-bar')
  const boxes = [...document.querySelectorAll(controls)]
    .filter((control) => !toasts.contains(control))
    // The bar covers what has been scrolled below it.
    .filter((control) => control.closest('.top-bar') || control.getBoundingClientRect().bottom > bottom)
    .map((control) => control.getBoundingClientRect())
    .sort((one, other) => one.top - other.top)
  const search = boxOf('.top-bar > .quick-find')
  const end = boxOf('.theme-toggle').left - margin
  const gap = end - search.right - margin
  if (search.width && gap >= narrow) {
    style.insetInlineEnd = `${document.documentElement.clientWidth - end}px`
    style.maxInlineSize = `min(380px, ${gap}px)`
    style.insetBlockStart = `${Math.max((bottom - toasts.offsetHeight) / 2, 0)}px`
  }
  const { left, right, top, height } = toasts.getBoundingClientRect()
  let free = top
  for (const box of boxes.filter((box) => box.right > left && box.left < right)) {
    if (box.top >= free + height) break
    free = Math.max(free, box.bottom + margin)
  }
  if (free > top && free + height <= window.innerHeight) style.insetBlockStart = `${free}px`
}
