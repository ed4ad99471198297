import { Form, useLocation } from '@remix-run/react'
import { type ReactNode, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { AccountField } from './account-field'
import { Icon } from './icons'

export type Toast = {
  type: 'info' | 'success' | 'error' | 'warning'
  message: string
  /** The name of the record that the message is about. */
  about?: string | undefined
  /** The URL that undoes what the message reports. */
  undo?: string | undefined
}
type ShownToast = Toast & { id: number }

/** A field of forms whose response has all that changes on the page, with a toast. No loader runs again. */
export const inPlaceField = 'inPlace'

const displayTime = 5_000
/** A toast with the button 'Undo' takes longer to read and to decide on. */
const displayTimeOfUndo = 10_000
const noToasts: ShownToast[] = []
const listeners = new Set<() => void>()
let shownToasts = noToasts
let lastId = 0

function setShownToasts(toasts: ShownToast[]) {
  shownToasts = toasts
  for (const listener of listeners) listener()
}

/** Calls `listener` when toasts are shown or removed. */
export function subscribeToToasts(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows a toast in place of the last one, which is out of date. Works in the browser only. */
export function showToast({ type, message, undo }: Toast) {
  lastId += 1
  setShownToasts([{ type, message, undo, id: lastId }])
}

/** Restarts the timers of the toasts with a button 'Undo'. */
export const restartToasts = () =>
  setShownToasts(shownToasts.map((toast) => (toast.undo ? { ...toast } : toast)))

/** Shows the toast of a loader or an action, once for each response. */
export function useToast(toast: Toast | undefined) {
  useEffect(() => {
    if (toast) showToast(toast)
  }, [toast])
}

/**
 * The live region of every page, and the toast of the page's response. A static page (`isStatic`) and a browser without
 * JavaScript get that toast in the HTML.
 */
export function Toasts({ toast, isStatic }: { toast: Toast | undefined; isStatic: boolean }) {
  const toasts = useSyncExternalStore(
    subscribeToToasts,
    () => shownToasts,
    () => noToasts,
  )
  useToast(toast)
  return (
    <>
      {toast && !isStatic && <PlainToast {...toast} />}
      <div className="toasts" role="status">
        {toast && isStatic && <StaticToast {...toast} />}
        {toasts.map((toast) => (
          <LiveToast key={toast.id} toast={toast} />
        ))}
      </div>
    </>
  )
}

type ActionToastProps = { actionData: { msg: string; type?: Toast['type'] } | undefined }

/** The message of an action, as a toast. Without JavaScript it is part of the page. */
export function ActionToast({ actionData }: ActionToastProps) {
  const toast = useMemo(
    () => (actionData?.msg ? { type: actionData.type ?? 'error', message: actionData.msg } : undefined),
    [actionData],
  )
  useToast(toast)
  return toast ? <PlainToast {...toast} /> : null
}

type UndoProps = { to: string; onSubmit?: () => void; children?: ReactNode }

/** Submits to the URL that undoes a change, and returns to this page. */
export function UndoButton({ to, onSubmit, children = 'Undo' }: UndoProps) {
  const { pathname, search } = useLocation()
  return (
    <Form method="post" action={to} onSubmit={onSubmit} discover="none">
      <AccountField />
      <input type="hidden" name="returnTo" value={pathname + search} />
      <button type="submit" className="button quiet" name="intent" value="undo">
        {children}
      </button>
    </Form>
  )
}

const ToastText = ({ message, about }: Pick<Toast, 'message' | 'about'>) => (
  <p>
    {about ? <span>{message}</span> : message}
    {about && <span className="toast-about">{about}</span>}
  </p>
)

function PlainToast({ type, undo, ...text }: Toast) {
  return (
    <noscript>
      <div className="toast" data-type={type}>
        <ToastText {...text} />
        {undo && <UndoButton to={undo} />}
      </div>
    </noscript>
  )
}

/** Disappears by CSS animation. The script of `theme.tsx` handles its button. */
function StaticToast({ type, message }: Toast) {
  return (
    <div className="toast static" data-type={type}>
      <p>{message}</p>
      <button type="button" className="icon-button js-only" data-dismiss=".toast">
        <Icon name="close" label="Dismiss" />
      </button>
    </div>
  )
}

function LiveToast({ toast }: { toast: ShownToast }) {
  const { type, undo } = toast
  const dismiss = useCallback(() => setShownToasts(shownToasts.filter(({ id }) => id !== toast.id)), [toast])
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(dismiss, undo ? displayTimeOfUndo : displayTime)
    return () => clearTimeout(timer)
  }, [isPaused, dismiss, undo])
  const pause = () => setPaused(true)
  const resume = () => setPaused(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer
    <div
      className="toast"
      data-type={type}
      onMouseEnter={pause}
      onMouseLeave={resume}
      onFocus={pause}
      onBlur={resume}
    >
      <ToastText {...toast} />
      {undo && <UndoButton to={undo} onSubmit={dismiss} />}
      <button type="button" className="icon-button" onClick={dismiss}>
        <Icon name="close" label="Dismiss" />
      </button>
    </div>
  )
}
