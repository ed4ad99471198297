import { useFetcher, useNavigate } from '@remix-run/react'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { type Beside, entryNow } from './beside-list'
import { fullName } from './bud'
import type { ListedBud } from './bud-card'
import { BudPortrait } from './bud-portrait'
import './bud-list.css'

type Props = {
  beside: Beside
  /** The id of the bud whose page is open. */
  current: string
}

/** The list of buds beside the page of one of them. The arrow keys go through the people; Escape goes back to the list. */
export function BudList({ beside, current }: Props) {
  const { list } = beside
  const { load, data } = useFetcher<{ buds: ListedBud[] }>()
  const navigate = useNavigate()
  const currentLink = useRef<HTMLAnchorElement>(null)
  const isLoaded = data !== undefined
  const reachable = data?.buds.find(({ _id }) => _id === current) ?? data?.buds[0]
  useEffect(() => void load(list.replace(/\?|$/, '?index&')), [load, list])
  useEffect(() => {
    if (isLoaded && document.activeElement?.matches('body, #main')) currentLink.current?.focus()
  }, [isLoaded])

  /** To its entry in the history, where it is as it was scrolled. */
  function goBack(event: MouseEvent) {
    const steps = beside.entry - entryNow()
    if (steps >= 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    navigate(steps)
  }

  return (
    <nav className="bud-list keeps-focus" aria-label="Buds" onKeyDown={goByKey}>
      <Link className="button quiet close-list" to={list} discover="none" onClick={goBack}>
        <Icon name="close" />
        Close
      </Link>
      <ul className="bud-list-people">
        {data?.buds.map((bud) => {
          const isCurrent = bud._id === current
          return (
            <li key={bud._id}>
              <Link
                ref={isCurrent ? currentLink : undefined}
                to={`/dashboard/Bud/${bud._id}`}
                replace
                state={beside}
                discover="none"
                aria-current={isCurrent ? 'page' : undefined}
                tabIndex={bud === reachable ? 0 : -1}
              >
                <BudPortrait bud={bud} />
                <span>{fullName(bud)}</span>
                {bud.contact?.due && (
                  <small className={bud.contact.isLate ? 'late' : undefined}>{bud.contact.due}</small>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

function goByKey(event: KeyboardEvent<HTMLElement>) {
  const { key, currentTarget, altKey, ctrlKey, metaKey, shiftKey } = event
  if (altKey || ctrlKey || metaKey || shiftKey) return
  if (key === 'Escape') return currentTarget.querySelector<HTMLElement>('.close-list')?.click()
  const step = steps[key]
  if (!step) return
  event.preventDefault()
  const links = [...currentTarget.querySelectorAll<HTMLElement>('li > a')]
  const from = links.findIndex((link) => link.matches(':focus'))
  const at = from >= 0 ? from : links.findIndex((link) => link.matches('[aria-current]'))
  const next = links[at + step]
  next?.focus()
  // A key that is held down would load a page many times a second, so it moves the focus alone.
  if (!event.repeat) next?.click()
}
