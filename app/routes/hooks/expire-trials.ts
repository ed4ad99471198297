import { expireTrials } from '~/account/billing/trials.server'
import { inBackground } from '~/base/node/background.server'
import { pruneHistory } from '~/data/history/history.server'
import { jobEndpoint } from '~/jobs/job-endpoint.server'

/** The history is pruned in the background, because that can take longer than a scheduler waits. */
const endpoint = jobEndpoint('expire-trials', 'Trials expired', () => {
  inBackground('history', pruneHistory)
  return expireTrials()
})

export { endpoint as action, endpoint as loader }
