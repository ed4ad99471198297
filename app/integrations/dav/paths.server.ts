import { davBase } from '~/base/http/request-path.server'
import type { Device } from '~/integrations/devices/device'
import type { Collection } from './collection.server'

export const homePath = `${davBase}/`
/** The principal, and the home of its collections. */
export const principalPath = ({ ownerId }: Device) => `${homePath}${ownerId}/`
export const collectionPath = (device: Device, { name }: Collection) => `${principalPath(device)}${name}/`
export const resourcePath = (device: Device, collection: Collection, file: string) =>
  collectionPath(device, collection) + encodeURIComponent(file)

/** Bytes. */
const longestName = 255

/** Whether a decoded part of a path may be the name of a resource. */
export const isFileName = (name: string) =>
  name !== '' &&
  name !== '.' &&
  name !== '..' &&
  name.isWellFormed() &&
  !/[/\\\p{Cc}]/u.test(name) &&
  Buffer.byteLength(name) <= longestName

/** The resource of a collection that a client means by a path or URL. Undefined if it can be none. */
export function fileOf(device: Device, collection: Collection, href: string) {
  const path = href.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/, 1)[0] ?? ''
  try {
    const [, base, user, name, file = '', ...others] = path.split('/').map(decodeURIComponent)
    const isInside = `/${base}` === davBase && user === device.ownerId && name === collection.name
    return isInside && others.length === 0 && isFileName(file) ? file : undefined
  } catch {
    return undefined
  }
}
