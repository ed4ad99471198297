import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { endSession } from '~/accounts/sessions.server'
import { redirectWithSuccess } from '~/http/toast.server'

export function loader() {
  return redirect('/')
}

export async function action(call: ActionFunctionArgs) {
  await endSession(call)
  return redirectWithSuccess('/', 'Logged out successfully')
}
