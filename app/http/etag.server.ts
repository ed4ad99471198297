import { createHash } from 'node:crypto'

/** The strong ETag by which a body is read. */
export function etagOf(body: string | Uint8Array) {
  return `"${createHash('sha1').update(body).digest('base64url')}"`
}

/** Whether an `If-None-Match` names what is there now, or anything; a weak tag will do. */
export function isAmong(tags: string | null | undefined, etag: string) {
  return listOf(tags).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
}

/** Whether an `If-Match` allows what is there now; a weak tag never does. None allows everything. */
export function isAllowed(tags: string | null | undefined, etag: string) {
  return tags == null || listOf(tags).some((tag) => tag === '*' || tag === etag)
}

function listOf(tags: string | null | undefined) {
  return (tags ?? '').split(',').map((tag) => tag.trim())
}
