import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { MIMEType } from 'node:util'
import { UserError } from '~/base/node/errors'
import type { IncomingRequest } from './context.server'
import { assertOwnForm } from './form-account.server'

const bodyLimit = 1_000_000

/**
 * Reads the whole body. Drains a body of more than `limit` bytes, then throws 413. The body is copied into one buffer, so
 * that its many small chunks do not fragment the memory of the process.
 */
export async function readBytes({ body, headers }: IncomingRequest, limit: number) {
  const declared = Number(headers.get('Content-Length'))
  let bytes = Buffer.allocUnsafe(declared <= limit ? declared : 0)
  let size = 0
  const add = (chunk: Uint8Array) => {
    const end = size + chunk.byteLength
    if (end <= limit) {
      if (end > bytes.length) bytes = Buffer.concat([bytes.subarray(0, size)], Math.max(end, 2 * size))
      bytes.set(chunk, size)
    }
    size = end
  }
  // Events cost less than an iterator. The event is `readable`, because `drainBody` removes listeners of `data`.
  if (body instanceof Readable) {
    body.on('readable', () => {
      for (let chunk = body.read(); chunk !== null; chunk = body.read()) add(chunk)
    })
    await finished(body, { writable: false })
  } else for await (const chunk of body ?? []) add(chunk)
  if (size > limit) throw new UserError(413, `The request is too large: at most ${limit} bytes`)
  return bytes.subarray(0, size)
}

/** The unparsed body, for checking a signature. */
export async function readText(request: IncomingRequest, limit = bodyLimit) {
  return (await readBytes(request, limit)).toString()
}

function mediaType(request: IncomingRequest) {
  return request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? ''
}

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Limits the work of parsing a form. All forms of the app have fewer fields. */
const fieldLimit = 2_000
const flatName = /^[^.[\]]*$/

/**
 * Parses a URL-encoded or multipart form. Rejects names with `.`, `[` or `]`, for which a form parser allocates an
 * array of the size in the name (decisions 5.2). Throws 413, 415 or 400. Only a multipart
 * form, which may have files, can have a limit above `bodyLimit`. Throws `RefusedForm` for another account's form.
 */
export async function readForm(request: IncomingRequest, limit = bodyLimit) {
  const type = mediaType(request)
  if (!formTypes.includes(type)) throw unsupportedMediaType()
  const bytes = await readBytes(request, type === 'multipart/form-data' ? limit : Math.min(limit, bodyLimit))
  const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' }
  if (hasManyFields(bytes, headers['Content-Type'])) throwUnreadable()
  const form = await new Response(bytes, { headers }).formData().catch(throwUnreadable)
  const names = [...form.keys()]
  if (names.length > fieldLimit || !names.every((name) => flatName.test(name))) throwUnreadable()
  assertOwnForm(request, form)
  return form
}

/** Before the form is parsed, as that takes seconds for some 100,000 fields. */
function hasManyFields(bytes: Buffer, type: string) {
  const { essence, params } = mimeType(type)
  const separator = essence === 'multipart/form-data' ? (params.get('boundary') ?? '') : '&'
  for (let n = 0, at = -1; n <= fieldLimit; n++) {
    at = bytes.indexOf(separator, at + 1)
    if (at < 0) return false
  }
  return true
}

function mimeType(type: string) {
  try {
    return new MIMEType(type)
  } catch {
    return throwUnreadable()
  }
}

function throwUnreadable(): never {
  throw new UserError(400, 'The form could not be read')
}

/**
 * The body of an API call, from JSON or a form (product 13). Returns an empty object if there is no body. Throws 413, 415
 * or 400.
 */
export async function readBody(request: IncomingRequest, limit = bodyLimit) {
  const type = mediaType(request)
  if (formTypes.includes(type)) return toObject(await readForm(request, limit))
  const bytes = await readBytes(request, limit)
  if (type === '' && bytes.length === 0) return {}
  if (type !== 'application/json') throw unsupportedMediaType()
  return parseObject(bytes)
}

export type ReceivedFile = { content: Uint8Array; name: string }

/**
 * A file that is the body, whatever its type, with its name in `Content-Disposition`, or the `field` of a multipart form.
 * It has at most `limit` bytes.
 */
export async function readFile(
  request: IncomingRequest,
  field: string,
  limit: number,
): Promise<ReceivedFile> {
  if (mediaType(request) !== 'multipart/form-data')
    return { content: await readBytes(request, limit), name: fileNameIn(request) }
  const value = (await readForm(request, limit + multipartOverhead)).get(field)
  if (!(value instanceof File)) return { content: new Uint8Array(), name: '' }
  return { content: new Uint8Array(await value.arrayBuffer()), name: value.name }
}

function fileNameIn(request: IncomingRequest) {
  const disposition = request.headers.get('Content-Disposition') ?? ''
  const [, encoded] = /filename\*=utf-8''([^;\s]+)/i.exec(disposition) ?? []
  try {
    if (encoded) return decodeURIComponent(encoded)
  } catch {
    // The plain name follows.
  }
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? ''
}

/** The size of the other parts of a form with a file. */
const multipartOverhead = 10_000

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseObject(bytes: Uint8Array) {
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch {
    throw new UserError(400, 'The request is not valid JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UserError(400, 'The request must be a JSON object')
  }
  return value as Record<string, unknown>
}

/** Converts a form to an object. An empty file counts as absent. A repeated name becomes a list. */
function toObject(form: FormData) {
  const fields: Record<string, unknown> = Object.create(null)
  for (const [name, value] of form) {
    if (value instanceof File && value.size === 0) continue
    const previous = fields[name]
    if (Array.isArray(previous)) previous.push(value)
    else fields[name] = previous === undefined ? value : [previous, value]
  }
  return fields
}

const unsupportedMediaType = () => new UserError(415, 'The request must be JSON, URL-encoded or multipart')
