import { DavError, type Resource } from './collection.server'
import { resourcePath } from './paths.server'
import { needsContent, responseOf, statusResponse } from './propstat.server'
import { page, type Report, responseWith } from './report.server'
import { invalidSyncToken, readSyncToken, writeSyncToken } from './sync-token.server'
import { childOf, textOf, type XmlElement } from './xml-reader.server'
import { element, escapeXml } from './xml-writer.server'

/** What has changed since a token, or everything without one (RFC 6578). */
export async function* syncCollection(report: Report) {
  const { call, collection, root } = report
  const { device } = call
  const since = readSyncToken(device, collection, textOf(childOf(root, 'D:sync-token')))
  if (!['', '1', 'infinite'].includes(textOf(childOf(root, 'D:sync-level'))))
    throw new DavError(400, undefined, 'The sync-level must be 1 or infinite')
  const changes = since === null ? undefined : await collection.changesSince(device, since)
  if (changes === null) throw invalidSyncToken()
  const { state, ...all } = changes ?? (await collection.list(device))
  const { changed, gone } = 'changed' in all ? all : { changed: all.resources, gone: [] }
  if (changed.length + gone.length > limitIn(root))
    throw new DavError(507, 'D:number-of-matches-within-limits', 'More than that has changed')
  yield* needsContent(report.asked) ? withContent(report, changed) : withoutContent(report, changed)
  for (const file of gone) yield statusResponse(resourcePath(device, collection, file), 404)
  yield element('D:sync-token', escapeXml(writeSyncToken(device, collection, state)))
}

function limitIn(root: XmlElement) {
  const limit = childOf(root, 'D:limit')
  const number = textOf(limit && childOf(limit, 'D:nresults'))
  return /^\d{1,9}$/.test(number) ? Number(number) : Infinity
}

async function* withoutContent({ call: { device }, collection, asked }: Report, resources: Resource[]) {
  for (const resource of resources) {
    const path = resourcePath(device, collection, resource.file)
    yield await responseOf(path, { device, kind: 'resource', collection, resource }, asked)
  }
}

/** A resource that went meanwhile is left out: the next sync names it. */
async function* withContent(report: Report, resources: Resource[]) {
  const { call, collection, version } = report
  for (let n = 0; n < resources.length; n += page) {
    const files = resources.slice(n, n + page).map(({ file }) => file)
    for (const resource of await collection.read(call.device, files, version))
      yield await responseWith(report, resource)
  }
}
