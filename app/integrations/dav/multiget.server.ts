import { DavError } from './collection.server'
import { fileOf } from './paths.server'
import { statusResponse } from './propstat.server'
import { page, type Report, responseWith } from './report.server'
import { childrenOf, textOf } from './xml-reader.server'

const mostHrefs = 5_000

/** The resources of these paths. One that is not in the collection is 404 in its place. */
export async function* multiget(report: Report) {
  const { call, collection, root, version } = report
  const hrefs = [...new Set(childrenOf(root, 'D:href').map(textOf))]
  if (hrefs.length > mostHrefs) throw new DavError(400, undefined, 'The request has too many hrefs')
  for (let n = 0; n < hrefs.length; n += page) {
    const asked = hrefs
      .slice(n, n + page)
      .map((href) => ({ href, file: fileOf(call.device, collection, href) }))
    const files = [...new Set(asked.flatMap(({ file }) => file ?? []))]
    const stored = files.length > 0 ? await collection.read(call.device, files, version) : []
    const byFile = new Map(stored.map((resource) => [resource.file, resource]))
    for (const { href, file } of asked) {
      const resource = byFile.get(file ?? '')
      yield resource ? await responseWith(report, resource) : statusResponse(href, 404)
    }
  }
}
