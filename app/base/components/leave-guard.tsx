import { useBeforeUnload, useBlocker, useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { showAsModal } from './confirm-dialog'
import { focusField } from './focus-field'

type Question = { title: string; text: string }

const unsentText = { title: 'Leave without saving?', text: 'What you typed on this screen is not saved.' }

let question: Question | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Lets the guard ask a question while the screen shows what cannot be shown again. Undefined: nothing would be lost. */
export function useLeaveQuestion(asked: Question | undefined) {
  useEffect(() => {
    const ask = (next: Question | undefined) => {
      question = next
      for (const listener of listeners) listener()
    }
    ask(asked)
    return () => ask(undefined)
  }, [asked])
}

/**
 * Asks before a link, Back or closing the tab loses what was typed in a form of the screen (product 14), or what the screen
 * shows only once. Nothing typed is stored, so nothing stays behind on a shared computer.
 */
export function LeaveGuard() {
  const { isTyped, hasUnsentText } = useUnsentText()
  const asked = useSyncExternalStore(
    subscribe,
    () => question,
    () => undefined,
  )
  if (!isTyped && !asked) return null
  return <ActiveGuard isAsking={() => asked !== undefined || hasUnsentText()} {...(asked ?? unsentText)} />
}

/** While nothing is typed there is no blocker, because Remix warns of one when a link leads to a place of the page. */
function ActiveGuard({ isAsking, ...asked }: Question & { isAsking: () => boolean }) {
  const isSending = useNavigation().state !== 'idle'
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isAsking(),
  )
  useBeforeUnload((event) => {
    if (!isSending && isAsking()) event.preventDefault()
  })
  useLinksWithinPage()
  if (blocker.state !== 'blocked') return null
  return <LeaveDialog {...asked} stay={blocker.reset} leave={blocker.proceed} />
}

/** A link to a place of the page leads there without a new URL, which a blocker could not undo. */
function useLinksWithinPage() {
  useEffect(() => {
    function lead(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
      if (link && focusField(link.getAttribute('href')?.slice(1) ?? '')) event.preventDefault()
    }
    document.addEventListener('click', lead)
    return () => document.removeEventListener('click', lead)
  }, [])
}

/** Whether something was typed on this screen, and whether a form on the page has text that was not sent. */
function useUnsentText() {
  const { pathname } = useLocation()
  const [typedPath, setTypedPath] = useState<string>()
  const typed = useRef(new Set<HTMLFormElement>())
  const isDiscarded = useRef(false)
  useEffect(() => {
    const forms = typed.current
    const listeners = new AbortController()
    const listen = (type: string, listener: (target: Element) => void) =>
      document.addEventListener(type, ({ target }) => target instanceof Element && listener(target), {
        capture: true,
        signal: listeners.signal,
      })
    listen('input', (target) => {
      const form = target.matches(textField) ? target.closest('form') : null
      if (!form?.matches('#main [method=post]')) return
      forms.add(form)
      setTypedPath(pathname)
    })
    listen('submit', (form) => void forms.delete(form as HTMLFormElement))
    listen('click', (target) => {
      isDiscarded.current = target.closest('[data-discards]') !== null
    })
    return () => listeners.abort()
  }, [pathname])
  const hasUnsentText = () =>
    !isDiscarded.current &&
    [...typed.current, ...document.querySelectorAll(refusedForm)].some((form) => form.isConnected)
  return { isTyped: typedPath === pathname, hasUnsentText }
}

const textField = ':is(input[name], textarea):not([type=checkbox], [type=radio], [type=file])'

/** A form that was sent, and came back as it was typed. */
const refusedForm =
  '#main form[method=post]:is(:has(.error-summary, .form-error, [aria-invalid=true]), [data-refused])'

function LeaveDialog({ title, text, stay, leave }: Question & { stay: () => void; leave: () => void }) {
  const id = useId()
  return (
    <dialog
      ref={showAsModal}
      className="dialog"
      onClose={stay}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}question`}
    >
      <h2 id={`${id}title`}>{title}</h2>
      <p id={`${id}question`}>{text}</p>
      <div className="dialog-buttons">
        <form method="dialog">
          <button type="submit" className="button quiet">
            Stay
          </button>
        </form>
        <button type="button" className="button danger" onClick={leave}>
          Leave
        </button>
      </div>
    </dialog>
  )
}
