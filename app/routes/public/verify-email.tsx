import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { linkNotFound, openLink } from '~/account/accounts/open-link.server'
import { readSession } from '~/account/accounts/sessions.server'
import { redirectWithSuccess } from '~/base/http/toast.server'
import { findAddressToVerify, verifyEmail } from '~/planning/reminders/email-verification.server'
import { AuthPage } from '~/site/pages/auth-page'

export const meta: MetaFunction = () => [
  { title: 'Verify email · Budkeeper' },
  { name: 'robots', content: 'noindex' },
]

const ended = {
  hint: 'The link works once, and for a day. Ask for another with your reminders.',
  to: '/dashboard/reminders',
  label: 'Reminders',
}

/** A GET changes nothing, because mail scanners follow links. */
export async function loader(call: LoaderFunctionArgs) {
  return { email: await openLink(call, () => findAddressToVerify(call.params.token ?? ''), ended) }
}

export async function action(call: ActionFunctionArgs) {
  const userId = (await verifyEmail(call.params.token ?? '')) ?? linkNotFound(ended)
  const session = await readSession(call)
  const path = session?.user._id === userId ? '/dashboard/reminders' : '/login'
  return redirectWithSuccess(path, 'Your email address is verified')
}

export default function VerifyEmail() {
  const { email } = useLoaderData<typeof loader>()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <AuthPage
      title="Verify email"
      intro="Budkeeper then sends the reminders that you choose to this address."
    >
      <Form method="post">
        <p className="address">{email}</p>
        <button type="submit" className="button" disabled={isBusy}>
          {isBusy ? 'Verifying...' : 'Verify email'}
        </button>
      </Form>
    </AuthPage>
  )
}
