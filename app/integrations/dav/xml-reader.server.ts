import { SaxesParser } from 'saxes'
import { DavError } from './collection.server'
import { nameOf } from './xml-names'

export type XmlElement = {
  /** See `nameOf`. */
  name: string
  /** Of the attributes without a namespace. */
  attributes: Map<string, string>
  children: XmlElement[]
  text: string
}

const limits = { depth: 50, elements: 20_000, name: 200 }
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The root of a document, or undefined for an empty one. Throws 400 for what is not well-formed, has a DTD, or is too much. */
export function readXml(bytes: Uint8Array): XmlElement | undefined {
  if (bytes.length === 0) return undefined
  try {
    return parse(utf8.decode(bytes))
  } catch (error) {
    throw error instanceof DavError ? error : new DavError(400, undefined, 'The request is not valid XML')
  }
}

function parse(text: string) {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const document: XmlElement = { name: '', attributes: new Map(), children: [], text: '' }
  const open = [document]
  let elements = 0

  const append = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^(utf-8|us-ascii)$/i.test(encoding)) refuse('The request must be encoded in UTF-8')
  })
  // Entities can only be declared in a DTD.
  parser.on('doctype', () => refuse('The request must not have a document type'))
  parser.on('text', append)
  parser.on('cdata', append)
  parser.on('opentag', ({ uri, local, attributes }) => {
    elements += 1
    if (elements > limits.elements || open.length > limits.depth) refuse('The request has too many elements')
    if (uri.length + local.length > limits.name) refuse('The request has names that are too long')
    const own = Object.values(attributes).filter((attribute) => attribute.uri === '')
    const values = new Map(own.map((attribute) => [attribute.local, attribute.value]))
    const element = { name: nameOf(uri, local), attributes: values, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  parser.write(text).close()
  return document.children[0]
}

function refuse(message: string): never {
  throw new DavError(400, undefined, message)
}

export const childOf = (element: XmlElement, name: string) =>
  element.children.find((child) => child.name === name)

export const childrenOf = (element: XmlElement, name: string) =>
  element.children.filter((child) => child.name === name)

export const textOf = (element: XmlElement | undefined) => element?.text.trim() ?? ''
