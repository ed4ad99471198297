import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { requireUser } from '~/account/accounts/sessions.server'
import { ActionToast } from '~/base/components/toasts'
import { expectedVersion, parseButtons } from '~/base/forms/form.server'
import { redirectWithFailure, redirectWithUndo } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import { filterToText } from '~/people/buds/bud-filter.server'
import { budSearch, findBud, listBuds } from '~/people/buds/buds.server'
import { MergeChooser } from '~/people/merges/merge-chooser'
import { MergeForm } from '~/people/merges/merge-form'
import { mergeForm } from '~/people/merges/merge-input.server'
import { assertDifferent, mergeBuds } from '~/people/merges/merges.server'

export const meta: MetaFunction = () => [{ title: 'Merge · Budkeeper' }]

const duplicates = '/dashboard/duplicates'

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const query = new URL(call.request.url).searchParams
  const [a = '', b] = [query.get('a') ?? '', query.get('b')]
  try {
    const bud = await findBud(user._id, a)
    if (b === null) return { a: bud, ...(await findOthers(user._id, bud, query.get('search'))) }
    assertDifferent(a, b)
    return { a: bud, b: await findBud(user._id, b) }
  } catch (error) {
    throw await redirectWithFailure(call, duplicates, error)
  }
}

const noRules = filterToText({ match: 'all', rules: [] })

/** The buds that a search finds, by default those with the surname or first name of the bud that are not archived. */
async function findOthers(
  ownerId: string,
  { _id, Firstname, Surname }: { _id: string; Firstname: string; Surname: string },
  text: string | null,
) {
  const { search } = budSearch.lenient.parse({ search: text ?? (Surname || Firstname) })
  const filter = text === null ? noRules : ''
  const query = { search, filter, Budtype: 'all', sort: 'A-Z', page: 1, limit: 21 } as const
  const { buds } = await listBuds(ownerId, query)
  return { search, found: buds.filter((bud) => bud._id !== _id).slice(0, 20) }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseButtons(call.request, mergeForm)
  if (submission.status !== 'success')
    return redirectWithFailure(call, duplicates, new UserError(400, 'Choose two buds to merge'))
  const { a, ...input } = submission.value
  try {
    const expected = { a: expectedVersion(submission), b: expectedVersion(submission, '_versionOther') }
    const { changeId } = await mergeBuds(user._id, a, input, expected)
    return redirectWithUndo(`/dashboard/Bud/${a}`, 'Buds merged successfully', changeId)
  } catch (error) {
    const isRefused = error instanceof UserError && (error.status === 409 || error.status === 412)
    if (!isRefused) return redirectWithFailure(call, duplicates, error)
    const msg = error.status === 412 ? stale : error.msg
    return data({ msg, choices: input.fields }, error.status)
  }
}

const stale = 'A bud has changed since you opened this page. Nothing is merged yet: check the new values.'

/** After a conflict, the form shows the buds as they are now. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 412 || defaultShouldRevalidate

/** Chooses the other bud, then what stays of both (product 20.4). */
export default function Merge() {
  const loaded = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  if ('found' in loaded) return <MergeChooser {...loaded} />
  const { a, b } = loaded
  return (
    <>
      <ActionToast actionData={actionData} />
      <MergeForm
        key={[a._id, a.version, b._id, b.version].join()}
        a={a}
        b={b}
        choices={actionData?.choices}
        error={actionData?.msg}
      />
    </>
  )
}
