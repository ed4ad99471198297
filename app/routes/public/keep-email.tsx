import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { findEmailToKeep, keepEmail } from '~/account/accounts/email-changes.server'
import { linkNotFound, openLink } from '~/account/accounts/open-link.server'
import { FormError } from '~/base/components/form-error'
import { redirectWithSuccess } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import { AuthPage } from '~/site/pages/auth-page'

export const meta: MetaFunction = () => [
  { title: 'Keep this address · Budkeeper' },
  { name: 'robots', content: 'noindex' },
]

const ended = {
  hint: 'The link works once, and for a week. If the account is not safe, write to us.',
  to: '/contact',
  label: 'Contact',
}

/** A GET changes nothing, because mail scanners follow links. */
export async function loader(call: LoaderFunctionArgs) {
  return { email: await openLink(call, () => findEmailToKeep(call.params.token ?? ''), ended) }
}

export async function action(call: ActionFunctionArgs) {
  try {
    if (!(await keepEmail(call.params.token ?? ''))) linkNotFound(ended)
    const msg = 'The account has this address, and all devices were signed out. Now choose a new password.'
    return await redirectWithSuccess('/forgot-password', msg)
  } catch (error) {
    if (error instanceof UserError) return data({ msg: error.msg }, { status: error.status })
    throw error
  }
}

export default function KeepEmail() {
  const { email } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <AuthPage
      title="Keep this address"
      intro="For when it was not you who wanted another one. The account keeps or gets back this address, and all devices are signed out."
    >
      <Form method="post">
        <FormError msg={actionData?.msg} />
        <p className="address">{email}</p>
        <button type="submit" className="button" disabled={isBusy}>
          {isBusy ? 'Keeping...' : 'Keep this address'}
        </button>
      </Form>
    </AuthPage>
  )
}
