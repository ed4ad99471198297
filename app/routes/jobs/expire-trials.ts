import { expireTrials } from '~/billing/trials.server'
import { pruneHistory } from '~/history/history.server'
import { jobEndpoint } from '~/http/job-endpoint.server'

const endpoint = jobEndpoint('expire-trials', 'Trials expired', () =>
  pruneHistory().then(() => expireTrials()),
)

export { endpoint as action, endpoint as loader }
