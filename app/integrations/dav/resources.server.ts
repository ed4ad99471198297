import { readBytes } from '~/base/http/body.server'
import type { ApiResponse } from '~/base/http/endpoint.server'
import { UserError } from '~/base/node/errors'
import { isNotModified } from '~/base/node/etag.server'
import { type Collection, type Conditions, DavError } from './collection.server'
import { type DavCall, notFound, readOnly } from './dav-call.server'

/** The answer to a GET. */
export async function readResource(call: DavCall): Promise<ApiResponse> {
  const { device, request } = call
  const { collection, file } = resourceOf(call)
  const [resource] = await collection.read(device, [file], versionFor(request.headers.get('Accept') ?? ''))
  if (!resource) throw notFound()
  const { etag, content } = resource
  const headers = {
    'Content-Type': `${collection.type}; charset=utf-8`,
    ETag: etag,
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept, Authorization',
  }
  if (isNotModified(request.headers.get('If-None-Match'), etag)) return { status: 304, headers, body: null }
  const length = { 'Content-Length': String(Buffer.byteLength(content)) }
  return { status: 200, headers: { ...headers, ...length }, body: request.method === 'HEAD' ? null : content }
}

/** Cards are vCard 3.0 unless the client would rather have 4.0. */
function versionFor(accept: string) {
  const quality = (version: RegExp) => {
    const ranges = accept.split(',').filter((range) => /text\/vcard/i.test(range) && version.test(range))
    return Math.max(0, ...ranges.map((range) => Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1)))
  }
  return quality(/version="?4\.0/i) > quality(/^(?!.*version="?4\.0)/i) ? '4.0' : '3.0'
}

export async function putResource(call: DavCall): Promise<ApiResponse> {
  const { device, request } = call
  const { collection, file } = resourceOf(call)
  if (collection.isReadOnly) throw readOnly()
  assertType(collection, request.headers.get('Content-Type') ?? collection.type)
  if (request.headers.get('Content-Range'))
    throw new DavError(400, undefined, 'A resource is sent as a whole')
  const content = await readBytes(request, collection.limit).catch((error) => refuseSize(error, collection))
  const { isNew, etag } = await collection.put(device, file, content, conditionsOf(call))
  const status = isNew ? 201 : 204
  return { status, headers: { 'Cache-Control': 'no-store', ...(etag && { ETag: etag }) }, body: null }
}

export async function deleteResource(call: DavCall): Promise<ApiResponse> {
  const { collection, file } = resourceOf(call)
  if (collection.isReadOnly) throw readOnly()
  await collection.remove(call.device, file, conditionsOf(call))
  return { status: 204, headers: { 'Cache-Control': 'no-store' }, body: null }
}

function resourceOf({ collection, file }: DavCall) {
  if (!collection || file === undefined) throw notFound()
  return { collection, file }
}

const conditionsOf = ({ request: { headers } }: DavCall): Conditions => ({
  ifMatch: headers.get('If-Match'),
  ifNoneMatch: headers.get('If-None-Match'),
})

/** The types of clients that are older than RFC 6350 are the same. */
const olderTypes: Record<string, string> = { 'text/x-vcard': 'text/vcard', 'text/directory': 'text/vcard' }
const prefixOf = ({ kind }: Collection) => (kind === 'calendar' ? 'C' : 'CARD')

function assertType(collection: Collection, header: string) {
  const [type = ''] = header.toLowerCase().split(';', 1)
  const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]+)/i.exec(header) ?? []
  const isType = (olderTypes[type.trim()] ?? type.trim()) === collection.type
  if (isType && /^(utf-?8|us-ascii)$/i.test(charset)) return
  const data = collection.kind === 'calendar' ? 'C:supported-calendar-data' : 'CARD:supported-address-data'
  throw new DavError(415, data, `A resource must be ${collection.type} in UTF-8`)
}

function refuseSize(error: unknown, collection: Collection): never {
  if (!(error instanceof UserError) || error.status !== 413) throw error
  throw new DavError(413, `${prefixOf(collection)}:max-resource-size`, error.msg)
}
