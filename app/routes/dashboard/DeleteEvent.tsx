import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requireUser } from '~/accounts/sessions.server'
import { deleteEvent } from '~/events/events.server'
import { redirectWithFailure, redirectWithSuccess } from '~/http/toast.server'

/** The route has no page, so a GET redirects to the list. */
export async function loader(call: LoaderFunctionArgs) {
  await requireUser(call)
  return redirect('/dashboard/allevents')
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  try {
    await deleteEvent(user._id, call.params.id ?? '')
  } catch (error) {
    return redirectWithFailure(call, '/dashboard/allevents', error)
  }
  return redirectWithSuccess('/dashboard/allevents', 'Event deleted successfully')
}
