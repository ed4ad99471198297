import { isDeepStrictEqual } from 'node:util'
import { UserError } from '~/base/node/errors'
import { etagOfRecord, etagOfVersion, preconditionHolds } from '~/base/node/etag.server'

/** A record with its version, and with the id of the change set if it was edited just now. */
export type Versioned<T = object> = T & { version: number; changeId?: string }

/** `If-Match`, or the version that a form submits, as an ETag. Without one, the last write wins. */
export type ExpectedVersion = string | null | undefined

export type Edit = {
  change: Record<string, unknown>
  stored: Record<string, unknown>
  /** Replaces stored values in messages, for example ids with names. */
  readable?: Record<string, unknown>
}

/** Whether the stored record already has the new values. Such an edit causes neither a conflict nor a new version. */
export const isAlreadyStored = (edit: Edit) => changedFields(edit).length === 0

/**
 * Throws 412 if the version of `record`, such as `{ bud }`, is not the expected one. For an edit, the errors show the
 * stored value of each field that it would change.
 */
export function assertNotStale(record: Record<string, Versioned>, expected: ExpectedVersion, edit?: Edit) {
  const [[noun, current]] = Object.entries(record) as [[string, Versioned]]
  const ETag = etagOfRecord(current)
  if (preconditionHolds(expected, ETag) || preconditionHolds(expected, etagOfVersion(current.version))) return
  throw new UserError(412, `This ${noun} has changed since you opened it`, {
    errors: edit && conflicts(edit),
    version: current.version,
    headers: { ETag },
  })
}

/** The stored values of the fields that an edit would change, as errors. */
export function conflicts(edit: Edit) {
  const values = { ...edit.stored, ...edit.readable }
  return Object.fromEntries(
    changedFields(edit).map((field) => [field, [`Saved now: ${textOf(values[field]) || 'nothing'}`]]),
  )
}

function changedFields({ change, stored }: Edit) {
  return Object.keys(change).filter((field) => !isDeepStrictEqual(change[field], stored[field]))
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'object' && value !== null) return Object.values(value).filter(Boolean).join(' ')
  return String(value ?? '')
}
