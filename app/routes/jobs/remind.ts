import { jobEndpoint } from '~/http/job-endpoint.server'
import { remind } from '~/reminders/remind.server'

const endpoint = jobEndpoint('remind', 'Reminders sent', remind)

export { endpoint as action, endpoint as loader }
