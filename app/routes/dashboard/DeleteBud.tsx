import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requireUser } from '~/accounts/sessions.server'
import { deleteBud } from '~/buds/buds.server'
import { redirectWithError, redirectWithSuccess } from '~/components/toast.server'
import { UserError } from '~/server/errors'

/** Action only: whoever opens the address finds the list. */
export async function loader(call: LoaderFunctionArgs) {
  await requireUser(call)
  return redirect('/dashboard')
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  try {
    await deleteBud(user._id, call.params.id ?? '')
  } catch (error) {
    if (error instanceof UserError) return redirectWithError('/dashboard', error.msg)
    throw error
  }
  return redirectWithSuccess('/dashboard', 'Bud deleted successfully')
}
