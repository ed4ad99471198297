import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { AccountField } from '~/base/components/account-field'
import { DashboardIcon, type DashboardIconName } from '~/base/components/dashboard-icons'
import { EmptyState } from '~/base/components/empty-state'
import { FoldedRest } from '~/base/components/folded-rest'
import { FormError } from '~/base/components/form-error'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { Pagination } from '~/base/components/pagination'
import { eventPath } from '~/events/events/event'
import { LogLine } from './log-line'
import { shortDay } from './reason'
import type { TimelineItem } from './timeline.server'
import './timeline.css'

type Props = {
  budId: string
  today: string
  items: TimelineItem[]
  currentPage: number
  numOfPages: number
  /** Idempotency key of what the form logs. */
  newId: string
  /** A note that was refused. */
  unlogged?: { note: string; msg: string } | undefined
}

/** Icons of interactions by title, and of the other types. */
const icons: Record<string, DashboardIconName> = {
  Call: 'phone',
  Message: 'message',
  Meeting: 'buds',
  Letter: 'mail',
  Gift: 'heart',
  Note: 'pen',
  event: 'event',
  milestone: 'sparkle',
}
const pages = { event: 'Event', milestone: 'Circle' }

/** On narrow screens the others are folded. */
const firstItems = 6

const pathOf = (budId: string) => `/dashboard/Bud/${budId}`

/** What happened with a bud, the latest day first (product 18.6). */
export function Timeline({ budId, today, items, currentPage, numOfPages, newId, unlogged }: Props) {
  const logPath = `/dashboard/LogInteraction?${new URLSearchParams({ buds: budId, returnTo: pathOf(budId) })}`
  return (
    <section className="card timeline" id="timeline">
      <header>
        <h2>Timeline</h2>
        <Link className="button quiet" to={logPath} prefetch="intent">
          <Icon name="plus" />
          Log interaction
        </Link>
      </header>
      <LogForm key={budId} newId={newId} unlogged={unlogged} />
      {items.length === 0 ? (
        <EmptyState sentence="Calls, letters, dinners and notes appear here, the latest first." />
      ) : (
        <>
          <Items {...{ budId, today }} items={items.slice(0, firstItems)} />
          <FoldedRest count={items.length - firstItems}>
            <Items {...{ budId, today }} items={items.slice(firstItems)} />
          </FoldedRest>
        </>
      )}
      <Pagination page={currentPage} pages={numOfPages} />
    </section>
  )
}

function Items({ budId, today, items }: Pick<Props, 'budId' | 'today' | 'items'>) {
  const query = new URLSearchParams({ returnTo: pathOf(budId) })
  return (
    <ol className="timeline-items">
      {items.map(({ type, _id, occurrence, on, title, note }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: milestones of a circle may be equal
        <li key={`${_id} ${n}`} className={type}>
          <span className="timeline-mark">
            <DashboardIcon name={icons[type === 'interaction' ? title : type] ?? 'check'} />
          </span>
          <div>
            <p className="timeline-title">
              <Link
                to={
                  type === 'interaction'
                    ? `/dashboard/EditInteraction/${_id}?${query}`
                    : eventPath(_id, occurrence, pages[type])
                }
                discover="none"
              >
                {title || 'Milestone'}
              </Link>
              <time dateTime={on}>{shortDay(on, today)}</time>
            </p>
            {note && <p className="text">{note}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Its text stays while other forms of the screen are sent, and goes when it was logged. */
function LogForm({ newId, unlogged }: Pick<Props, 'newId' | 'unlogged'>) {
  const form = useRef<HTMLFormElement>(null)
  const isSending = useNavigation().formData?.has('kind') === true
  const wasSending = useRef(false)
  useEffect(() => {
    const note = form.current?.querySelector('textarea')
    if (wasSending.current && !isSending && !unlogged && note) note.value = ''
    wasSending.current = isSending
  }, [isSending, unlogged])
  return (
    <Form method="post" preventScrollReset ref={form}>
      <AccountField />
      <input type="hidden" name="_id" value={newId} />
      {unlogged && <FormError msg={unlogged.msg} />}
      <LogLine id="log-note" note={unlogged?.note} />
    </Form>
  )
}
