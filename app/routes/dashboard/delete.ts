import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requireUser } from '~/accounts/sessions.server'
import { deleteBud } from '~/buds/buds.server'
import { deleteCircle } from '~/circles/circles.server'
import { deleteEvent } from '~/events/events.server'
import { redirectWithFailure, redirectWithSuccess } from '~/http/toast.server'

/** DeleteBud/{id}, DeleteCircle/{id} and DeleteEvent/{id}: what each deletes, and the list that it redirects to. */
const deletions = {
  bud: { list: '/dashboard', noun: 'Bud', deleteRecord: deleteBud },
  circle: { list: '/dashboard/allcircles', noun: 'Circle', deleteRecord: deleteCircle },
  event: { list: '/dashboard/allevents', noun: 'Event', deleteRecord: deleteEvent },
}

function deletionOf({ request }: { request: Request }) {
  const path = decodeURI(new URL(request.url).pathname).toLowerCase()
  const [, noun] = /\/delete(bud|circle|event)\//.exec(path) ?? []
  return deletions[noun as keyof typeof deletions]
}

/** The routes have no page, so a GET redirects to the list. */
export async function loader(call: LoaderFunctionArgs) {
  await requireUser(call)
  return redirect(deletionOf(call).list)
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const { list, noun, deleteRecord } = deletionOf(call)
  try {
    await deleteRecord(user._id, call.params.id ?? '')
  } catch (error) {
    return redirectWithFailure(call, list, error)
  }
  return redirectWithSuccess(list, `${noun} deleted successfully`)
}
