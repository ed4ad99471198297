import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import {
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigation,
} from '@remix-run/react'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { requireUser } from '~/account/accounts/sessions.server'
import { DashboardIcon } from '~/base/components/dashboard-icons'
import { EmptyState } from '~/base/components/empty-state'
import { useFormAnswer } from '~/base/components/form-answer'
import { useHydrated } from '~/base/components/hydrated'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { useSlowLoading } from '~/base/components/list-header'
import { ActionToast, showToast } from '~/base/components/toasts'
import { expectedVersion, invalidForm, parseForm, refuseForm } from '~/base/forms/form.server'
import { redirectWithUndo } from '~/base/http/toast.server'
import { dayOf, wallClockNow } from '~/events/calendar/calendar-days'
import { type CalendarEntries, findCalendarEntries } from '~/events/calendar/calendar-entries.server'
import { newEventPaths, rangeOf, readPeriod } from '~/events/calendar/calendar-period'
import { CalendarToolbar } from '~/events/calendar/calendar-toolbar'
import { EventAgenda } from '~/events/calendar/event-agenda'
import type { EventCalendar } from '~/events/calendar/event-calendar'
import { type Load, useLoadedEvents } from '~/events/calendar/loaded-events'
import { eventtypes } from '~/events/events/event'
import { eventInput } from '~/events/events/event-input.server'
import { occurrenceQuery, updateAt } from '~/events/events/series.server'
import { feedsPath } from '~/integrations/feeds/feed'
import '~/events/calendar/calendar.css'
import '~/events/calendar/agenda.css'
import '~/events/calendar/event-calendar.css'
import '~/events/calendar/month-view.css'
import '~/events/calendar/time-view.css'

export const meta: MetaFunction = () => [{ title: 'Calendar · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const range = rangeForAllTimeZones(new URL(call.request.url).searchParams)
  // As one text: Remix encodes 1,000 events value by value, here and in the browser.
  const entries = JSON.stringify(await findCalendarEntries(user._id, range))
  return { ...range, entries, today: todayAt(0) }
}

/** Without a date the period contains today, which depends on the time zone. The range covers every time zone. */
function rangeForAllTimeZones(query: URLSearchParams) {
  const [earliest, latest] = [readPeriod(query, todayAt(-12)), readPeriod(query, todayAt(14))]
  const range = rangeOf(earliest)
  return earliest.date === latest.date ? range : { ...range, to: rangeOf(latest).to }
}

function todayAt(hoursFromUtc: number) {
  return dayOf(new Date(Date.now() + hoursFromUtc * 60 * 60 * 1000))
}

const newTimes = eventInput.pick({ startDate: true, endDate: true }).extend({ _id: z.string() })
const moveForm = z.intersection(newTimes, occurrenceQuery)

/** Moves the event that was dragged. */
export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const { pathname, search } = new URL(call.request.url)
  const submission = await parseForm(call.request, moveForm)
  if (submission.status !== 'success') return invalidForm(submission)
  const { _id, occurrence, scope, ...times } = submission.value
  try {
    const at = { occurrence, scope }
    const { changeId } = await updateAt(user._id, _id, times, at, expectedVersion(submission))
    return redirectWithUndo(pathname + search, 'Event edited successfully', changeId)
  } catch (error) {
    return refuseForm(call, submission, error)
  }
}

