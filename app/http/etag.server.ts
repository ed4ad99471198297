import { hash } from 'node:crypto'

/** The strong ETag of a body: its hash. */
export const etagOf = (body: string | Uint8Array) => `"${hashOf(body)}"`

const hashOf = (body: string | Uint8Array) => hash('sha1', body, 'base64url')

/**
 * ETag of a record: its version, followed by a hash of its fields, because some of them change without the version: the
 * names of a circle's buds, and the day on which a bud is due.
 */
export function etagOfRecord({ version, ...fields }: { version: number }) {
  return etagOfVersion(`${version}-${hashOf(JSON.stringify(fields))}`)
}

export const etagOfVersion = (version: number | string) => `"${version}"`

/** Moves the version of the record in a body such as `{ msg, bud }` to an ETag. Without a version, returns no ETag. */
export function splitVersion(body: object): { body: object; etag?: string } {
  const entry = Object.entries(body).find(([, value]) => typeof value?.version === 'number')
  if (!entry) return { body }
  const [noun, { version, changeId: _, ...record }] = entry
  return { body: { ...body, [noun]: record }, etag: etagOfRecord({ version, ...record }) }
}

/** Whether `If-None-Match` has the ETag or `*`, by weak comparison (RFC 9110, section 13.1.2). */
export function isNotModified(ifNoneMatch: string | null | undefined, etag: string) {
  return tagsOf(ifNoneMatch).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
}

/** Whether `If-Match` is absent or has the ETag or `*`, by strong comparison (RFC 9110, section 13.1.1). */
export function preconditionHolds(ifMatch: string | null | undefined, etag: string) {
  return ifMatch == null || tagsOf(ifMatch).some((tag) => tag === '*' || tag === etag)
}

const tagsOf = (header: string | null | undefined) => (header ?? '').split(',').map((tag) => tag.trim())
