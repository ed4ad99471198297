import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { confirmEmail, findEmailByToken } from '~/accounts/email-changes.server'
import { readSession } from '~/accounts/sessions.server'
import { FormError } from '~/components/form-error'
import { UserError } from '~/http/errors'
import { redirectWithSuccess } from '~/http/toast.server'
import { AuthPage } from '~/site/AuthPage'

export const meta: MetaFunction = () => [
  { title: 'Confirm Email · Budkeeper' },
  { name: 'robots', content: 'noindex' },
]

/** A GET changes nothing, because mail scanners follow links. */
export async function loader({ params }: LoaderFunctionArgs) {
  return { email: (await findEmailByToken(params.token ?? '')) ?? notFound() }
}

export async function action(call: ActionFunctionArgs) {
  try {
    const userId = (await confirmEmail(call.params.token ?? '')) ?? notFound()
    const session = await readSession(call)
    const path = session?.user._id === userId ? '/dashboard/profile' : '/login'
    return await redirectWithSuccess(path, 'Your email address was changed')
  } catch (error) {
    if (error instanceof UserError) return data({ msg: error.msg }, { status: error.status })
    throw error
  }
}

/** The same response for a used, revoked, expired or unknown token. */
function notFound(): never {
  throw new Response(null, { status: 404, statusText: 'Not Found' })
}

export default function ConfirmEmail() {
  const { email } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <AuthPage
      title="Confirm Email"
      intro="This becomes the address that you log in with and that Budkeeper writes to."
    >
      <Form method="post">
        <FormError msg={actionData?.msg} />
        <p className="address">{email}</p>
        <button type="submit" className="button" disabled={isBusy}>
          {isBusy ? 'Confirming...' : 'Confirm Email'}
        </button>
      </Form>
    </AuthPage>
  )
}
