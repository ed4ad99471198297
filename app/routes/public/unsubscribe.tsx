import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useActionData, useNavigation } from '@remix-run/react'
import { linkNotFound, openLink } from '~/account/accounts/open-link.server'
import { Link } from '~/base/components/link'
import { findLink } from '~/base/links/links.server'
import { unsubscribe } from '~/planning/reminders/unsubscribe.server'
import { AuthPage } from '~/site/pages/auth-page'

export const meta: MetaFunction = () => [
  { title: 'Unsubscribe · Budkeeper' },
  { name: 'robots', content: 'noindex' },
]

const ended = {
  hint: 'The link has ended. Choose the mails that you get with your reminders.',
  to: '/dashboard/reminders',
  label: 'Reminders',
}

/** A GET changes nothing, because mail scanners follow links. */
export async function loader(call: LoaderFunctionArgs) {
  await openLink(call, () => findLink('unsubscribe', call.params.token ?? ''), ended)
  return null
}

/** Does not read the body: mail programs send `List-Unsubscribe=One-Click` (RFC 8058), the form of this page nothing. */
export async function action({ params }: ActionFunctionArgs) {
  if (!(await unsubscribe(params.token ?? ''))) linkNotFound(ended)
  return { isDone: true }
}

export default function Unsubscribe() {
  const isDone = useActionData<typeof action>()?.isDone
  const isBusy = useNavigation().state !== 'idle'
  if (isDone)
    return (
      <AuthPage title="Unsubscribed" intro="The digest is switched off. Budkeeper sends you no more of them.">
        <p className="link-row" role="status">
          Changed your mind? <Link to="/dashboard/reminders">Switch it on again</Link>
        </p>
      </AuthPage>
    )
  return (
    <AuthPage
      title="Unsubscribe"
      intro="Budkeeper then sends you no more digests. Nothing else in your account changes."
    >
      <Form method="post">
        <button type="submit" className="button" disabled={isBusy}>
          {isBusy ? 'Unsubscribing...' : 'Unsubscribe'}
        </button>
      </Form>
    </AuthPage>
  )
}
