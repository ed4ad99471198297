import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireUser } from '~/account/accounts/sessions.server'

/** An unknown URL below `/dashboard`. The layout shows the error page, so that the bars stay. */
export async function loader(call: LoaderFunctionArgs) {
  await requireUser(call)
  throw new Response(null, { status: 404, statusText: 'Not Found' })
}

export { loader as action }

/** Never rendered, because the loader throws. */
export default function NotFound() {
  return null
}
