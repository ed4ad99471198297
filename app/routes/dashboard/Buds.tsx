import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireUser } from '~/accounts/sessions.server'
import { BudCard, budCardFields } from '~/buds/BudCard'
import { budLabels, budtypes, fullName } from '~/buds/bud'
import { budSearch } from '~/buds/bud-input.server'
import { listBuds } from '~/buds/bud-search.server'
import { budSorts } from '~/buds/bud-sorts.server'
import { EmptyState } from '~/components/empty-state'
import { ListFailure } from '~/components/list-failure'
import { ListScreen } from '~/components/list-screen'
import { isSearchActive } from '~/components/list-search'
import { pageOrLast } from '~/forms/list-query'

export const meta: MetaFunction = () => [{ title: 'Buds · Budkeeper' }]

const searchFilters = [
  { name: 'Budtype', label: budLabels.Budtype, options: ['all', ...budtypes] },
  { name: 'sort', label: 'Sort', options: Object.keys(budSorts) },
]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const query = budSearch.lenient.parse(Object.fromEntries(new URL(call.request.url).searchParams))
  const { search, Budtype, sort } = query
  const list = await pageOrLast(query, (query) => listBuds(user._id, query))
  return {
    ...list,
    buds: list.buds.map(budCardFields),
    searchValues: { search, Budtype, sort },
    filters: searchFilters,
  }
}

export default function Buds() {
  const { buds, totalBuds, numOfPages, currentPage, searchValues, filters } = useLoaderData<typeof loader>()
  return (
    <ListScreen
      title="Buds"
      countText={countText(buds, totalBuds)}
      loadingText="Loading buds data..."
      add={{ label: 'Add Bud', to: '/dashboard/AddBud' }}
      search={{ action: '/dashboard', values: searchValues, filters }}
      items={buds}
      nameOf={fullName}
      card={(bud, deleteButton) => <BudCard key={bud._id} bud={bud} deleteButton={deleteButton} />}
      empty={<NoBuds isFiltered={isSearchActive(searchValues, filters)} />}
      page={currentPage}
      pages={numOfPages}
      deletePath="/dashboard/DeleteBud"
    />
  )
}

export function ErrorBoundary() {
  return <ListFailure title="Buds" msg="Failed to fetch buds" retry="/dashboard" />
}

/** Shows the total. Whether the noun is plural depends on the number of buds on this page (product 3.3). */
function countText(buds: unknown[], totalBuds: number) {
  if (buds.length === 0) return 'No Buds Found'
  return `${totalBuds} ${buds.length > 1 ? 'Buds' : 'Bud'} found`
}

function NoBuds({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState sentence="Nobody here answers to that. Try another word or type.">
      <Link className="button quiet" to="/dashboard">
        Show all buds
      </Link>
    </EmptyState>
  ) : (
    <EmptyState sentence="Your people will stand here. Begin with someone you want to keep close.">
      <Link className="button" to="/dashboard/AddBud" prefetch="intent">
        Add Bud
      </Link>
    </EmptyState>
  )
}
