import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requireUser } from '~/account/accounts/sessions.server'
import { readFormFields } from '~/base/forms/form.server'
import { ownPath } from '~/base/forms/rules'
import { redirectWithFailure, redirectWithUndo } from '~/base/http/toast.server'
import { type At, atOf, deleteAt } from '~/events/events/series.server'
import { deleteBud } from '~/people/buds/buds.server'
import { deleteCircle } from '~/people/circles/circles.server'
import { deleteInteraction } from '~/people/interactions/interactions.server'
import { deleteSmartList } from '~/people/lists/smart-lists.server'
import { deleteRelation } from '~/people/relations/relations.server'

export { Outlet as default } from '@remix-run/react'
export { FormAnswerOrError as ErrorBoundary } from '~/base/components/form-answer'

type Delete = (ownerId: string, id: string, at: At) => Promise<string | undefined>

const whole =
  (deleteRecord: (ownerId: string, id: string) => Promise<string | undefined>): Delete =>
  (ownerId, id) =>
    deleteRecord(ownerId, id)

/** By the name of the screen in lower case: `deletebud` for DeleteBud/{id}. Each deletion redirects to its `list`. */
const deletions = {
  deletebud: { list: '/dashboard', noun: 'Bud', deleteRecord: whole(deleteBud) },
  deletecircle: { list: '/dashboard/allcircles', noun: 'Circle', deleteRecord: whole(deleteCircle) },
  deleteinteraction: {
    list: '/dashboard/Today',
    noun: 'Interaction',
    deleteRecord: whole(deleteInteraction),
  },
  deletelist: { list: '/dashboard', noun: 'List', deleteRecord: whole(deleteSmartList) },
  deleterelation: {
    list: '/dashboard',
    noun: 'Relation',
    deleteRecord: whole(async (ownerId, id) => (await deleteRelation(ownerId, id)).changeId),
  },
  deleteevent: { list: '/dashboard/allevents', noun: 'Event', deleteRecord: deleteAt },
}

function deletionOf({ request }: { request: Request }) {
  const [, , screen = ''] = new URL(request.url).pathname.split('/')
  return deletions[decodeURIComponent(screen).toLowerCase() as keyof typeof deletions]
}

/** The routes have a page for errors only, so a GET redirects to the list. */
export async function loader(call: LoaderFunctionArgs) {
  await requireUser(call)
  return redirect(deletionOf(call).list)
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const form = await readFormFields(call.request)
  const { list: ownList, noun, deleteRecord } = deletionOf(call)
  const list = ownPath(new URL(call.request.url).searchParams.get('returnTo'), ownList)
  try {
    const changeId = await deleteRecord(user._id, call.params.id ?? '', atOf(call.request, form.get('scope')))
    return redirectWithUndo(list, `${noun} deleted successfully`, changeId)
  } catch (error) {
    return redirectWithFailure(call, list, error)
  }
}
