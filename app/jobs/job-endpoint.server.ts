import { hook } from '~/api/calls/api.server'
import { accepted } from '~/base/http/endpoint.server'
import { requireSecret } from '~/base/http/secret.server'
import { inBackground } from '~/base/node/background.server'
import { env } from '~/base/node/env.server'
import { UserError } from '~/base/node/errors'

/** In milliseconds. Less than the request timeout. */
const maxWait = 3_500

/**
 * An endpoint with which a scheduler runs a job. It responds with the summary of the job, or 202 when the job takes
 * longer and continues in the background. A summary of null means that another process runs the job.
 */
export function jobEndpoint(name: string, msg: string, run: () => Promise<object | null>) {
  return hook(async ({ request }) => {
    requireSecret(request, 'Bearer', env.CRON_SECRET)
    const job = run()
    inBackground(name, async () => void (await job))
    const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, maxWait))
    const summary = await Promise.race([job, timeout])
    if (summary === null) throw new UserError(409, 'The job is running already')
    return summary ? { msg, ...summary } : accepted({ msg: 'The job is running' })
  })
}
