import { EmptyState } from '~/components/empty-state'
import { Icon, type IconName } from '~/components/icons'
import { Link } from '~/components/link'
import { Pagination } from '~/components/pagination'
import type { TimelineItem } from './timeline.server'
import './timeline.css'

type Props = { budId: string; items: TimelineItem[]; currentPage: number; numOfPages: number }

const icons: Record<TimelineItem['type'], IconName> = {
  interaction: 'phone',
  event: 'event',
  milestone: 'sparkle',
}
const screens = { interaction: 'EditInteraction', event: 'EditEvent', milestone: 'EditCircle' }

/** What happened with a bud, the latest day first (product 18.6). */
export function Timeline({ budId, items, currentPage, numOfPages }: Props) {
  const returnTo = `/dashboard/Bud/${budId}`
  const logPath = `/dashboard/LogInteraction?${new URLSearchParams({ buds: budId, returnTo })}`
  return (
    <section className="card timeline" id="timeline">
      <header>
        <h2>Timeline</h2>
        <Link className="button quiet" to={logPath} prefetch="intent">
          <Icon name="plus" />
          Log interaction
        </Link>
      </header>
      {items.length === 0 ? (
        <EmptyState sentence="Calls, letters, dinners and notes stand here, the latest first." />
      ) : (
        <ol className="timeline-items">
          {items.map(({ type, _id, on, title, note }) => (
            <li key={`${type} ${_id} ${title}`} className={type}>
              <span className="timeline-mark">
                <Icon name={icons[type]} />
              </span>
              <div>
                <p className="timeline-title">
                  <Link
                    to={`/dashboard/${screens[type]}/${_id}?${new URLSearchParams({ returnTo })}`}
                    discover="none"
                  >
                    {title || 'Milestone'}
                  </Link>
                  <time dateTime={on}>{on}</time>
                </p>
                {note && <p className="text">{note}</p>}
              </div>
            </li>
          ))}
        </ol>
      )}
      <Pagination page={currentPage} pages={numOfPages} />
    </section>
  )
}
