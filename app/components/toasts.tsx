import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Icon } from './icons'

export type Toast = { type: 'info' | 'success' | 'error' | 'warning'; message: string }
type Shown = Toast & { id: number }

const shownFor = 5_000
const none: Shown[] = []
const listeners = new Set<() => void>()
let shown = none
let lastId = 0

function replace(toasts: Shown[]) {
  shown = toasts
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows a toast at once; in the browser only. */
export function showToast({ type, message }: Toast) {
  lastId += 1
  replace([...shown.filter((toast) => toast.message !== message), { type, message, id: lastId }])
}

/** Shows what a loader or an action answered, once for every answer. */
export function useToast(toast: Toast | undefined) {
  const last = useRef<Toast>()
  useEffect(() => {
    if (toast && last.current !== toast) showToast(toast)
    last.current = toast
  }, [toast])
}

/**
 * The live region of every page, and the toast that came with it. A page without React in the browser
 * (`isStatic`) and a browser without JavaScript get the same toast in the HTML.
 */
export function Toasts({ toast, isStatic }: { toast: Toast | undefined; isStatic: boolean }) {
  const [toasts, setToasts] = useState(none)
  useEffect(() => {
    setToasts(shown)
    return subscribe(() => setToasts(shown))
  }, [])
  useToast(toast)
  return (
    <>
      {toast && !isStatic && <PlainToast {...toast} />}
      <div className="toasts" role="status">
        {toast && isStatic && <StaticToast {...toast} />}
        {toasts.map((one) => (
          <LiveToast key={one.id} {...one} />
        ))}
      </div>
    </>
  )
}

/** What an action refused, or had to say: at the top right, or without JavaScript where this stands. */
export function AnswerToast({ answer }: { answer: { msg: string; type?: Toast['type'] } | undefined }) {
  const toast = useMemo(
    () => (answer?.msg ? { type: answer.type ?? 'error', message: answer.msg } : undefined),
    [answer],
  )
  useToast(toast)
  return toast ? <PlainToast {...toast} /> : null
}

function PlainToast({ type, message }: Toast) {
  return (
    <noscript>
      <div className="toast" data-type={type}>
        <p>{message}</p>
      </div>
    </noscript>
  )
}

/** Goes by CSS; its button is minded by the script of `theme.tsx`, which is on every page. */
function StaticToast({ type, message }: Toast) {
  return (
    <div className="toast static" data-type={type}>
      <p>{message}</p>
      <button type="button" className="icon-button js-only" data-dismiss=".toast">
        <Icon name="close" />
        <span className="visually-hidden">Dismiss</span>
      </button>
    </div>
  )
}

function LiveToast({ id, type, message }: Shown) {
  const dismiss = useCallback(() => replace(shown.filter((toast) => toast.id !== id)), [id])
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(dismiss, shownFor)
    return () => clearTimeout(timer)
  }, [isHeld, dismiss])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while it is looked at
    <div
      className="toast"
      data-type={type}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <p>{message}</p>
      <button type="button" className="icon-button" onClick={dismiss}>
        <Icon name="close" />
        <span className="visually-hidden">Dismiss</span>
      </button>
    </div>
  )
}
