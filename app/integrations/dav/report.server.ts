import type { Collection, StoredResource } from './collection.server'
import type { DavCall } from './dav-call.server'
import { resourcePath } from './paths.server'
import { type Asked, responseOf } from './propstat.server'
import type { XmlElement } from './xml-reader.server'

/** A report of a collection. */
export type Report = {
  call: DavCall
  collection: Collection
  root: XmlElement
  asked: Asked
  /** Of vCard, if the report has content. */
  version: '3.0' | '4.0'
}

/** Resources that are read at once. */
export const page = 100

/** The response for a resource that was read. */
export function responseWith({ call: { device }, collection, asked }: Report, resource: StoredResource) {
  const path = resourcePath(device, collection, resource.file)
  return responseOf(path, { device, kind: 'resource', collection, resource }, asked)
}
