import { isCharset } from '~/data/imports/reading/decode-text'
import { headerEnd, logicalLines, type Marker, markerOf } from './lines'
import {
  type Decode,
  decodeQuotedPrintable,
  longestValue,
  readBase64,
  utf8Bytes,
  valueDecoder,
} from './value'

/**
 * A reader of vCard 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350) that accepts what programs write in practice.
 * It never throws, and its time is linear in the size of the file.
 */

export type CardWarning = { line: number; reason: string }

export type CardProperty = {
  /** In lower case. Properties of one group belong together, such as `item1.URL` and `item1.X-ABLabel`. */
  group: string
  /** In upper case. */
  name: string
  /** By names in upper case. A parameter without a name, as in `TEL;HOME`, is a TYPE, ENCODING or VALUE. */
  params: Map<string, string[]>
  /** Decoded, but with its backslashes (see `unescapeText` and `splitValue`). Empty if it is binary. */
  value: string
  /** The bytes of a value in base64 or of a `data:` URI. */
  data: Uint8Array | null
  line: number
}

export type Card = {
  /** Line of BEGIN:VCARD, from 1. */
  line: number
  /** Empty: none. */
  version: string
  properties: CardProperty[]
  warnings: CardWarning[]
}

/**
 * Yields one card at a time, so that the caller can pause between them. Yields null after many lines
 * without the end of a card.
 */
export function* readVCards(file: Uint8Array): Generator<Card | null, void> {
  const bytes = utf8Bytes(file)
  const decode = valueDecoder(bytes)
  let open: OpenCard | null = null
  // A closed card waits for the next one, because text between them is among its warnings.
  let closed: Card | null = null
  let strayLine = 0
  for (const logical of logicalLines(bytes)) {
    if (!logical) {
      yield null
      continue
    }
    const { line, content } = logical
    const marker = markerOf(content)
    if (open?.add(line, content, marker)) continue
    if (marker === 'begin') {
      open?.warn(line, 'The card has no END:VCARD before the next one begins')
      const complete: Card | null = open?.card ?? closed
      if (complete) yield complete
      open = new OpenCard(line, decode)
      if (strayLine > 0 && !complete) open.warn(strayLine, strayText)
      closed = null
      strayLine = 0
    } else if (open) {
      closed = open.card
      open = null
    } else if (strayLine === 0) {
      strayLine = line
      closed?.warnings.push({ line, reason: strayText })
    }
  }
  open?.warn(open.card.line, 'The card has no END:VCARD')
  const complete = open?.card ?? closed
  if (complete) yield complete
}

const strayText = 'Text outside of a card was left out'

const maxWarnings = 100
/** Members of a group are properties. */
const maxProperties = 50_000
/** Characters of the values of a card, of which each counts as far as it is used. Members of a group are not divided. */
const maxCharacters = 1_000_000
const maxParameters = 100
/** Characters of a value that goes on over several lines. */
const maxText = 100_000

/** Free text, which some programs write with unescaped line breaks. */
const freeText = ['NOTE', 'ADR', 'LABEL']

class OpenCard {
  readonly card: Card
  /** Levels of cards within the AGENT of vCard 2.1. Its value is their text. */
  private depth = 0
  private last: CardProperty | undefined
  private charactersLeft = maxCharacters

  constructor(
    line: number,
    private readonly decode: Decode,
  ) {
    this.card = { line, version: '', properties: [], warnings: [] }
  }

  warn(line: number, reason: string) {
    const { warnings } = this.card
    if (warnings.length < maxWarnings) warnings.push({ line, reason })
    else if (warnings.length === maxWarnings)
      warnings.push({ line, reason: 'Further warnings are not listed' })
  }

  /** Returns whether the line belongs to the card. */
  add(line: number, content: Buffer, marker: Marker) {
    if (this.last && (this.depth > 0 || (marker === 'begin' && this.isEmptyAgent()))) {
      this.depth += marker === 'begin' ? 1 : marker === 'end' ? -1 : 0
      if (this.last.value.length < maxText) this.last.value += `${this.decode(content)}\n`
      else this.warn(line, 'The card within the card is too long')
      return true
    }
    if (marker) return false
    this.addProperty(line, content)
    return true
  }

  private isEmptyAgent() {
    return this.last?.name === 'AGENT' && !this.last.data && this.last.value.trim() === ''
  }

