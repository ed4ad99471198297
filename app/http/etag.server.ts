import { createHash } from 'node:crypto'

/** The strong ETag of a body: its hash. */
export function etagOf(body: string | Uint8Array) {
  return `"${createHash('sha1').update(body).digest('base64url')}"`
}

/** Whether `If-None-Match` has the ETag or `*`, by weak comparison (RFC 9110, section 13.1.2). */
export function isNotModified(ifNoneMatch: string | null | undefined, etag: string) {
  return tagsOf(ifNoneMatch).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
}

/** Whether `If-Match` is absent or has the ETag or `*`, by strong comparison (RFC 9110, section 13.1.1). */
export function preconditionHolds(ifMatch: string | null | undefined, etag: string) {
  return ifMatch == null || tagsOf(ifMatch).some((tag) => tag === '*' || tag === etag)
}

function tagsOf(header: string | null | undefined) {
  return (header ?? '').split(',').map((tag) => tag.trim())
}
