import { endpoint, json } from '~/base/http/endpoint.server'

/** Responds 404 to every unknown path of the API, for all methods. */
export const loader = endpoint(async () => json(404, { msg: 'Not found' }))
