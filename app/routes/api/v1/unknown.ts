import { endpoint, json } from '~/http/api.server'

/** Responds 404 to every unknown path of the API, for all methods. */
const notFound = endpoint(async () => json(404, { msg: 'Not found' }))

export { notFound as action, notFound as loader }
