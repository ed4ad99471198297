import { expireTrials } from '~/billing/trials.server'
import { pruneHistory } from '~/history/history.server'
import { inBackground } from '~/http/background.server'
import { jobEndpoint } from '~/http/job-endpoint.server'

/** The history is pruned in the background, because that can take longer than a scheduler waits. */
const endpoint = jobEndpoint('expire-trials', 'Trials expired', () => {
  inBackground('history', pruneHistory)
  return expireTrials()
})

export { endpoint as action, endpoint as loader }
