import { DavError } from './collection.server'
import type { DavCall } from './dav-call.server'
import { pathOfTarget } from './properties.server'
import { propstat } from './propstat.server'
import { textOf, type XmlElement } from './xml-reader.server'
import { element, href } from './xml-writer.server'

type Change = { name: string; value: string | undefined }
type Fields = { displayName?: string; color?: string }

const longestName = 255
const color = /^#[0-9a-f]{6}([0-9a-f]{2})?$/i

/** Changes the name and the colour of a collection: all that is sent, or nothing (RFC 4918, section 9.2). */
export async function* proppatch(call: DavCall) {
  const root = await call.xml()
  const changes = root?.name === 'D:propertyupdate' ? root.children.flatMap(changesIn) : []
  if (changes.length === 0) throw new DavError(400, undefined, 'The request must be a propertyupdate')
  const statuses = changes.map((change) => statusOf(call, change))
  const isRefused = statuses.some((status) => status !== 200)
  const status = isRefused ? 424 : await rename(call, changes)
  const propstats = changes.map(({ name }, n) =>
    propstat(statuses[n] === 200 ? status : (statuses[n] ?? 403), element(name)),
  )
  const path = call.file === undefined ? pathOfTarget(call) : call.request.url.split('?', 1)[0]
  yield `<D:response>${href(path ?? '')}${propstats.join('')}</D:response>\n`
}

/** A removal has no value. */
function changesIn({ name, children }: XmlElement): Change[] {
  const properties = children.flatMap((prop) => (prop.name === 'D:prop' ? prop.children : []))
  if (name === 'D:set')
    return properties.map((property) => ({ name: property.name, value: textOf(property) }))
  return name === 'D:remove' ? properties.map((property) => ({ name: property.name, value: undefined })) : []
}

function statusOf({ collection, file }: DavCall, { name, value }: Change) {
  const isKnown = name === 'D:displayname' || (name === 'A:calendar-color' && collection?.kind === 'calendar')
  if (!isKnown || value === undefined || file !== undefined || !collection?.rename) return 403
  const isValid = name === 'D:displayname' ? value !== '' && value.length <= longestName : color.test(value)
  return isValid ? 200 : 409
}

/** If a property is sent twice, the last one counts. */
async function rename({ device, collection }: DavCall, changes: Change[]) {
  const fields: Fields = {}
  for (const { name, value = '' } of changes)
    if (name === 'D:displayname') fields.displayName = value
    else fields.color = value
  try {
    await collection?.rename?.(device, fields)
    return 200
  } catch (error) {
    if (error instanceof DavError) return error.status
    throw error
  }
}
