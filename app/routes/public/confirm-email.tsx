import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { confirmEmail, findEmailByToken } from '~/account/accounts/email-changes.server'
import { linkNotFound } from '~/account/accounts/open-link.server'
import { readSession } from '~/account/accounts/sessions.server'
import { FormError } from '~/base/components/form-error'
import { redirectWithSuccess } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import { AuthPage } from '~/site/pages/auth-page'

export const meta: MetaFunction = () => [
  { title: 'Confirm email · Budkeeper' },
  { name: 'robots', content: 'noindex' },
]

/** The same for a used, revoked, expired or unknown token. */
const ended = {
  hint: 'The link works once, and for a day. Change the address again on your profile.',
  to: '/dashboard/profile',
  label: 'Profile',
}

/** A GET changes nothing, because mail scanners follow links. */
export async function loader({ params }: LoaderFunctionArgs) {
  return { email: (await findEmailByToken(params.token ?? '')) ?? linkNotFound(ended) }
}

export async function action(call: ActionFunctionArgs) {
  try {
    const userId = (await confirmEmail(call.params.token ?? '')) ?? linkNotFound(ended)
    const session = await readSession(call)
    const path = session?.user._id === userId ? '/dashboard/profile' : '/login'
    return await redirectWithSuccess(path, 'Your email address was changed')
  } catch (error) {
    if (error instanceof UserError) return data({ msg: error.msg }, { status: error.status })
    throw error
  }
}

export default function ConfirmEmail() {
  const { email } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <AuthPage
      title="Confirm email"
      intro="This becomes the address that you log in with and that Budkeeper writes to."
    >
      <Form method="post">
        <FormError msg={actionData?.msg} />
        <p className="address">{email}</p>
        <button type="submit" className="button" disabled={isBusy}>
          {isBusy ? 'Confirming...' : 'Confirm email'}
        </button>
      </Form>
    </AuthPage>
  )
}
