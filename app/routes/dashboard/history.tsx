import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireSession } from '~/account/accounts/sessions.server'
import { countOf, formatCount } from '~/base/components/count'
import { DashboardIcon } from '~/base/components/dashboard-icons'
import { EmptyState } from '~/base/components/empty-state'
import { Link } from '~/base/components/link'
import { ListFailure } from '~/base/components/list-failure'
import { ListHeader } from '~/base/components/list-header'
import { Pagination } from '~/base/components/pagination'
import { dayOfInstant } from '~/base/components/time'
import { pageOrLast } from '~/base/forms/list-query'
import type { Change } from '~/data/history/change'
import { ChangeRow } from '~/data/history/change-row'
import { changeQuery, listChanges } from '~/data/history/history.server'
import { addDays, longDay } from '~/events/calendar/calendar-days'
import '~/base/components/tabs.css'

export const meta: MetaFunction = () => [{ title: 'History · Budkeeper' }]

const path = '/dashboard/history'

export async function loader(call: LoaderFunctionArgs) {
  const { user, timeZone } = await requireSession(call)
  const query = changeQuery.lenient.parse(Object.fromEntries(new URL(call.request.url).searchParams))
  const list = await pageOrLast(query, (query) => listChanges(user._id, query))
  const { changes, ...page } = list
  const today = dayOfInstant(new Date(), timeZone)
  const days = byDay(changes, timeZone)
  return { ...page, days, today, isTrash: query.type === 'deleted', of: query.of }
}

/** The changes of each day, the latest first. */
function byDay(changes: Change[], timeZone: string | null) {
  const days = new Map<string, Change[]>()
  for (const change of changes) {
    const day = dayOfInstant(change.createdAt, timeZone)
    days.set(day, [...(days.get(day) ?? []), change])
  }
  return [...days]
}

export default function History() {
  const { days, today, totalChanges, numOfPages, currentPage, isTrash, of } = useLoaderData<typeof loader>()
  return (
    <div className="history">
      <ListHeader
        title={isTrash ? 'Trash' : 'History'}
        countText={countText(totalChanges, isTrash)}
        loadingText="Loading changes..."
      />
      <nav className="tabs" aria-label="Kinds of changes">
        <Link to={path} aria-current={isTrash || of ? undefined : 'page'}>
          All changes
        </Link>
        <Link to={`${path}?type=deleted`} aria-current={isTrash ? 'page' : undefined}>
          Trash
        </Link>
      </nav>
      <p className="help">
        {isTrash
          ? 'What you deleted in the last 30 days. Restore it, or erase it for good.'
          : of
            ? 'What changed in one record in the last 30 days. Each change can be undone.'
            : 'All that changed in the last 30 days. Each change can be undone.'}
      </p>
      {days.length === 0 ? (
        <EmptyState
          icon={<DashboardIcon name={isTrash ? 'trash' : 'clock'} />}
          sentence={
            isTrash
              ? 'Nothing is in the trash.'
              : 'Nothing has changed yet. What you add, edit or delete is listed here.'
          }
          link={
            isTrash || of
              ? { label: 'Show all changes', to: path }
              : { label: 'Add Bud', to: '/dashboard/AddBud' }
          }
        />
      ) : (
        days.map(([day, changes]) => (
          <section key={day} className="change-day" aria-labelledby={`day-${day}`}>
            <h2 id={`day-${day}`}>{dayName(day, today)}</h2>
            <ul className="change-rows">
              {changes.map((change) => (
                <ChangeRow key={change._id} change={change} isTrash={isTrash} />
              ))}
            </ul>
          </section>
        ))
      )}
      <Pagination page={currentPage} pages={numOfPages} />
    </div>
  )
}

function countText(count: number, isTrash: boolean) {
  if (!isTrash) return countOf(count, 'change')
  return count === 0 ? 'Nothing' : `${formatCount(count)} deleted`
}

function dayName(day: string, today: string) {
  if (day === today) return 'Today'
  return day === addDays(today, -1) ? 'Yesterday' : longDay(day)
}

export function ErrorBoundary() {
  return <ListFailure title="History" msg="Failed to fetch changes" retry={path} />
}
