import { expireTrials } from '~/billing/trials.server'
import { pruneHistory } from '~/history/history.server'
import { accepted, api } from '~/http/api.server'
import { inBackground } from '~/http/background.server'
import { env } from '~/http/env.server'
import { UserError } from '~/http/errors'
import { requireSecret } from '~/http/secret.server'

/** In milliseconds. Less than the request timeout. */
const maxWait = 3_500

const endpoint = api('public', {
  POST: async ({ request }) => {
    requireSecret(request, 'Bearer', env.CRON_SECRET)
    const job = pruneHistory().then(() => expireTrials())
    inBackground('expire-trials', async () => void (await job))
    const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, maxWait))
    const summary = await Promise.race([job, timeout])
    if (summary === null) throw new UserError(409, 'The job is running already')
    return summary ? { msg: 'Trials expired', ...summary } : accepted({ msg: 'The job is running' })
  },
})

export { endpoint as action, endpoint as loader }
