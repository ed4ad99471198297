import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { type MouseEvent, useState } from 'react'
import { requireUser } from '~/accounts/sessions.server'
import { BudCard, type BudCardFields } from '~/buds/BudCard'
import { type Bud, budSorts, budtypes, fullName } from '~/buds/bud'
import { budSearch } from '~/buds/bud-input.server'
import { listBuds } from '~/buds/bud-search.server'
import { ConfirmDialog, DeleteForm } from '~/components/dialog'
import { EmptyState } from '~/components/empty-state'
import { ListFailure } from '~/components/list-failure'
import { ListHeader } from '~/components/list-header'
import { isSearchOn, ListSearch } from '~/components/list-search'
import { Pagination } from '~/components/pagination'

export const meta: MetaFunction = () => [{ title: 'Buds · Budkeeper' }]

/** A page past the end shows the last one (decisions §3). */
export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const query = budSearch.lenient.parse(Object.fromEntries(new URL(call.request.url).searchParams))
  const { search, Budtype, sort } = query
  const first = await listBuds(user._id, query)
  const isPastTheEnd = query.page > Math.max(1, first.numOfPages)
  const list = isPastTheEnd ? await listBuds(user._id, { ...query, page: first.numOfPages || 1 }) : first
  return { ...list, buds: list.buds.map(onCard), searchValues: { search, Budtype, sort } }
}

/** A card's part of a bud: the rest would be sent for nothing. */
function onCard({ _id, Firstname, Surname, Nickname, Occupation, Location, Budtype }: Bud): BudCardFields {
  return { _id, Firstname, Surname, Nickname, Occupation, Location, Budtype }
}

const choices = [
  { name: 'Budtype', label: 'Bud type', options: ['all', ...budtypes] },
  { name: 'sort', label: 'Sort', options: budSorts },
]

export default function Buds() {
  const { buds, totalBuds, numOfPages, currentPage, searchValues } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const [asked, setAsked] = useState(query.get('delete'))
  const deleting = buds.find(({ _id }) => _id === asked)
  const ask = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    setAsked(event.currentTarget.value)
  }
  return (
    <>
      <ListHeader
        title="Buds"
        found={countOf(buds, totalBuds)}
        loading="Loading buds data..."
        add={{ label: 'Add Bud', to: '/dashboard/AddBud' }}
      >
        <ListSearch action="/dashboard" values={searchValues} choices={choices} />
      </ListHeader>
      {buds.length === 0 && <NoBuds isSearch={isSearchOn(searchValues, choices)} />}
      <ul className="entries">
        {buds.map((bud) => (
          <BudCard key={bud._id} bud={bud} deleteForm={deleteForm} onDelete={ask} />
        ))}
      </ul>
      <Pagination page={currentPage} pages={numOfPages} />
      <DeleteForm id={deleteForm} />
      {deleting && (
        <ConfirmDialog
          title="Delete Confirmation"
          question={`Are you sure you want to delete ${fullName(deleting)}?`}
          confirm="Yes, Delete"
          action={`/dashboard/DeleteBud/${deleting._id}`}
          isOpenAtFirst={query.has('delete')}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

export function ErrorBoundary() {
  return <ListFailure title="Buds" msg="Failed to fetch buds" retry="/dashboard" />
}

const deleteForm = 'delete-bud'

/** The number is the total, the plural that of the page (specification §2). */
function countOf(buds: unknown[], totalBuds: number) {
  if (buds.length === 0) return 'No Buds Found'
  return `${totalBuds} ${buds.length > 1 ? 'Buds' : 'Bud'} found`
}

function NoBuds({ isSearch }: { isSearch: boolean }) {
  return isSearch ? (
    <EmptyState sentence="Nobody here answers to that. Try another word or type.">
      <a className="button quiet" href="/dashboard">
        Show all buds
      </a>
    </EmptyState>
  ) : (
    <EmptyState sentence="Your people will stand here. Begin with someone you want to keep close.">
      <a className="button" href="/dashboard/AddBud">
        Add Bud
      </a>
    </EmptyState>
  )
}
