import type { Collection, InstantRange, StoredResource } from './collection.server'
import type { DavCall } from './dav-call.server'
import { resourcePath } from './paths.server'
import { type Asked, responseOf, statusResponse } from './propstat.server'
import type { XmlElement } from './xml-reader.server'

/** A report of a collection. */
export type Report = {
  call: DavCall
  collection: Collection
  root: XmlElement
  asked: Asked
  /** Of vCard, if the report has content. */
  version: '3.0' | '4.0'
  /** Events are written as their occurrences in it. */
  expand?: InstantRange
}

/** Resources that are read at once. */
export const page = 100

/** The response for a resource that was read. */
export function responseWith(report: Report, { content: stored, ...resource }: StoredResource) {
  const { collection, asked, expand } = report
  const { device } = report.call
  const path = resourcePath(device, collection, resource.file)
  const content = expand && collection.expand ? collection.expand(device, stored, expand) : stored
  if (content === null) return statusResponse(path, 507, tooMany)
  return responseOf(path, { device, kind: 'resource', collection, resource: { ...resource, content } }, asked)
}

/** RFC 6352, section 8.6.2, and RFC 4791, section 7.8. */
export const tooMany = '<D:error><D:number-of-matches-within-limits/></D:error>'
