import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireSession } from '~/account/accounts/sessions.server'
import { countOrNone, formatCount } from '~/base/components/count'
import { DashboardIcon } from '~/base/components/dashboard-icons'
import { EmptyState } from '~/base/components/empty-state'
import { Link } from '~/base/components/link'
import { ListFailure } from '~/base/components/list-failure'
import { ListHeader } from '~/base/components/list-header'
import { Pagination } from '~/base/components/pagination'
import { dayOfInstant } from '~/base/components/time'
import { pageOrLast } from '~/base/forms/list-query'
import { redirectWithFailure } from '~/base/http/toast.server'
import type { Change } from '~/data/history/change'
import { ChangeRow } from '~/data/history/change-row'
import { changeQuery, listChanges } from '~/data/history/history.server'
import { addDays, longDay } from '~/events/calendar/calendar-days'
import { findDevice, listDeviceChanges } from '~/integrations/devices/devices.server'

export const meta: MetaFunction = () => [{ title: 'History · Budkeeper' }]

const path = '/dashboard/history'

export async function loader(call: LoaderFunctionArgs) {
  const { user, timeZone } = await requireSession(call)
  const { searchParams } = new URL(call.request.url)
  const query = changeQuery.lenient.parse(Object.fromEntries(searchParams))
  const device = await deviceOf(call, user._id)
  const list = await pageOrLast(query, (query) =>
    device ? listDeviceChanges(user._id, device._id, query) : listChanges(user._id, query),
  )
  const { changes, ...page } = list
  const today = dayOfInstant(new Date(), timeZone)
  const days = byDay(changes, timeZone)
  return { ...page, days, today, isTrash: query.type === 'deleted', of: query.of, device: device?.name }
}

/** The device whose changes alone are listed, also one that is revoked. */
async function deviceOf(call: LoaderFunctionArgs, userId: string) {
  const id = new URL(call.request.url).searchParams.get('device')
  try {
    return id ? await findDevice(userId, id) : undefined
  } catch (error) {
    throw await redirectWithFailure(call, path, error)
  }
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
  const { days, today, totalChanges, numOfPages, currentPage, isTrash, of, device } =
    useLoaderData<typeof loader>()
  const isPart = isTrash || Boolean(of || device)
  return (
    <div className="history">
      <ListHeader
        title={isTrash ? 'Trash' : 'History'}
        countText={countText(totalChanges, isTrash)}
        loadingText="Loading changes..."
      />
      <nav className="tabs" aria-label="Kinds of changes">
        <Link to={path} aria-current={isPart ? undefined : 'page'}>
          All changes
        </Link>
        <Link to={`${path}?type=deleted`} aria-current={isTrash && !device ? 'page' : undefined}>
          Trash
        </Link>
      </nav>
      <p className="help">{helpText(isTrash, of, device)}</p>
      {days.length === 0 ? (
        <EmptyState
          icon={<DashboardIcon name={isTrash ? 'trash' : 'clock'} />}
          sentence={
            isTrash
              ? 'Nothing is in the trash.'
              : 'Nothing has changed yet. What you add, edit or delete is listed here.'
          }
          link={
            isPart ? { label: 'Show all changes', to: path } : { label: 'Add Bud', to: '/dashboard/AddBud' }
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

function helpText(isTrash: boolean, of: string, device = '') {
  if (isTrash) return `What ${device || 'you'} deleted in the last 30 days. Restore it, or erase it for good.`
  const what = device ? `What ${device} changed` : of ? 'What changed in one record' : 'All that changed'
  return `${what} in the last 30 days. Each change can be undone.`
}

function countText(count: number, isTrash: boolean) {
  if (!isTrash) return countOrNone(count, 'change')
  return count === 0 ? 'Nothing' : `${formatCount(count)} deleted`
}

function dayName(day: string, today: string) {
  if (day === today) return 'Today'
  return day === addDays(today, -1) ? 'Yesterday' : longDay(day)
}

export function ErrorBoundary() {
  return <ListFailure title="History" msg="Failed to fetch changes" retry={path} />
}
