import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { type ClientLoaderFunctionArgs, useLoaderData, useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { requireUser } from '~/accounts/sessions.server'
import { CalendarToolbar } from '~/calendar/CalendarToolbar'
import { dayOf, wallClockNow } from '~/calendar/calendar-days'
import { rangeOf, readPeriod } from '~/calendar/calendar-period'
import { EventAgenda } from '~/calendar/EventAgenda'
import type { EventCalendar } from '~/calendar/EventCalendar'
import { type Load, useKnownEvents } from '~/calendar/known-events'
import { newEventFrom } from '~/calendar/new-event'
import { EmptyState } from '~/components/empty-state'
import { Icon } from '~/components/icons'
import { useSlowLoading } from '~/components/list-header'
import { showToast } from '~/components/toasts'
import { eventtypes } from '~/events/event'
import { eventsBetween } from '~/events/event-range.server'
import '~/calendar/calendar.css'
import '~/calendar/event-calendar.css'

export const meta: MetaFunction = () => [{ title: 'Calendar · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const range = rangeAnywhere(new URL(call.request.url).searchParams)
  return { ...range, events: await eventsBetween(user._id, range), today: todayAt(0) }
}

/** Without a date it is today's, which two places on earth may not agree about: it holds what each of them shows. */
function rangeAnywhere(query: URLSearchParams) {
  const [first, last] = [readPeriod(query, todayAt(-12)), readPeriod(query, todayAt(14))]
  const range = rangeOf(first)
  return first.date === last.date ? range : { ...range, to: rangeOf(last).to }
}

function todayAt(hoursFromGreenwich: number) {
  return dayOf(new Date(Date.now() + hoursFromGreenwich * 60 * 60 * 1000))
}

const failure = 'Failed to fetch events'

/** What fails leaves the calendar as it is. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>()
  } catch (error) {
    if (error instanceof Response || request.signal.aborted) throw error
    showToast({ type: 'error', message: failure })
    return null
  }
}

export default function Calendar() {
  return <CalendarScreen load={useLoaderData<typeof clientLoader>()} />
}

export function ErrorBoundary() {
  useEffect(() => showToast({ type: 'error', message: failure }), [])
  return <CalendarScreen load={null} />
}

function CalendarScreen({ load }: { load: (Load & { today: string }) | null }) {
  const today = useSyncExternalStore(never, todayHere, () => load?.today ?? todayAt(0))
  const period = usePeriod(today)
  const { events, arrived, isTold } = useKnownEvents(load, rangeOf(period))
  const { EventCalendar, isMissing } = useEventCalendar()
  const isSlow = useSlowLoading()
  const isAgenda = period.view === 'agenda' || isMissing === true
  const gap = isTold ? undefined : load ? <p className="calendar-loading">{loading}</p> : <Failure />
  return (
    <div className="calendar-screen">
      <header className="calendar-header">
        <h1 tabIndex={-1}>Calendar</h1>
        <a className="button" href={newEventFrom(useLocation().search).whenever}>
          <Icon name="plus" />
          Add Event
        </a>
      </header>
      <CalendarToolbar period={period} status={isSlow ? loading : ''} />
      {EventCalendar && !isAgenda ? (
        <EventCalendar {...period} events={events} arrived={arrived} />
      ) : (
        <div className={isAgenda ? 'calendar-frame' : 'calendar-frame waits'}>
          <p className="calendar-loading">{loading}</p>
          <EventAgenda period={period} events={events} today={today} gap={gap} />
        </div>
      )}
      <ul className="calendar-types" aria-label="Event types">
        {eventtypes.map((type) => (
          <li key={type} className={`event ${type}`}>
            <span className="event-mark" />
            {type}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Failure() {
  const { pathname, search } = useLocation()
  return (
    <EmptyState sentence={failure}>
      <a className="button quiet" href={pathname + search}>
        Try again
      </a>
    </EmptyState>
  )
}

const loading = 'Loading calendar...'
const never = () => () => {}
const todayHere = () => dayOf(wallClockNow())

/** The calendar is at once where it is being moved to; its address and the newest events follow. */
function usePeriod(today: string) {
  const here = useLocation()
  const { location: next } = useNavigation()
  const { search } = next?.pathname === here.pathname ? next : here
  return useMemo(() => readPeriod(new URLSearchParams(search), today), [search, today])
}

type Pieces = { EventCalendar?: typeof EventCalendar; isMissing?: boolean }

const none: Pieces = {}
let come = none

/** On their way as soon as this screen is, and here from then on. */
const coming = import.meta.env.SSR
  ? undefined
  : import('~/calendar/EventCalendar')
      .catch(() => ({ isMissing: true }))
      .then((pieces) => {
        come = pieces
      })

function whenCome(listener: () => void) {
  coming?.then(listener)
  return () => {}
}

const useEventCalendar = () =>
  useSyncExternalStore(
    whenCome,
    () => come,
    () => none,
  )