  private addProperty(line: number, content: Buffer) {
    if (this.card.properties.length >= maxProperties) {
      this.warn(line, `A card has at most ${maxProperties} properties`)
      return
    }
    const property = parseProperty(line, content, this.decode)
    if (!property) return this.continueText(line, content)
    const charset = property.params.get('CHARSET')?.[0]
    if (charset && !isCharset(charset)) this.warn(line, `The charset '${excerpt(charset)}' is not known`)
    if (!property.name.endsWith('MEMBER'))
      this.charactersLeft -= Math.min(property.value.length, longestValue)
    if (property.name === 'VERSION') this.card.version ||= property.value.trim()
    else if (this.charactersLeft < 0)
      this.warn(line, `A card has at most ${maxCharacters} characters besides its pictures`)
    else {
      this.card.properties.push(property)
      this.last = property
      if (property.name === 'AGENT' && /^\s*begin:vcard\s*$/i.test(property.value)) {
        property.value = `${property.value.trim()}\n`
        this.depth = 1
      }
    }
  }

  private continueText(line: number, content: Buffer) {
    const { last } = this
    const text = this.decode(content)
    if (last && !last.data && freeText.includes(last.name) && last.value.length < maxText) {
      last.value += `\n${text}`
    } else this.warn(line, `This line is not a property: '${excerpt(text)}'`)
  }
}

const excerpt = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text)

/** Null: the line does not begin with a name and its parameters. */
function parseProperty(line: number, content: Buffer, decode: Decode): CardProperty | null {
  const end = headerEnd(content)
  if (end < 0) return null
  const [fullName = '', ...rest] = splitUnquoted(decode(content.subarray(0, end)), ';')
  if (!/^[\w./-]+$/.test(fullName)) return null
  const dot = fullName.lastIndexOf('.')
  const params = paramsOf(rest.slice(0, maxParameters))
  return {
    group: fullName.slice(0, Math.max(dot, 0)).toLowerCase(),
    name: fullName.slice(dot + 1).toUpperCase(),
    params,
    ...readValue(content.subarray(end + 1), params, decode),
    line,
  }
}

function splitUnquoted(text: string, separator: string) {
  if (!text.includes('"')) return text.split(separator)
  const parts: string[] = []
  let start = 0
  let quoted = false
  for (let n = 0; n < text.length; n++) {
    if (text[n] === '"') quoted = !quoted
    else if (text[n] === separator && !quoted) {
      parts.push(text.slice(start, n))
      start = n + 1
    }
  }
  return [...parts, text.slice(start)]
}

function paramsOf(texts: string[]) {
  const params = new Map<string, string[]>()
  for (const text of texts) {
    const end = text.indexOf('=')
    const name = end < 0 ? nameOfBareValue(text.trim()) : text.slice(0, end).trim().toUpperCase()
    const values = params.get(name) ?? []
    for (const value of splitUnquoted(text.slice(end + 1), ',')) values.push(unquote(value))
    params.set(name, values)
  }
  return params
}

function nameOfBareValue(value: string) {
  if (/^(?:quoted-printable|base64|[78]bit)$/i.test(value)) return 'ENCODING'
  return /^(?:inline|url|uri|cid|content-id)$/i.test(value) ? 'VALUE' : 'TYPE'
}

const caretEscapes: Record<string, string> = { n: '\n', "'": '"', '^': '^' }

/** A parameter's value without quotation marks, and with its characters that are escaped by RFC 6868. */
const unquote = (value: string) =>
  value
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replace(/\^([n'^])/g, (_, character) => caretEscapes[character] as string)

const quotedPrintable = /^q(?:uoted-printable)?$/i
const base64 = /^b(?:ase64)?$/i

function readValue(bytes: Buffer, params: Map<string, string[]>, decode: Decode) {
  const encodings = params.get('ENCODING') ?? []
  const isUri = params.get('VALUE')?.some((value) => /^ur[il]$/i.test(value))
  if (!isUri && encodings.some((encoding) => base64.test(encoding)))
    return readBase64(bytes.toString('latin1'))
  const isEncoded = encodings.some((encoding) => quotedPrintable.test(encoding))
  const value = decode(isEncoded ? decodeQuotedPrintable(bytes) : bytes, params.get('CHARSET')?.[0])
  const [start] = /^\s*data:[^,]{0,200};base64\\?,/i.exec(value) ?? []
  return start === undefined ? { value, data: null } : readBase64(value.slice(start.length))
}
