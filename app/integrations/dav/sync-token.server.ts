import type { Device } from '~/integrations/devices/device'
import { type Collection, DavError } from './collection.server'

const startOf = ({ ownerId }: Device, { name }: Collection) => `data:,${ownerId}/${name}/`

/** A URI, as RFC 6578 wants it. Another user's or collection's token is none of this one. */
export const writeSyncToken = (device: Device, collection: Collection, state: number) =>
  startOf(device, collection) + state

export const invalidSyncToken = () =>
  new DavError(403, 'D:valid-sync-token', 'The sync token is not valid any more')

/** The number of a token. Null for an empty one, with which a first sync begins. */
export function readSyncToken(device: Device, collection: Collection, token: string) {
  if (token === '') return null
  const start = startOf(device, collection)
  const number = token.startsWith(start) ? token.slice(start.length) : ''
  if (!/^(0|[1-9]\d{0,14})$/.test(number)) throw invalidSyncToken()
  return Number(number)
}
