import { useEffect } from 'react'
import { restartToasts, subscribeToToasts } from './toasts'

/**
 * Makes toasts usable by keyboard. Each Tab restarts the timer of a toast with the button 'Undo'. When a toast disappears
 * with the focus, the focus moves to the screen. Toasts that cover the focused control move to the bottom, or back
 * (WCAG 2.4.11).
 */
export function useToastsFocus() {
  useEffect(() => {
    let frame = 0
    // The browser scrolls to the focused control first.
    const moveInNextFrame = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(moveToasts)
    }
    const onChange = () => {
      const hadFocus = document.activeElement?.closest('.toasts')
      moveInNextFrame()
      if (hadFocus) requestAnimationFrame(focusScreen)
    }
    const unsubscribe = subscribeToToasts(onChange)
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') restartToasts()
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('focusin', moveInNextFrame)
    return () => {
      unsubscribe()
      cancelAnimationFrame(frame)
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('focusin', moveInNextFrame)
    }
  }, [])
}

function focusScreen() {
  if (document.activeElement !== document.body) return
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** React does not change the class, because it renders a constant. */
function moveToasts() {
  const toasts = document.querySelector('.toasts')
  const focused = document.activeElement
  if (!toasts || !focused || toasts.contains(focused)) return
  const { left, right, top, bottom } = toasts.getBoundingClientRect()
  const control = focused.getBoundingClientRect()
  const [x, y] = [(control.left + control.right) / 2, (control.top + control.bottom) / 2]
  if (x > left && x < right && y > top && y < bottom) toasts.classList.toggle('low')
}