/** After a refusal too, because the event may be at another place meanwhile, but not after a failure, which has a toast. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === undefined ? defaultShouldRevalidate : actionStatus < 500

const failureMessage = 'Failed to fetch events'

/** When loading fails, the calendar keeps its events and shows a toast. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>()
  } catch (error) {
    if (error instanceof Response || request.signal.aborted) throw error
    showToast({ type: 'error', message: failureMessage })
    return null
  }
}

export default function Calendar() {
  return (
    <>
      <ActionToast actionData={useActionData<typeof action>()} />
      <CalendarScreen load={useLoad(useLoaderData<typeof clientLoader>())} />
    </>
  )
}

export function ErrorBoundary() {
  const answer = useFormAnswer()
  const isAnswered = answer !== undefined
  useEffect(() => {
    if (!isAnswered) showToast({ type: 'error', message: failureMessage })
  }, [isAnswered])
  return answer ?? <CalendarScreen load={null} />
}

type LoaderData = Awaited<ReturnType<typeof clientLoader>>

function useLoad(data: LoaderData) {
  return useMemo(() => {
    if (!data) return null
    const { entries, ...range } = data
    return { ...range, ...(JSON.parse(entries) as CalendarEntries) }
  }, [data])
}

function CalendarScreen({ load }: { load: (Load & { today: string }) | null }) {
  const today = useHydrated() ? dayOf(wallClockNow()) : (load?.today ?? todayAt(0))
  const period = usePeriod(today)
  const { events, dates, newIds, isLoaded } = useLoadedEvents(load, rangeOf(period))
  const { EventCalendar, hasFailed } = useEventCalendar()
  const isSlow = useSlowLoading()
  const { pathname, search } = useLocation()
  const isAgenda = period.view === 'agenda' || hasFailed === true
  const placeholder = isLoaded ? undefined : load ? (
    <p className="calendar-loading">{loadingMessage}</p>
  ) : (
    <EmptyState
      icon={<Icon name="calendar" />}
      sentence={failureMessage}
      link={{ label: 'Try again', to: pathname + search }}
    />
  )
  return (
    <div className="calendar-screen" data-view={period.view}>
      <header className="calendar-header">
        <h1 tabIndex={-1}>Calendar</h1>
        <Link className="button" to={newEventPaths(search).withoutTimes} prefetch="intent">
          <Icon name="plus" />
          Add Event
        </Link>
      </header>
      <CalendarToolbar period={period} status={isSlow ? loadingMessage : ''} />
      {EventCalendar && !isAgenda ? (
        <EventCalendar {...period} events={events} dates={dates} newIds={newIds} />
      ) : (
        <div className={isAgenda ? 'calendar-frame' : 'calendar-frame waits'}>
          <p className="calendar-loading">{loadingMessage}</p>
          <EventAgenda {...{ period, events, dates, today, placeholder }} />
        </div>
      )}
      <footer className="calendar-footer">
        <CalendarLegend />
        <Link to={feedsPath}>Subscribe in another calendar</Link>
      </footer>
    </div>
  )
}

function CalendarLegend() {
  return (
    <ul className="calendar-types" aria-label="Event types and dates">
      {eventtypes.map((type) => (
        <li key={type} className={`event ${type}`}>
          <span className="event-mark" />
          {type}
        </li>
      ))}
      <li className="date">
        <DashboardIcon name="cake" />
        Dates
      </li>
      <li className="date">
        <DashboardIcon name="flag" />
        Milestones
      </li>
    </ul>
  )
}

const loadingMessage = 'Loading calendar...'

/** During a navigation the calendar already shows the next period. The URL and the events follow. */
function usePeriod(today: string) {
  const current = useLocation()
  const { location: next } = useNavigation()
  const { search } = next?.pathname === current.pathname ? next : current
  return useMemo(() => readPeriod(new URLSearchParams(search), today), [search, today])
}

type CalendarModule = { EventCalendar?: typeof EventCalendar; hasFailed?: boolean }

const emptyModule: CalendarModule = {}
let calendarModule = emptyModule

/** Loading starts when this module is evaluated, before React renders the screen. */
const loadingModule = import.meta.env.SSR
  ? undefined
  : import('~/events/calendar/event-calendar')
      .catch(() => ({ hasFailed: true }))
      .then((module) => {
        calendarModule = module
      })

function subscribe(listener: () => void) {
  loadingModule?.then(listener)
  return () => {}
}

const useEventCalendar = () =>
  useSyncExternalStore(
    subscribe,
    () => calendarModule,
    () => emptyModule,
  )
