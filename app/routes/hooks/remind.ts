import { jobEndpoint } from '~/jobs/job-endpoint.server'
import { remind } from '~/planning/reminders/remind.server'

const endpoint = jobEndpoint('remind', 'Reminders sent', remind)

export { endpoint as action, endpoint as loader }
