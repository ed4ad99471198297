import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireUser } from '~/account/accounts/sessions.server'
import { pictureResponse } from '~/base/forms/picture.server'
import { findPhoto } from '~/people/buds/bud-photos.server'

/** The photo of a bud, for its owner only. Its URL contains the hash of the picture, so browsers may cache it. */
export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const picture = await findPhoto(user._id, call.params.id ?? '', call.params.hash ?? '')
  if (!picture) throw new Response(null, { status: 404 })
  return pictureResponse(picture)
}
