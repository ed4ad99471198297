import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireUser } from '~/accounts/sessions.server'
import { EmptyState } from '~/components/empty-state'
import { ListFailure } from '~/components/list-failure'
import { ListScreen } from '~/components/list-screen'
import { isSearchActive } from '~/components/list-search'
import { EventCard, eventCardFields } from '~/events/EventCard'
import { eventLabels, eventtypes } from '~/events/event'
import { eventSearch } from '~/events/event-input.server'
import { listEvents } from '~/events/event-search.server'
import { eventSorts } from '~/events/event-sorts.server'
import { pageOrLast } from '~/forms/list-query'

export const meta: MetaFunction = () => [{ title: 'Events · Budkeeper' }]

const searchFilters = [
  { name: 'Eventtype', label: eventLabels.Eventtype, options: ['all', ...eventtypes] },
  { name: 'sort', label: 'Sort', options: Object.keys(eventSorts) },
]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const query = eventSearch.lenient.parse(Object.fromEntries(new URL(call.request.url).searchParams))
  const { search, Eventtype, sort } = query
  const list = await pageOrLast(query, (query) => listEvents(user._id, query))
  return {
    ...list,
    events: list.events.map(eventCardFields),
    searchValues: { search, Eventtype, sort },
    filters: searchFilters,
  }
}

const path = '/dashboard/AllEvents'

export default function AllEvents() {
  const { events, totalEvents, numOfPages, currentPage, searchValues, filters } =
    useLoaderData<typeof loader>()
  return (
    <ListScreen
      title="Events"
      countText={countText(totalEvents)}
      loadingText="Loading events data..."
      add={{ label: 'Add Event', to: '/dashboard/AddEvent' }}
      search={{ action: path, values: searchValues, filters }}
      items={events}
      nameOf={({ Name }) => Name}
      card={(event, deleteButton) => <EventCard key={event._id} event={event} deleteButton={deleteButton} />}
      empty={<NoEvents isFiltered={isSearchActive(searchValues, filters)} />}
      page={currentPage}
      pages={numOfPages}
      deletePath="/dashboard/DeleteEvent"
    />
  )
}

export function ErrorBoundary() {
  return <ListFailure title="Events" msg="Failed to fetch events" retry={path} />
}

function countText(total: number) {
  if (total === 0) return 'No Events Found'
  return `${total} ${total > 1 ? 'Events' : 'Event'} found`
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState sentence="No event answers to that. Try another word or type.">
      <Link className="button quiet" to={path}>
        Show all events
      </Link>
    </EmptyState>
  ) : (
    <EmptyState sentence="What you plan will stand here. Begin with something to look forward to.">
      <Link className="button" to="/dashboard/AddEvent" prefetch="intent">
        Add Event
      </Link>
    </EmptyState>
  )
}
