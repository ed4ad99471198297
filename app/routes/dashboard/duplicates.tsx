import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '~/account/accounts/sessions.server'
import { BackLink } from '~/base/components/back-link'
import { countOrNone } from '~/base/components/count'
import { EmptyState } from '~/base/components/empty-state'
import { ListFailure } from '~/base/components/list-failure'
import { ListHeader } from '~/base/components/list-header'
import { Pagination } from '~/base/components/pagination'
import { readFormFields } from '~/base/forms/form.server'
import { pageOrLast } from '~/base/forms/list-query'
import { redirectWithFailure, redirectWithSuccess } from '~/base/http/toast.server'
import { hasBuds } from '~/people/buds/buds.server'
import { budLink } from '~/people/buds/first-bud'
import { DuplicateCard } from '~/people/duplicates/duplicate-card'
import { dismissDuplicate, duplicateQuery, findPairs } from '~/people/duplicates/duplicates.server'

export const meta: MetaFunction = () => [{ title: 'Duplicates · Budkeeper' }]

const path = '/dashboard/duplicates'

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const query = duplicateQuery.lenient.parse(Object.fromEntries(new URL(call.request.url).searchParams))
  const page = await pageOrLast(query, (query) => findPairs(user._id, query))
  return { ...page, hasBuds: page.totalDuplicates > 0 || (await hasBuds(user._id)) }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const { a, b, ...query } = Object.fromEntries(await readFormFields(call.request))
  const { page } = duplicateQuery.lenient.parse(query)
  const list = page > 1 ? `${path}?page=${page}` : path
  try {
    await dismissDuplicate(user._id, { a: String(a), b: String(b) })
    return redirectWithSuccess(list, 'Duplicate dismissed successfully')
  } catch (error) {
    return redirectWithFailure(call, list, error)
  }
}

/** Pairs of buds that may be one person (product 20.4). */
export default function Duplicates() {
  const { pairs, totalDuplicates, numOfPages, currentPage, hasBuds } = useLoaderData<typeof loader>()
  return (
    <div className="duplicates">
      <ListHeader
        title="Duplicates"
        countText={countOrNone(totalDuplicates, 'pair')}
        loadingText="Looking for duplicates..."
      />
      <BackLink to="/dashboard/data">Your data</BackLink>
      {pairs.length === 0 ? (
        <EmptyState
          sentence={`${hasBuds ? 'Everyone is here once. ' : ''}Buds that may be the same person are listed here, such as after an import.`}
          link={hasBuds ? { label: 'Back to your people', to: '/dashboard' } : budLink(false)}
        />
      ) : (
        <>
          <p className="help">
            These may be the same people. Nothing is merged unless you do it, and a merge can be undone.
          </p>
          <ul className="duplicate-list">
            {pairs.map((pair) => (
              <DuplicateCard key={pair.a._id + pair.b._id} pair={pair} page={currentPage} />
            ))}
          </ul>
        </>
      )}
      <Pagination page={currentPage} pages={numOfPages} />
    </div>
  )
}

export function ErrorBoundary() {
  return <ListFailure title="Duplicates" msg="Failed to look for duplicates" retry={path} />
}
