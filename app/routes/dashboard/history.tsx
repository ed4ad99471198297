import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '~/account/accounts/sessions.server'
import { EmptyState } from '~/base/components/empty-state'
import { Link } from '~/base/components/link'
import { ListFailure } from '~/base/components/list-failure'
import { ListHeader } from '~/base/components/list-header'
import { Pagination } from '~/base/components/pagination'
import { pageOrLast } from '~/base/forms/list-query'
import { ChangeRow } from '~/data/history/change-row'
import { changeQuery, listChanges } from '~/data/history/history.server'
import '~/base/components/tabs.css'

export const meta: MetaFunction = () => [{ title: 'History · Budkeeper' }]

const path = '/dashboard/history'

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const query = changeQuery.lenient.parse(Object.fromEntries(new URL(call.request.url).searchParams))
  const list = await pageOrLast(query, (query) => listChanges(user._id, query))
  return { ...list, isTrash: query.type === 'deleted', of: query.of }
}

export default function History() {
  const { changes, totalChanges, numOfPages, currentPage, isTrash, of } = useLoaderData<typeof loader>()
  return (
    <div className="history">
      <ListHeader
        title={isTrash ? 'Trash' : 'History'}
        countText={totalChanges === 1 ? '1 change' : `${totalChanges} changes`}
        loadingText="Loading changes..."
      />
      <nav className="tabs" aria-label="Kinds of changes">
        <Link to={path} aria-current={isTrash || of ? undefined : 'page'}>
          All changes
        </Link>
        <Link to={`${path}?type=deleted`} aria-current={isTrash ? 'page' : undefined}>
          Trash
        </Link>
      </nav>
      <p className="help">
        {isTrash
          ? 'What you deleted in the last 30 days. Restore it, or erase it for good.'
          : of
            ? 'What changed in one record in the last 30 days. Each change can be undone.'
            : 'All that changed in the last 30 days. Each change can be undone.'}
      </p>
      {changes.length === 0 ? (
        <EmptyState
          sentence={
            isTrash
              ? 'Nothing is in the trash.'
              : 'Nothing has changed yet. What you add, edit or delete is listed here.'
          }
          link={
            isTrash || of
              ? { label: 'Show all changes', to: path }
              : { label: 'Add Bud', to: '/dashboard/AddBud' }
          }
        />
      ) : (
        <ul className="change-rows">
          {changes.map((change) => (
            <ChangeRow key={change._id} change={change} isTrash={isTrash} />
          ))}
        </ul>
      )}
      <Pagination page={currentPage} pages={numOfPages} />
    </div>
  )
}

export function ErrorBoundary() {
  return <ListFailure title="History" msg="Failed to fetch changes" retry={path} />
}
