import { endpoint, json } from '~/http/api.server'

/** Every address of the API that is not in the table, whatever the method. */
const notFound = endpoint(async () => json(404, { msg: 'Not found' }))

export { notFound as action, notFound as loader }
