import {
  type Blocker,
  type Location,
  type NavigateFunction,
  useBeforeUnload,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigation,
} from '@remix-run/react'
import { useEffect, useId, useRef, useState } from 'react'
import { showAsModal } from './confirm-dialog'
import { partOf } from './edited-part'
import { focusField } from './focus-field'
import { entryNow } from './history-entry'

/**
 * Asks before a link, Back or closing the tab loses what was typed in a form of the screen, or what it shows only once:
 * the element whose `data-shown-once` says so, once it has the focus (product 14). Nothing of it is stored, so nothing stays
 * behind on a shared computer.
 */
export function LeaveGuard() {
  const { isNeeded, hasUnsentText } = useUnsentText()
  return isNeeded ? <ActiveGuard hasUnsentText={hasUnsentText} /> : null
}

/** While no form is used there is no blocker, because Remix warns of one when a link leads to a place of the page. */
function ActiveGuard({ hasUnsentText }: { hasUnsentText: HasUnsentText }) {
  const isSending = useNavigation().state !== 'idle'
  const goOn = useRef(() => {})
  const navigate = useNavigate()
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const isBlocked =
      currentLocation.pathname === nextLocation.pathname
        ? isReplaced(currentLocation, nextLocation, hasUnsentText)
        : hasUnsentText()
    if (isBlocked) goOn.current = navigationTo(nextLocation, historyAction, navigate)
    return isBlocked
  })
  const question = useQuestion(blocker, () => goOn.current())
  useBeforeUnload((event) => {
    if (!isSending && hasUnsentText()) event.preventDefault()
  })
  useLinksWithinPage()
  return question && <LeaveDialog {...question} />
}

/** Returns what asks for a location once more, in the same way. Back and Forward have moved to their entry already. */
function navigationTo(to: Location, action: string, navigate: NavigateFunction) {
  const entry = entryNow()
  return () =>
    action === 'POP'
      ? navigate(entry - entryNow())
      : navigate(to, { state: to.state, replace: action === 'REPLACE' })
}

/** The question about a location. A load that ends unblocks it, but the question stays until it is answered. */
function useQuestion({ state, reset, proceed }: Blocker, goOn: () => void) {
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (state === 'blocked') setAsked(true)
  }, [state])
  if (!isAsked) return null
  return {
    stay() {
      setAsked(false)
      reset?.()
    },
    leave() {
      setAsked(false)
      if (proceed) proceed()
      else goOn()
    },
  }
}

type HasUnsentText = (forms?: string) => boolean

/** Whether another address of the same screen, or a form that is sent to it, takes the place of what would be lost. */
function isReplaced(from: Location, to: Location, hasUnsentText: HasUnsentText) {
  if (hasUnsentText(shownOnce)) return true
  if (partOf(from) !== partOf(to) && hasUnsentText('.place-form')) return true
  return from.search !== to.search && hasUnsentText('.form-page')
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

/**
 * Whether a form of this screen is used, and whether one has text that was not sent. A form is used from when a field of it
 * has the focus: a blocker that came with the first letter would be too late for an Escape right after it.
 */
function useUnsentText() {
  const { pathname } = useLocation()
  const [usedPath, setUsedPath] = useState<string>()
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
      const form = formOfText(target)
      if (!form) return
      forms.add(form)
      setUsedPath(pathname)
    })
    const use = (focused: Element | null) => {
      if (focused && (focused.closest(shownOnce) || formOfText(focused))) setUsedPath(pathname)
    }
    listen('focusin', use)
    use(document.activeElement)
    listen('submit', (form) => void forms.delete(form as HTMLFormElement))
    listen('click', (target) => {
      isDiscarded.current = target.closest('[data-discards]') !== null
    })
    return () => listeners.abort()
  }, [pathname])
  const hasUnsentText = (within = '*') =>
    !isDiscarded.current &&
    [...typed.current, ...document.querySelectorAll(`${refusedForm}, ${shownOnce}`)].some(
      (element) => element.isConnected && element.matches(within),
    )
  return { isNeeded: usedPath === pathname, hasUnsentText }
}

function formOfText(field: Element) {
  const form = field.matches(textField) ? field.closest('form') : null
  return form?.matches('#main [method=post]') ? form : null
}

const textField = ':is(input[name], textarea):not([type=checkbox], [type=radio], [type=file])'

/** A form that was sent, and came back as it was typed. */
const refusedForm =
  '#main form[method=post]:is(:has(.error-summary, .form-error, [aria-invalid=true]), [data-refused])'

const shownOnce = '[data-shown-once]'

function LeaveDialog({ stay, leave }: { stay: () => void; leave: () => void }) {
  const id = useId()
  const shown = document.querySelector<HTMLElement>(shownOnce)?.dataset.shownOnce
  return (
    <dialog
      ref={showAsModal}
      className="dialog"
      onClose={stay}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}question`}
    >
      <h2 id={`${id}title`}>Leave without {shown ? 'copying' : 'saving'}?</h2>
      <p id={`${id}question`}>{shown ?? 'What you typed on this screen is not saved.'}</p>
      <div className="dialog-buttons">
        <form method="dialog">
          <button type="submit" className="button quiet">
            Stay
          </button>
        </form>
        <button type="button" className="button danger" onClick={leave} data-discards>
          Leave
        </button>
      </div>
    </dialog>
  )
}
