import type { RecordType } from '~/people/buds/record-kinds'

/** The kinds of records that devices sync. */
export const syncTypes = ['bud', 'circle', 'event'] as const
export type SyncType = (typeof syncTypes)[number]

/** A device that has signed in, and whose records it reads and writes. */
export type Device = {
  _id: string
  name: string
  ownerId: string
  /** The IANA name of the owner's time zone. */
  zone: string
}

/** A device as the API returns it, with the numbers of records that it has added, changed and deleted, and of those held. */
export type ListedDevice = {
  _id: string
  name: string
  hint: string
  createdAt: Date
  lastUsedOn: string | null
  added: number
  changed: number
  deleted: number
  held: number
}

/** The deletions of a device that its owner has to decide about. */
export type HeldDeletions = {
  device: { _id: string; name: string }
  records: { type: RecordType; _id: string; name: string }[]
  since: Date
}

/** Devices of an account that can sign in. */
export const deviceLimit = 20
export const deviceNameLength = 100

export const deviceLabels = { name: 'Name', since: 'Since', password: 'Account password' }

export const devicesPath = '/dashboard/devices'
/** The section of the screen 'Developers'. */
export const phonesPath = '/dashboard/developers#phones'
