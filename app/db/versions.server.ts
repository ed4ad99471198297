import { isDeepStrictEqual } from 'node:util'
import { UserError } from '~/http/errors'
import { etagOf, isAllowed } from '~/http/etag.server'

/** `If-Match`, or the version that a form was opened with; nothing where the last write wins. */
export type Known = string | null | undefined

/**
 * What a record is known by: of an answer like `{ bud }` the ETag that its own address gives it, of what a form can
 * write what the form was opened with.
 */
export function versionOf(record: Record<string, unknown>) {
  return etagOf(JSON.stringify(record))
}

type Written = {
  change: Record<string, unknown>
  /** What the change would write over. */
  stored: Record<string, unknown>
  /** What is told of fields whose stored value says nothing to people. */
  told?: Record<string, unknown>
}

/**
 * Throws 412 when `record`, such as `{ bud }`, is no longer what the writer knew, and the change would make something
 * else of it: the same sent twice is no conflict. Without `written` it is about to be deleted.
 */
export function refuseStale(record: Record<string, object>, known: Known, written?: Written) {
  const ETag = versionOf(record)
  const version = written && versionOf(written.stored)
  if (isAllowed(known, ETag) || (version && isAllowed(known, version))) return
  const errors = written && conflicts(written)
  if (errors && Object.keys(errors).length === 0) return
  const [noun] = Object.keys(record)
  const msg = `This ${noun} has changed since you opened it`
  throw new UserError(412, msg, { errors, version, headers: { ETag } })
}

function conflicts({ change, stored, told }: Written) {
  const differing = Object.keys(change).filter((field) => !isDeepStrictEqual(change[field], stored[field]))
  return Object.fromEntries(differing.map((field) => [field, [savedNow({ ...stored, ...told }[field])]]))
}

function savedNow(value: unknown) {
  const text = wordsOf(value)
  return text ? `Saved now: ${text}` : 'Saved now: nothing'
}

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).join(', ')
  if (typeof value === 'object' && value !== null) return Object.values(value).filter(Boolean).join(' ')
  return String(value ?? '')
}
