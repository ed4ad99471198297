import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requireUser } from '~/accounts/sessions.server'
import { deleteCircle } from '~/circles/circles.server'
import { redirectWithFailure, redirectWithSuccess } from '~/http/toast.server'

/** The route has no page, so a GET redirects to the list. */
export async function loader(call: LoaderFunctionArgs) {
  await requireUser(call)
  return redirect('/dashboard/allcircles')
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  try {
    await deleteCircle(user._id, call.params.id ?? '')
  } catch (error) {
    return redirectWithFailure(call, '/dashboard/allcircles', error)
  }
  return redirectWithSuccess('/dashboard/allcircles', 'Circle deleted successfully')
}
