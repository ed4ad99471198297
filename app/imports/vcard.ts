import { isAscii, isUtf8 } from 'node:buffer'
import { decodeAs, guessCharset, isCharset, utf16Charset } from './decode-text'

/**
 * A reader of vCard 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350) that accepts what programs write in practice. It never throws,
 * and its time is linear in the size of the file.
 */

export type CardWarning = { line: number; reason: string }

export type CardProperty = {
  /** In lower case. Properties of one group belong together, such as `item1.URL` and `item1.X-ABLabel`. */
  group: string
  /** In upper case. */
  name: string
  /** By names in upper case. A parameter without a name, as in `TEL;HOME`, is a TYPE, ENCODING or VALUE. */
  params: Map<string, string[]>
  /** Decoded, but still with backslashes (see `unescapeText` and `splitValue`). Empty if the value is binary. */
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
 * Yields one card at a time, so that the caller can pause between them. Yields null in between if the next card is still
 * to come after many lines.
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

/** Text with its escaped characters. */
export const unescapeText = (value: string) =>
  value.includes('\\')
    ? value.replace(/\\([n\\,;:])/gi, (_, character) => (/n/i.test(character) ? '\n' : character))
    : value

/** The parts of a structured value or of a list, unescaped and trimmed. */
export function splitValue(value: string, separator: ';' | ',') {
  if (!value.includes('\\')) return value.split(separator).map((part) => part.trim())
  const parts: string[] = []
  let start = 0
  for (let n = 0; n < value.length; n++) {
    if (value[n] === '\\') n++
    else if (value[n] === separator) {
      parts.push(value.slice(start, n))
      start = n + 1
    }
  }
  parts.push(value.slice(start))
  return parts.map((part) => unescapeText(part).trim())
}

type Marker = 'begin' | 'end' | null
type Decode = (value: Buffer, charset?: string) => string

const maxWarnings = 100
/** Members of a group are properties. */
const maxProperties = 50_000
/** Characters of a value that goes on over several lines. */
const maxText = 100_000

/** Free text, which some programs write with unescaped line breaks. */
const freeText = ['NOTE', 'ADR', 'LABEL']

class OpenCard {
  readonly card: Card
  /** Levels of cards within the AGENT of vCard 2.1. Its value is their text. */
  private depth = 0
  private last: CardProperty | undefined

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
    if (property.name === 'VERSION') this.card.version ||= property.value.trim()
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
  const params = paramsOf(rest)
  return {
    group: fullName.slice(0, Math.max(dot, 0)).toLowerCase(),
    name: fullName.slice(dot + 1).toUpperCase(),
    params,
    ...readValue(content.subarray(end + 1), params, decode),
    line,
  }
}

const tab = 0x09
const lf = 0x0a
const cr = 0x0d
const space = 0x20
const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const equals = 0x3d

/** The index of the colon before the value. A quotation mark without its pair does not hide it. */
function headerEnd(content: Buffer) {
  let quoted = false
  for (let n = 0; n < content.length; n++) {
    const byte = content[n]
    if (byte === colon && !quoted) return n
    if (byte === quote) quoted = !quoted && (content[n - 1] === equals || content[n - 1] === comma)
  }
  return content.indexOf(colon)
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
  if (!isUri && encodings.some((encoding) => base64.test(encoding))) return binary(bytes.toString('latin1'))
  const isEncoded = encodings.some((encoding) => quotedPrintable.test(encoding))
  const value = decode(isEncoded ? decodeQuotedPrintable(bytes) : bytes, params.get('CHARSET')?.[0])
  const [start] = /^\s*data:[^,]{0,200};base64\\?,/i.exec(value) ?? []
  return start === undefined ? { value, data: null } : binary(value.slice(start.length))
}

/** Text is sometimes written in base64, too. */
function binary(text: string) {
  const data = Buffer.from(text, 'base64')
  return { value: isUtf8(data) && !data.includes(0) ? data.toString() : '', data }
}

/** Keeps what is not valid. A soft line break at the end of the value is removed. */
function decodeQuotedPrintable(bytes: Buffer) {
  const decoded = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let n = 0; n < bytes.length; n++) {
    let byte = bytes[n] as number
    if (byte === equals) {
      if (n === bytes.length - 1) break
      const code = hexDigit(bytes[n + 1]) * 16 + hexDigit(bytes[n + 2])
      if (code >= 0) {
        byte = code
        n += 2
      }
    }
    decoded[length++] = byte
  }
  return decoded.subarray(0, length)
}

/** Anything but a digit makes the sum of two digits negative. */
function hexDigit(byte = 0) {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte & 0xdf
  return letter >= 0x41 && letter <= 0x46 ? letter - 0x37 : -1_000
}

/** A file in UTF-8, or in a charset whose ASCII characters are those of UTF-8. */
function utf8Bytes(file: Uint8Array) {
  const charset = utf16Charset(file)
  if (charset) return Buffer.from(decodeAs(file, charset))
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength)
}

/** Programs call text ASCII or Latin-1 that is UTF-8. Text in Latin-1 is hardly ever valid UTF-8. */
const utf8OrLatin1 = /^(?:utf-?8|(?:us-)?ascii|iso-?8859-1|latin-?1|windows-1252)$/i

