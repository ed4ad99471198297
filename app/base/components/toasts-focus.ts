import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { restartToasts, subscribeToToasts } from './toasts'

/**
 * Makes toasts usable by keyboard. Each Tab restarts the timer of a toast with the button 'Undo'. When a toast disappears
 * with the focus, the focus moves to the screen. Toasts cover no control (WCAG 2.4.11).
 */
export function useToastsFocus() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the room stays until the next screen, so that nothing moves
  useEffect(() => {
    document.documentElement.style.removeProperty(room)
    placeToasts()
  }, [pathname])
  useEffect(() => {
    let frame = 0
    const onChange = () => {
      const hadFocus = document.activeElement?.closest('.toasts')
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(placeToasts)
      if (hadFocus) requestAnimationFrame(focusScreen)
    }
    const unsubscribe = subscribeToToasts(onChange)
    // The toast of the document may be there already.
    onChange()
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') restartToasts()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      unsubscribe()
      cancelAnimationFrame(frame)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

function focusScreen() {
  if (document.activeElement !== document.body) return
  document.getElementById('main')?.focus({ preventScroll: true })
}

const room = '--toast'
const margin = 8
/** Toasts are no narrower than this. */
const narrow = 260
const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()

/**
 * Moves the toasts into the gap of the top bar, if it has room for them, or else makes room for them below the bar. React
 * renders no style.
 */
function placeToasts() {
  const toasts = document.querySelector<HTMLElement>('.toasts')
  if (!toasts?.firstElementChild) return
  toasts.removeAttribute('style')
  const { bottom } = boxOf('.top-bar')
  const start = boxOf('.top-bar > .quick-find').right || boxOf('.top-bar > .home').right
  const end = (boxOf('.find-link').left || boxOf('.theme-toggle').left) - margin
  const gap = end - start - margin
  const { style } = toasts
  if (gap >= narrow) {
    style.insetInlineEnd = `${document.documentElement.clientWidth - end}px`
    style.maxInlineSize = `min(380px, ${gap}px)`
    style.insetBlockStart = `${(bottom - toasts.offsetHeight) / 2}px`
    if (toasts.offsetHeight <= bottom) return
    toasts.removeAttribute('style')
  }
  const height = toasts.offsetHeight + margin
  document.documentElement.style.setProperty(room, `${height}px`)
  const focused = boxOf('.screen :focus')
  const covered = toasts.getBoundingClientRect().bottom + margin - focused.top
  if (focused.bottom > bottom && covered > 0) scrollBy(0, -Math.min(covered, height + margin))
}
