import { DavError } from './collection.server'
import { dataProperties, properties, type Target } from './properties.server'
import { childOf, type XmlElement } from './xml-reader.server'
import { element, href } from './xml-writer.server'

/** What a client asks of each target. */
export type Asked = {
  /** Undefined: all that there is. */
  names: string[] | undefined
  /** Only which properties there are. */
  namesOnly: boolean
  /** Whether missing properties are left out (`Prefer: return=minimal`, RFC 8144, section 2.1). */
  isBrief: boolean
}

/** The properties of RFC 4918 that a target has. */
const allprop = ['D:resourcetype', 'D:displayname', 'D:getetag', 'D:getcontenttype', 'D:getcontentlength']

/** Limits what a response repeats for each of many resources. */
const mostNames = 200

/** Reads a `propfind`, or a report, which may ask for properties in the same way. */
export function readAsked(root: XmlElement | undefined, isBrief: boolean): Asked {
  const asked = { names: undefined, namesOnly: false, isBrief }
  if (root && childOf(root, 'D:propname')) return { ...asked, namesOnly: true }
  const prop = root && childOf(root, 'D:prop')
  if (prop) return { ...asked, names: distinctNames(prop) }
  const include = root && childOf(root, 'D:include')
  return {
    ...asked,
    names: [...new Set([...allprop, ...(include ? distinctNames(include) : [])])],
    isBrief: true,
  }
}

function distinctNames({ children }: XmlElement) {
  const names = [...new Set(children.map(({ name }) => name))]
  if (names.length > mostNames) throw new DavError(400, undefined, 'The request asks for too many properties')
  return names
}

export const needsContent = ({ names }: Asked) =>
  names?.some((name) => dataProperties.includes(name)) ?? false

/** The `response` of a target. */
export async function responseOf(path: string, target: Target, asked: Asked) {
  const known = properties[target.kind]
  const found: string[] = []
  const missing: string[] = []
  for (const name of asked.names ?? Object.keys(known)) {
    const value = await known[name]?.(target)
    if (value === undefined) missing.push(element(name))
    else found.push(element(name, asked.namesOnly ? '' : value))
  }
  const isMissingTold = missing.length > 0 && !asked.isBrief && !asked.namesOnly
  const propstats = [
    ...(found.length > 0 || !isMissingTold ? [propstat(200, found.join(''))] : []),
    ...(isMissingTold ? [propstat(404, missing.join(''))] : []),
  ]
  return `<D:response>${href(path)}${propstats.join('')}</D:response>\n`
}

export const propstat = (status: number, properties: string) =>
  `<D:propstat>${element('D:prop', properties)}${statusElement(status)}</D:propstat>`

const reasons: Record<number, string> = {
  200: 'OK',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  424: 'Failed Dependency',
  507: 'Insufficient Storage',
}

export const statusElement = (status: number) =>
  `<D:status>HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}</D:status>`

/** The `response` of a path as a whole. */
export const statusResponse = (path: string, status: number, more = '') =>
  `<D:response>${href(path)}${statusElement(status)}${more}</D:response>\n`
