import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { endedGuestLink, linkNotFound, openLink } from '~/account/accounts/open-link.server'
import { handleRowIntents } from '~/base/components/row-intents.server'
import { invalidForm, parseForm, refuseForm } from '~/base/forms/form.server'
import type { Handle } from '~/base/http/handle'
import { LinkPage } from '~/base/links/link-page'
import { proposalForm, proposedKinds } from '~/people/proposals/proposal-input.server'
import { UpdateForm } from '~/people/proposals/update-form'
import { findUpdateLink, submitUpdate } from '~/people/proposals/update-links.server'

/** The buttons that add and remove rows submit the form, so the page needs no script. */
export const handle: Handle = { hydrate: false }

export const meta: MetaFunction = () => [
  { title: 'Your details · Budkeeper' },
  { name: 'robots', content: 'noindex' },
]

/** What the page shows: of the bud and the owner only the first names, and the lists if the owner chose to show them. */
export async function loader(call: LoaderFunctionArgs) {
  const { Firstname, owner, stored, show, version } = await openLink(
    call,
    () => findUpdateLink(call.params.token ?? ''),
    endedGuestLink,
  )
  return { Firstname, owner, stored, show, version: show ? version : '' }
}

export async function action(call: ActionFunctionArgs) {
  const { token = '' } = call.params
  await openLink(call, () => findUpdateLink(token), endedGuestLink)
  const submission = await parseForm(call.request, proposalForm)
  const intentResponse = handleRowIntents(proposedKinds, submission)
  if (intentResponse) return intentResponse
  if (submission.status !== 'success') return invalidForm(submission)
  try {
    if (await submitUpdate(token, submission.value)) return redirect('/update/thanks', 303)
  } catch (error) {
    return refuseForm(call, submission, error)
  }
  return linkNotFound(endedGuestLink)
}

export default function Update() {
  const { Firstname, owner, stored, show, version } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  return (
    <LinkPage
      title={`Hello ${Firstname}`}
      intro={
        <>
          {owner} asks you for your details.{' '}
          {show
            ? 'The form shows what is stored. Change what is wrong.'
            : 'Fill in what you like to share, and leave the rest empty.'}{' '}
          Only {owner} sees what you send. You can send it once.
        </>
      }
    >
      <UpdateForm stored={stored} version={version} actionData={actionData} />
    </LinkPage>
  )
}
