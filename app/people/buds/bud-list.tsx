import { useNavigate, useNavigation } from '@remix-run/react'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { entryNow } from '~/base/components/history-entry'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import type { Beside } from './beside-list'
import { fullName, otherBudLabels } from './bud'
import { budCardFields, contactOf, type ListedBud } from './bud-card'
import type { Bud } from './bud-input.server'
import { BudPortrait } from './bud-portrait'
import './bud-list.css'

type Props = {
  beside: Beside
  /** The id of the bud whose page is open. */
  current: string
  today: string
}

/** The list of buds beside the page of one of them. The arrow keys go through the people; Escape goes back to the list. */
export function BudList({ beside, current, today }: Props) {
  const { buds, hasFailed } = useListed(beside.query, today)
  const { currentLink, goByKey } = useKeys(current, buds !== undefined)
  const goBack = useWayBack(beside)
  const reachable = buds?.find(({ _id }) => _id === current) ?? buds?.[0]
  return (
    <nav className="bud-list keeps-focus" aria-label="Buds" onKeyDown={goByKey}>
      <Link className="button quiet close-list" to={beside.list} discover="none" onClick={goBack}>
        <Icon name="close" />
        Close
      </Link>
      {hasFailed && <p className="help">The list could not be loaded</p>}
      {buds && (
        <ul className="bud-list-people">
          {buds.map((bud) => (
            <li key={bud._id}>
              <Link
                ref={bud._id === current ? currentLink : undefined}
                to={`/dashboard/Bud/${bud._id}`}
                replace
                state={beside}
                discover="none"
                aria-current={bud._id === current ? 'page' : undefined}
                tabIndex={bud === reachable ? 0 : -1}
              >
                <ListedPerson bud={bud} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}

function ListedPerson({ bud }: { bud: ListedBud }) {
  const { due, isLate } = bud.contact ?? {}
  const mark = bud.isArchived && otherBudLabels.archivedAt
  return (
    <>
      <BudPortrait bud={bud} />
      <span>{fullName(bud)}</span>
      {mark && <small>{mark}</small>}
      {due && <small className={isLate ? 'late' : undefined}>{due}</small>}
    </>
  )
}

/** The buds of a query of the API, which are read again after a form. The page beside them needs none of it. */
function useListed(query: string, today: string) {
  const [buds, setBuds] = useState<ListedBud[]>()
  const [hasFailed, setFailed] = useState(false)
  const isSending = useNavigation().formMethod === 'POST'
  useEffect(() => {
    if (isSending) return
    const controller = new AbortController()
    readBuds(query, controller.signal).then(
      (buds) => setBuds(buds.map((bud) => ({ ...budCardFields(bud), contact: contactOf(bud, today) }))),
      () => setFailed(!controller.signal.aborted),
    )
    return () => controller.abort()
  }, [query, today, isSending])
  return { buds, hasFailed: hasFailed && !buds }
}

async function readBuds(query: string, signal: AbortSignal) {
  const response = await fetch(`/api/v1/buds?${query}`, { signal })
  if (!response.ok) throw new Error(`The list of buds: ${response.status}`)
  const { buds } = (await response.json()) as { buds: Bud[] }
  return buds
}

/** To the list's entry in the history, where it is as it was scrolled. */
function useWayBack({ entry }: Beside) {
  const navigate = useNavigate()
  return (event: MouseEvent) => {
    const steps = entry - entryNow()
    if (steps >= 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    navigate(steps)
  }
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Opens the person above or below by an arrow key. The focus follows once their page is open. */
function useKeys(current: string, isLoaded: boolean) {
  const pending = useNavigation().location?.pathname
  const currentLink = useRef<HTMLAnchorElement>(null)
  const opening = useRef<HTMLElement>()
  useEffect(() => {
    if (isLoaded && document.activeElement?.matches('body, #main')) currentLink.current?.focus()
  }, [isLoaded])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another page is open
  useEffect(() => {
    if (opening.current === currentLink.current) opening.current?.focus()
  }, [current])

  function goByKey(event: KeyboardEvent<HTMLElement>) {
    const { key, currentTarget, altKey, ctrlKey, metaKey, shiftKey, repeat } = event
    if (altKey || ctrlKey || metaKey || shiftKey) return
    if (key === 'Escape') return currentTarget.querySelector<HTMLElement>('.close-list')?.click()
    const step = steps[key]
    if (!step) return
    event.preventDefault()
    const links = [...currentTarget.querySelectorAll<HTMLAnchorElement>('li > a')]
    const from =
      (repeat ? undefined : links.find(({ pathname }) => pathname === pending)) ??
      links.find((link) => link.matches(':focus')) ??
      links.find((link) => link.matches('[aria-current]'))
    const next = links[(from ? links.indexOf(from) : -1) + step]
    // A key that is held down would load a page many times a second, so it moves the focus alone.
    opening.current = repeat ? undefined : next
    if (repeat) next?.focus()
    else next?.click()
  }
  return { currentLink, goByKey }
}
