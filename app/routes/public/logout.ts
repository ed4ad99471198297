import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { endSession } from '~/account/accounts/sessions.server'
import { redirectWithSuccess } from '~/base/http/toast.server'

export function loader() {
  return redirect('/')
}

export async function action(call: ActionFunctionArgs) {
  await endSession(call)
  return redirectWithSuccess('/', 'Logged out successfully')
}