/** Decodes one value, because the charsets of one file can differ. */
function valueDecoder(file: Buffer): Decode {
  let fallback: string | undefined
  return (value, charset = 'utf-8') => {
    // ISO-2022-JP consists of ASCII characters.
    if (isAscii(value) && !/2022/.test(charset)) return value.toString('latin1')
    const isKnown = isCharset(charset)
    if ((!isKnown || utf8OrLatin1.test(charset)) && isUtf8(value)) return value.toString()
    if (isKnown && !/^utf-?8$/i.test(charset)) return decodeAs(value, charset)
    fallback ??= guessCharset(sampleOf(file, value))
    return decodeAs(value, fallback)
  }
}

const sampleSize = 100_000

/** The lines that are not UTF-8. A file can also have them only in quoted-printable. */
function sampleOf(file: Buffer, value: Buffer) {
  const lines: Buffer[] = []
  let size = 0
  for (const { content } of physicalLines(file)) {
    if (isUtf8(content)) continue
    lines.push(content)
    size += content.length
    if (size > sampleSize) break
  }
  return lines.length > 0 ? Buffer.concat(lines) : value
}

type Line = { line: number; content: Buffer }

/** Lines that end with LF, CRLF, CR, or the CRCRLF of a file that was converted twice. */
function* physicalLines(bytes: Buffer): Generator<Line, void> {
  const find = (byte: number, from: number) => {
    const index = bytes.indexOf(byte, from)
    return index < 0 ? bytes.length : index
  }
  let nextLf = -1
  let nextCr = -1
  for (let line = 1, start = 0; start < bytes.length; line++) {
    if (nextLf < start) nextLf = find(lf, start)
    if (nextCr < start) nextCr = find(cr, start)
    const end = Math.min(nextLf, nextCr)
    yield { line, content: bytes.subarray(start, end) }
    start = end + 1
    if (end === nextCr && nextLf - end <= 2 && bytes[nextLf - 1] === cr) start = nextLf + 1
  }
}

/** Null is yielded after this many lines. They take a few milliseconds. */
const linesUntilPause = 5_000

/** Lines with their continuations. Blank lines are removed. */
function* logicalLines(bytes: Buffer): Generator<Line | null, void> {
  let current: LogicalLine | null = null
  for (const { line, content } of physicalLines(bytes)) {
    if (line % linesUntilPause === 0) yield null
    if (current?.takes(content)) continue
    if (current) yield current
    current = content.length > 0 ? new LogicalLine(line, content) : null
  }
  if (current) yield current
}

class LogicalLine {
  private readonly encoding: 'quoted-printable' | 'base64' | null
  /** The bytes of `content`, and room for more. */
  private bytes: Buffer
  /** The line before was blank, which ends a value in base64. */
  private isInterrupted = false

  constructor(
    readonly line: number,
    public content: Buffer,
  ) {
    this.bytes = content
    this.encoding = encodingOf(content)
  }

  /** Adds the line if it is blank or continues this one, and returns whether it does. */
  takes(content: Buffer) {
    if (content.length === 0) {
      this.isInterrupted = true
      return true
    }
    const isSoft =
      this.encoding === 'quoted-printable' && !this.isInterrupted && this.content.at(-1) === equals
    if (isSoft && !markerOf(content)) return this.append(content, this.content.length - 1)
    if (content[0] === space || content[0] === tab) return this.append(content.subarray(1))
    if (this.encoding !== 'base64' || this.isInterrupted || content.includes(colon)) return false
    return this.append(content)
  }

  /** The room doubles when it is used up, so that many short lines take linear time. */
  private append(more: Buffer, start = this.content.length) {
    const length = start + more.length
    if (this.bytes === this.content || length > this.bytes.length) {
      this.bytes = Buffer.allocUnsafe(length * 2)
      this.content.copy(this.bytes)
    }
    more.copy(this.bytes, start)
    this.content = this.bytes.subarray(0, length)
    return true
  }
}

/** The encoding that the first line of a property names. It decides how the value continues. */
function encodingOf(content: Buffer) {
  const end = headerEnd(content)
  const header = content.toString('latin1', 0, end < 0 ? content.length : end)
  if (!header.includes(';')) return null
  if (/;(?:encoding=)?"?q(?:uoted-printable)?"?(?:;|$)/i.test(header)) return 'quoted-printable'
  return /;(?:encoding="?b(?:ase64)?"?|base64)(?:;|$)/i.test(header) ? 'base64' : null
}

/** BEGIN:VCARD or END:VCARD, also behind a byte order mark or indentation. */
function markerOf(content: Buffer): Marker {
  const letter = content[0] as number
  if (letter < 0x80 && letter > space && !/[be]/i.test(String.fromCharCode(letter))) return null
  const [, word] = markers.exec(content.toString('latin1', 0, 200)) ?? []
  return word ? (word.toLowerCase() as Marker) : null
}

const markers = /^(?:\xef\xbb\xbf)?\s*(begin|end)\s*:\s*vcard\s*$/i
