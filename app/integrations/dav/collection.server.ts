import type { Device } from '~/integrations/devices/device'

/**
 * What a collection gives the protocol, which knows no business word. `file` is the name of a resource in its collection,
 * without slashes. An ETag is strong and quoted: `"7"`.
 */
export type Resource = { file: string; etag: string }
export type StoredResource = Resource & { content: string }

/** The conditions of a request: the values of its headers, or null. */
export type Conditions = { ifMatch: string | null; ifNoneMatch: string | null }

/** A range of time. */
export type InstantRange = { from: Date; to: Date }

/** `etag` is null if what was stored is not what was sent, so that the client reads it again. */
export type Written = { isNew: boolean; etag: string | null }

export type Collection = {
  /** The last part of its path: `buds`. */
  name: string
  kind: 'addressbook' | 'calendar'
  displayName: string
  color?: string
  isReadOnly: boolean
  /** The content type of its resources, without parameters. */
  type: 'text/vcard' | 'text/calendar'
  /** Bytes of a resource. */
  limit: number
  /** The number of its last change. It is the same as long as nothing in it changes. */
  state: (device: Device) => Promise<number>
  /** All resources, with the number of the last change that they contain. */
  list: (device: Device) => Promise<{ resources: Resource[]; state: number }>
  /** What has changed after a number. Null: the number is not one of this collection, or too old. */
  changesSince: (
    device: Device,
    state: number,
  ) => Promise<{ changed: Resource[]; gone: string[]; state: number } | null>
  /** The resources of these names that there are, in any order. `version` is that of vCard. */
  read: (device: Device, files: string[], version: '3.0' | '4.0') => Promise<StoredResource[]>
  /** All resources, in pages, for queries with a filter. Within `range` only those that may overlap it, as instants. */
  pages: (
    device: Device,
    version: '3.0' | '4.0',
    range?: { from: Date | null; to: Date | null },
  ) => AsyncIterable<StoredResource[]>
  /** A resource of a calendar with its occurrences one by one. Null: there are too many. */
  expand?: (device: Device, content: string, range: InstantRange) => string | null
  /** Throws `DavError`. Conditions are checked in the transaction that writes. */
  put: (device: Device, file: string, content: Buffer, conditions: Conditions) => Promise<Written>
  remove: (device: Device, file: string, conditions: Conditions) => Promise<void>
  rename?: (device: Device, properties: { displayName?: string; color?: string }) => Promise<void>
}

/** A refusal. `condition` is the element of its error body (RFC 4918, section 16), such as `C:valid-calendar-data`. */
export class DavError extends Error {
  constructor(
    readonly status: number,
    readonly condition?: string,
    /** For people, in the element `responsedescription`. */
    message = '',
    /** The resource of the collection that is in the way, in the element of the condition. */
    readonly file?: string,
  ) {
    super(message)
  }
}
