import { asDeletedUser } from '~/base/http/deleted-user.server'
import { type ApiResponse, endpoint, type RoutedCall } from '~/base/http/endpoint.server'
import { somethingWentWrong, UserError } from '~/base/node/errors'
import { isUnavailable, retryAfterSeconds } from '~/base/node/outage.server'
import type { Device } from '~/integrations/devices/device'
import { type Collection, DavError } from './collection.server'
import { basicCredentials } from './credentials.server'
import { type DavCall, davCall, kindOf } from './dav-call.server'
import { multistatus, xmlHeaders } from './multistatus.server'
import { propfind } from './propfind.server'
import { proppatch } from './proppatch.server'
import { report } from './reports.server'
import { deleteResource, putResource, readResource } from './resources.server'
import { element, escapeXml, href, rootStart } from './xml-writer.server'

export type DavParts = {
  /** Null if the password is none of the address. Throws 429 for a client that guesses. */
  authenticate: (email: string, password: string, address: string) => Promise<Device | null>
  /** Counts a request. Throws 429 after too many. */
  countRequest: (device: Device) => void
  collectionsOf: (device: Device) => Collection[] | Promise<Collection[]>
}

type Answer = (call: DavCall) => Promise<ApiResponse>

const streamed =
  (respond: (call: DavCall) => AsyncIterable<string>): Answer =>
  (call) =>
    multistatus(respond(call), call.device, call)

const ofAll = { PROPFIND: streamed(propfind), PROPPATCH: streamed(proppatch), REPORT: streamed(report) }
const ofResources = {
  GET: readResource,
  HEAD: readResource,
  PUT: putResource,
  DELETE: deleteResource,
}

/** What a client may not do, whatever the path. Whether there is something at the path is not told. */
const refused = ['MKCOL', 'MKCALENDAR', 'COPY', 'MOVE', 'ACL']

/** The URLs of CardDAV and CalDAV. A module exports this as `loader`, which the router calls for all methods. */
export const dav = (parts: DavParts) =>
  endpoint(async (call) => {
    try {
      return await respond(call, parts)
    } catch (error) {
      return errorResponse(error, call)
    }
  })

async function respond(call: RoutedCall, { authenticate, countRequest, collectionsOf }: DavParts) {
  const { request, context } = call
  const isResource = kindOf(call.params) === 'resource'
  const answers: Record<string, Answer> = isResource ? { ...ofResources, ...ofAll } : ofAll
  const headers = { Allow: ['OPTIONS', ...Object.keys(answers)].join(', '), ...capabilities }
  if (request.method === 'OPTIONS')
    return { status: 200, headers: { ...headers, 'Cache-Control': 'no-store' }, body: '' }
  const credentials = basicCredentials(request.headers.get('Authorization'))
  const device =
    credentials && (await authenticate(credentials.email, credentials.password, context.address()))
  if (!device) throw notSignedIn()
  countRequest(device)
  if (refused.includes(request.method) || (request.method === 'DELETE' && !isResource)) throw notAllowed()
  const answer = answers[request.method]
  if (!answer) throw new UserError(405, 'The method is not supported here', { headers })
  const response = await answer(davCall(call, device, await collectionsOf(device)))
  return { ...response, headers: { ...response.headers, ...capabilities } }
}

const capabilities = { DAV: '1, 3, addressbook, calendar-access' }

const notSignedIn = () =>
  new UserError(401, 'Sign in with your e-mail address and an app password', {
    headers: { 'WWW-Authenticate': 'Basic realm="Budkeeper", charset="UTF-8"' },
  })

const notAllowed = () =>
  new DavError(403, 'D:need-privileges', 'Collections are not made, moved or deleted here')

function errorResponse(error: unknown, { context, request }: RoutedCall): ApiResponse {
  const answer = (status: number, message: string, condition = '', headers = {}) => ({
    ...{ status, headers: { ...xmlHeaders, ...headers } },
    body: request.method === 'HEAD' ? null : errorBody(message, condition),
  })
  if (error instanceof DavError) return answer(error.status, error.message, conditionOf(error, request.url))
  const cause = asDeletedUser(error) ? notSignedIn() : error
  if (cause instanceof UserError) return answer(cause.status, cause.msg, '', cause.details.headers)
  context.log.error({ err: error }, 'DAV request failed')
  return isUnavailable(error)
    ? answer(503, somethingWentWrong, '', { 'Retry-After': retryAfterSeconds })
    : answer(500, somethingWentWrong)
}

/** The element of a condition. The resource in the way is in the collection of the one that was asked for. */
function conditionOf({ condition, file }: DavError, url: string) {
  const folder = (url.split('?', 1)[0] ?? '').replace(/[^/]*$/, '')
  return condition
    ? element(condition, file === undefined ? '' : href(folder + encodeURIComponent(file)))
    : ''
}

/** A body of RFC 4918, section 16. */
function errorBody(message: string, condition: string) {
  const text = message && element('D:responsedescription', escapeXml(message))
  return `${rootStart('D:error')}${condition}${text}</D:error>`
}
