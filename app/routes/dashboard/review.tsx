import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '~/account/accounts/sessions.server'
import { countOrNone } from '~/base/components/count'
import { EmptyState } from '~/base/components/empty-state'
import { ListFailure } from '~/base/components/list-failure'
import { ListHeader } from '~/base/components/list-header'
import { Pagination } from '~/base/components/pagination'
import { readFormFields } from '~/base/forms/form.server'
import { pageOrLast } from '~/base/forms/list-query'
import { redirectWithFailure, redirectWithUndo } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import { etagOfVersion } from '~/base/node/etag.server'
import { hasBuds } from '~/people/buds/buds.server'
import { budLink } from '~/people/buds/first-bud'
import { reviewPath } from '~/people/proposals/proposal'
import { ProposalCard } from '~/people/proposals/proposal-card'
import { acceptInput, proposalQuery } from '~/people/proposals/proposal-input.server'
import { acceptProposal, findProposals, rejectProposal } from '~/people/proposals/proposals.server'

export const meta: MetaFunction = () => [{ title: 'Review · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const query = proposalQuery.lenient.parse(Object.fromEntries(new URL(call.request.url).searchParams))
  const page = await pageOrLast(query, (query) => findProposals(user._id, query))
  return { ...page, hasBuds: page.totalProposals > 0 || (await hasBuds(user._id)) }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const form = await readFormFields(call.request)
  const { page } = proposalQuery.lenient.parse({ page: form.get('page') })
  const path = page > 1 ? `${reviewPath}?page=${page}` : reviewPath
  try {
    const { msg, changeId } = await decide(user._id, form)
    return redirectWithUndo(path, msg, changeId)
  } catch (error) {
    return redirectWithFailure(call, path, error)
  }
}

/** A form without a checked field rejects all of them. */
async function decide(ownerId: string, form: FormData) {
  const id = String(form.get('_id') ?? '')
  if (form.get('intent') !== 'accept') return rejectProposal(ownerId, id)
  const input = acceptInput.safeParse({ fields: form.getAll('fields') })
  if (!input.success) throw new UserError(400, input.error.issues[0]?.message ?? 'The form is not valid')
  const version = form.get('_version')
  const expected = typeof version === 'string' ? etagOfVersion(version) : null
  return acceptProposal(ownerId, id, input.data.fields, expected)
}

/** What buds have filled in about themselves, until the owner decides (product 21.4). */
export default function Review() {
  const { proposals, totalProposals, numOfPages, currentPage, hasBuds } = useLoaderData<typeof loader>()
  return (
    <div className="review">
      <ListHeader
        title="Review"
        countText={countOrNone(totalProposals, 'proposal')}
        loadingText="Loading proposals..."
      />
      {proposals.length === 0 ? (
        <EmptyState
          sentence="Nothing to review. Ask a bud to update their details, and the answer appears here."
          link={budLink(hasBuds)}
        />
      ) : (
        <>
          <p className="help">
            Uncheck what you do not want. What is not accepted is rejected, and you can undo both.
          </p>
          <ul className="proposals">
            {proposals.map((proposal) => (
              <ProposalCard key={proposal._id} proposal={proposal} page={currentPage} />
            ))}
          </ul>
        </>
      )}
      <Pagination page={currentPage} pages={numOfPages} />
    </div>
  )
}

export function ErrorBoundary() {
  return <ListFailure title="Review" msg="Failed to load proposals" retry={reviewPath} />
}
