import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireUser } from '~/account/accounts/sessions.server'
import { pacedChunks, takeDownloadTurn } from '~/base/http/download.server'
import { streamOf, validationError } from '~/base/http/endpoint.server'
import { redirectWithFailure } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import { exportData, exportQuery } from '~/data/exports/export.server'

/** The download of the screen 'Your data'. */
export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const query = exportQuery.safeParse(Object.fromEntries(new URL(call.request.url).searchParams))
  if (!query.success) return redirectWithFailure(call, '/dashboard/data', validationError(query.error))
  try {
    await takeDownloadTurn(user._id, call.context)
    const file = await exportData(user, query.data)
    return new Response(streamOf(await pacedChunks(file, call.context)), { headers: file.headers })
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return redirectWithFailure(call, '/dashboard/data', error)
  }
}
