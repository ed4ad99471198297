import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '~/accounts/sessions.server'
import { CircleCard, circleCardFields } from '~/circles/CircleCard'
import { circleLabels, circletypes } from '~/circles/circle'
import { circleSearch, circleSorts, listCircles } from '~/circles/circles.server'
import { ListFailure } from '~/components/list-failure'
import { ListScreen } from '~/components/list-screen'
import { pageOrLast } from '~/forms/list-query'

export const meta: MetaFunction = () => [{ title: 'Circles · Budkeeper' }]

const path = '/dashboard/AllCircles'

const filters = [
  { name: 'Circletype', label: circleLabels.Circletype, options: ['all', ...circletypes] },
  { name: 'sort', label: 'Sort', options: Object.keys(circleSorts) },
]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const query = circleSearch.lenient.parse(Object.fromEntries(new URL(call.request.url).searchParams))
  const { search, Circletype, sort } = query
  const list = await pageOrLast(query, (query) => listCircles(user._id, query))
  return {
    ...list,
    circles: list.circles.map(circleCardFields),
    search: { action: path, values: { search, Circletype, sort }, filters },
  }
}

export default function AllCircles() {
  const { circles, totalCircles, ...list } = useLoaderData<typeof loader>()
  return (
    <ListScreen
      {...list}
      noun="Circle"
      items={circles}
      total={totalCircles}
      nameOf={({ Name }) => Name}
      card={(circle, deleteButton) => (
        <CircleCard key={circle._id} circle={circle} deleteButton={deleteButton} />
      )}
      noResults="No circle answers to that. Try another word or type."
      noItems="Your circles will stand here. Bring together those who belong together."
    />
  )
}

export function ErrorBoundary() {
  return <ListFailure title="Circles" msg="Failed to fetch circles" retry={path} />
}
