import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireUser } from '~/accounts/sessions.server'
import { CircleCard, circleCardFields } from '~/circles/CircleCard'
import { circleLabels, circletypes } from '~/circles/circle'
import { circleSearch } from '~/circles/circle-input.server'
import { listCircles } from '~/circles/circle-search.server'
import { circleSorts } from '~/circles/circle-sorts.server'
import { EmptyState } from '~/components/empty-state'
import { ListFailure } from '~/components/list-failure'
import { ListScreen } from '~/components/list-screen'
import { isSearchActive } from '~/components/list-search'
import { pageOrLast } from '~/forms/list-query'

export const meta: MetaFunction = () => [{ title: 'Circles · Budkeeper' }]

const searchFilters = [
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
    searchValues: { search, Circletype, sort },
    filters: searchFilters,
  }
}

const path = '/dashboard/AllCircles'

export default function AllCircles() {
  const { circles, totalCircles, numOfPages, currentPage, searchValues, filters } =
    useLoaderData<typeof loader>()
  return (
    <ListScreen
      title="Circles"
      countText={countText(totalCircles)}
      loadingText="Loading circles data..."
      add={{ label: 'Add Circle', to: '/dashboard/AddCircle' }}
      search={{ action: path, values: searchValues, filters }}
      items={circles}
      nameOf={({ Name }) => Name}
      card={(circle, deleteButton) => (
        <CircleCard key={circle._id} circle={circle} deleteButton={deleteButton} />
      )}
      empty={<NoCircles isFiltered={isSearchActive(searchValues, filters)} />}
      page={currentPage}
      pages={numOfPages}
      deletePath="/dashboard/DeleteCircle"
    />
  )
}

export function ErrorBoundary() {
  return <ListFailure title="Circles" msg="Failed to fetch circles" retry={path} />
}

function countText(total: number) {
  if (total === 0) return 'No Circles Found'
  return `${total} ${total > 1 ? 'Circles' : 'Circle'} found`
}

function NoCircles({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState sentence="No circle answers to that. Try another word or type.">
      <Link className="button quiet" to={path}>
        Show all circles
      </Link>
    </EmptyState>
  ) : (
    <EmptyState sentence="Your circles will stand here. Bring together those who belong together.">
      <Link className="button" to="/dashboard/AddCircle" prefetch="intent">
        Add Circle
      </Link>
    </EmptyState>
  )
}
