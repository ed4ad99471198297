import type { LoaderFunctionArgs } from '@remix-run/node'
import { findAvatar } from '~/account/accounts/accounts.server'
import { requireUser } from '~/account/accounts/sessions.server'
import { pictureResponse } from '~/base/forms/picture.server'

/** The avatar of the user. Its URL contains the hash of the picture, so browsers may cache it. */
export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const picture = user.avatar?.endsWith(`/${call.params.hash}`) && (await findAvatar(user._id))
  if (!picture) throw new Response(null, { status: 404 })
  return pictureResponse(picture)
}
