import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '~/accounts/sessions.server'
import { ListFailure } from '~/components/list-failure'
import { ListScreen } from '~/components/list-screen'
import { EventCard, eventCardFields } from '~/events/EventCard'
import { eventSearch, listEventCards } from '~/events/events.server'
import { loadListPage } from '~/forms/list-query'

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
      noResults="No event answers to that. Try another word or type."
      noItems="What you plan will stand here. Begin with something to look forward to."
    />
  )
}

export function ErrorBoundary() {
  return <ListFailure title="Events" msg="Failed to fetch events" retry={path} />
}
