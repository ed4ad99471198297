import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '~/accounts/sessions.server'
import { ListFailure } from '~/components/list-failure'
import { ListScreen } from '~/components/list-screen'
import { EventCard, eventCardFields } from '~/events/EventCard'
import { eventLabels, eventtypes } from '~/events/event'
import { eventSearch, eventSorts, listEvents } from '~/events/events.server'
import { pageOrLast } from '~/forms/list-query'

export const meta: MetaFunction = () => [{ title: 'Events · Budkeeper' }]

const path = '/dashboard/AllEvents'

const filters = [
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
    search: { action: path, values: { search, Eventtype, sort }, filters },
  }
}

export default function AllEvents() {
  const { events, totalEvents, ...list } = useLoaderData<typeof loader>()
  return (
    <ListScreen
      {...list}
      noun="Event"
      items={events}
      total={totalEvents}
      nameOf={({ Name }) => Name}
      card={(event, deleteButton) => <EventCard key={event._id} event={event} deleteButton={deleteButton} />}
      noResults="No event answers to that. Try another word or type."
      noItems="What you plan will stand here. Begin with something to look forward to."
    />
  )
}

export function ErrorBoundary() {
  return <ListFailure title="Events" msg="Failed to fetch events" retry={path} />
}
