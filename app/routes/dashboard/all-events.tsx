import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'
import { requireUser } from '~/account/accounts/sessions.server'
import { Icon } from '~/base/components/icons'
import { ListFailure } from '~/base/components/list-failure'
import { ListScreen } from '~/base/components/list-screen'
import { isNarrowed } from '~/base/components/list-search'
import { queryWith } from '~/base/components/pagination'
import { loadListPage } from '~/base/forms/list-query'
import { rememberedChoice } from '~/base/forms/remembered-choice.server'
import type { Call } from '~/base/http/context.server'
import { shortDateAndTimes } from '~/events/calendar/event-times'
import { weekHeading } from '~/events/calendar/week-heading'
import { type EventWhen, eventWhen } from '~/events/events/event'
import { EventCard, eventCardFields, eventHeadings } from '~/events/events/event-card'
import { eventSearch, listEventCards, listEvents } from '~/events/events/events.server'
import { WhenLinks } from '~/events/events/when-links'
import { exampleOnScreens } from '~/jobs/example.server'
import { ExampleNote } from '~/planning/today/example'

export const meta: MetaFunction = () => [{ title: 'Events · Budkeeper' }]

const path = '/dashboard/AllEvents'

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const when = await chooseWhen(call)
  const [list, example] = await Promise.all([
    loadListPage(eventSearch, call, path, {
      read: (query) => listEventCards(user._id, query),
      chosen: { when },
      cleared: { when: 'all', once: 'when' },
    }),
    exampleOnScreens(user),
  ])
  const { events, searchValues, ...page } = list
  const isByDay = /^(soonest|latest)First$/.test(searchValues.sort)
  return {
    ...page,
    when,
    example,
    events: events.map(({ now, ...event }) => {
      const card = eventCardFields(event, list.view)
      const time = shortDateAndTimes(card, now.slice(0, 10))
      return { ...card, time, week: isByDay ? weekHeading(card, now) : null }
    }),
    isElsewhere: list.totalEvents === 0 && when !== 'all' && (await hasAny(user._id, searchValues)),
  }
}

const whenChoice = rememberedChoice({ cookie: 'event-when', parameter: 'when' }, eventWhen)

/** A sort alone, as in links from before `when`, is one of all events. */
async function chooseWhen(call: Call): Promise<EventWhen> {
  const query = new URL(call.request.url).searchParams
  const requested = whenChoice.requested(query)
  return !requested && query.has('sort') ? 'all' : whenChoice.choose(call, requested)
}

type SearchValues = Awaited<ReturnType<typeof listEventCards>>['searchValues']

/** Whether the search finds events at any time. */
async function hasAny(ownerId: string, searchValues: SearchValues) {
  const { totalEvents } = await listEvents(ownerId, { ...searchValues, when: 'all', page: 1, limit: 1 })
  return totalEvents > 0
}

export default function AllEvents() {
  const { events, totalEvents, when, isElsewhere, example, ...list } = useLoaderData<typeof loader>()
  const { search } = useLocation()
  return (
    <ListScreen
      {...list}
      noun="Event"
      items={events}
      total={totalEvents}
      columns={eventHeadings}
      nameOf={({ Name }) => Name}
      card={(event, shown) => <EventCard key={event._id} event={event} {...shown} />}
      groupOf={events[0]?.week ? ({ week }) => week ?? '' : undefined}
      controls={
        <>
          <ExampleNote undo={example} />
          {(events.length > 0 || isElsewhere) && <WhenLinks when={when} />}
        </>
      }
      elsewhere={isElsewhere && elsewhereOf(when, isNarrowed(list.search), search)}
      icon={<Icon name="event" />}
      noResults="No event matches that. Try another word or type."
      noItems="What you plan will appear here. Begin with something to look forward to."
    />
  )
}

/** What an empty part of the list says while the other part has events. */
function elsewhereOf(when: EventWhen, hasSearch: boolean, query: string) {
  const [shown, other] = when === 'past' ? ['past', 'coming'] : ['coming', 'past']
  const nothing = when === 'past' ? 'No event is over yet.' : 'Nothing is planned at the moment.'
  return {
    sentence: hasSearch ? `No ${shown} event matches that, but a ${other} one does.` : nothing,
    link: {
      label: `Show ${other} events`,
      to: queryWith(query, 'when', when === 'past' ? 'upcoming' : 'past'),
    },
  }
}

export function ErrorBoundary() {
  return <ListFailure title="Events" msg="Failed to fetch events" retry={path} />
}
