import { readBytes } from '~/base/http/body.server'
import type { RoutedCall } from '~/base/http/endpoint.server'
import type { Device } from '~/integrations/devices/device'
import { type Collection, DavError } from './collection.server'
import { isFileName } from './paths.server'
import type { Target } from './properties.server'
import { readXml, type XmlElement } from './xml-reader.server'

/** Bytes of an XML body. */
const xmlLimit = 1_000_000

/** A request of a device that has signed in. */
export type DavCall = RoutedCall & {
  device: Device
  kind: Target['kind']
  collections: Collection[]
  collection?: Collection
  /** The name of a resource, which need not exist. */
  file?: string
  /** Whether the client wants to hear nothing of properties that do not exist. */
  isBrief: boolean
  /** The root of the body. Undefined: there is no body. */
  xml: () => Promise<XmlElement | undefined>
}

type Path = RoutedCall['params']

/** What kind of target a path has. A deeper path is that of a resource which cannot exist. */
export function kindOf(path: Path): Target['kind'] {
  if (path.file !== undefined || isDeeper(path)) return 'resource'
  return path.collection !== undefined ? 'collection' : path.user !== undefined ? 'principal' : 'home'
}

/** The parameter of `*`. */
const isDeeper = (path: Path) => '0' in path

/** Throws the same 404 for what is another user's and for what there is not. */
export function davCall(call: RoutedCall, device: Device, collections: Collection[]): DavCall {
  const { request, params } = call
  const { user, collection: name, file } = params
  const collection = collections.find((one) => one.name === name)
  const isForeign = user !== undefined && user !== device.ownerId
  const isUnknown = isDeeper(params) || (name !== undefined && !collection)
  if (isForeign || isUnknown) throw notFound()
  if (file !== undefined && !isFileName(file))
    throw request.method === 'PUT' ? new DavError(403, undefined, 'The name is not allowed') : notFound()
  const preference = `${request.headers.get('Prefer')} ${request.headers.get('Brief') === 't' ? 'return=minimal' : ''}`
  return {
    ...{ ...call, device, collections, kind: kindOf(params) },
    ...(collection && { collection }),
    ...(file !== undefined && { file }),
    isBrief: /\breturn[=-]minimal\b/i.test(preference),
    xml: async () => readXml(await readBytes(request, xmlLimit)),
  }
}

export const notFound = () => new DavError(404, undefined, 'There is nothing at this address')

export const readOnly = () => new DavError(403, 'D:need-privileges', 'This can only be read')
