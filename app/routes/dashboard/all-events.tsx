import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '~/account/accounts/sessions.server'
import { ListFailure } from '~/base/components/list-failure'
import { ListScreen } from '~/base/components/list-screen'
import { loadListPage } from '~/base/forms/list-query'
import { EventCard, eventCardFields } from '~/events/events/event-card'
import { eventSearch, listEventCards } from '~/events/events/events.server'

export const meta: MetaFunction = () => [{ title: 'Events · Budkeeper' }]

const path = '/dashboard/AllEvents'

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const list = await loadListPage(eventSearch, call, path, (query) => listEventCards(user._id, query))
  return { ...list, events: list.events.map((event) => eventCardFields(event, list.view)) }
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
      card={(event, shown) => <EventCard key={event._id} event={event} {...shown} />}
      noResults="No event matches that. Try another word or type."
      noItems="What you plan will appear here. Begin with something to look forward to."
    />
  )
}

export function ErrorBoundary() {
  return <ListFailure title="Events" msg="Failed to fetch events" retry={path} />
}
