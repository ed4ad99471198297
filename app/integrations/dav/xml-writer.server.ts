import { namespaces } from './xml-names'

/** XML 1.0 has no way to write them. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
const special = /[&<>"\r]/g
const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

/** For a text and for the value of an attribute. A reader would drop a plain `\r`. */
export const escapeXml = (text: string) =>
  text.replace(forbidden, '\u{FFFD}').replace(special, (character) => escapes[character] ?? '')

/** An element with a name of `nameOf`. `content` is XML. */
export function element(name: string, content = '') {
  const [, uri, local] = /^\{(.*)\}(.*)$/s.exec(name) ?? []
  const tag = local ?? name
  const start = uri === undefined || !local ? tag : `${local} xmlns="${escapeXml(uri)}"`
  return content === '' ? `<${start}/>` : `<${start}>${content}</${tag}>`
}

export const href = (path: string) => `<D:href>${escapeXml(path)}</D:href>`

const declarations = Object.entries(namespaces).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)

/** The start of a document, which `</name>` ends. */
export const rootStart = (name: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<${name}${declarations.join('')}>`
