import { calendarFilter, cardFilter, type Query } from './filters.server'
import { collectionPath } from './paths.server'
import { resourcesOf } from './propfind.server'
import { needsContent, statusResponse } from './propstat.server'
import { type Report, responseWith, tooMany } from './report.server'
import { unsupported } from './text-match.server'
import { childOf, textOf, type XmlElement } from './xml-reader.server'

/** Elements of a filter, which is tried on each resource. */
const longestFilter = 100

const sizeOf = ({ children }: XmlElement): number => children.reduce((size, child) => size + sizeOf(child), 1)

/** The resources of a collection that a filter finds. */
export async function* query(report: Report): AsyncGenerator<string, void> {
  const { call, collection, root, asked } = report
  const isCalendar = collection.kind === 'calendar'
  const filter = childOf(root, isCalendar ? 'C:filter' : 'CARD:filter')
  if (filter && sizeOf(filter) > longestFilter) throw unsupported(isCalendar ? 'C' : 'CARD')
  const found = isCalendar ? calendarFilter(filter) : cardFilter(filter)
  if (found.isEmpty) return
  const isAll = !found.test && !found.range && !needsContent(asked)
  const responses = isAll ? resourcesOf(call, collection, asked) : matches(report, found)
  let left = limitIn(root)
  for await (const response of responses) {
    if (left <= 0) {
      yield truncated(report)
      return
    }
    left -= 1
    yield response
  }
}

async function* matches(report: Report, { test, range }: Query) {
  const { call, collection, version } = report
  for await (const resources of collection.pages(call.device, version, range))
    for (const resource of resources)
      if (!test || test(resource.content)) yield await responseWith(report, resource)
}

/** `limit` of an address book (RFC 6352, section 10.6). */
function limitIn(root: XmlElement) {
  const limit = childOf(root, 'CARD:limit')
  const number = textOf(limit && childOf(limit, 'CARD:nresults'))
  return /^\d{1,9}$/.test(number) ? Number(number) : Infinity
}

/** Says that there are more. */
const truncated = ({ call, collection }: Report) =>
  statusResponse(collectionPath(call.device, collection), 507, tooMany)
