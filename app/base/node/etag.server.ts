import { hash } from 'node:crypto'

/** The strong ETag of a body: its hash. */
export const etagOf = (body: string | Uint8Array) => `"${hashOf(body)}"`

const hashOf = (body: string | Uint8Array) => hash('sha1', body, 'base64url')

/**
 * ETag of a record: its version, followed by a hash of what changes without the version: embedded records, such as the
 * buds of a circle, and fields that the product derives.
 */
export function etagOfRecord({ version, ...fields }: { version: number }) {
  const others = Object.entries(fields).filter(([name, value]) => isDerived(name, value) || isEmbedded(value))
  return etagOfVersion(others.length > 0 ? `${version}-${hashOf(JSON.stringify(others))}` : version)
}

const derivedFields = ['lastContactOn', 'dueOn']
const isDerived = (name: string, value: unknown) => value !== null && derivedFields.includes(name)

const isEmbedded = (value: unknown) => Array.isArray(value) && value.some((part) => part?._id)

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
