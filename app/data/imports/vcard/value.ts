import { isAscii, isUtf8 } from 'node:buffer'
import { decodeAs, guessCharset, isCharset, utf16Charset } from '~/data/imports/reading/decode-text'
import { equals, physicalLines } from './lines'

/** More than the notes can hold. */
export const longestValue = 20_000

/** Text with its escaped characters. */
export const unescapeText = (value: string) =>
  value.includes('\\')
    ? value.replace(/\\([n\\,;:])/gi, (_, character) => (/n/i.test(character) ? '\n' : character))
    : value

/** The parts of a structured value or of a list, unescaped and trimmed. */
export function splitValue(value: string, separator: ';' | ',') {
  return splitRaw(value, separator).map((part) => unescapeText(part).trim())
}

/** The parts of a structured value, each of which is a list: escaped commas divide nothing. */
export const splitLists = (value: string) => splitRaw(value, ';').map((part) => splitValue(part, ','))

function splitRaw(value: string, separator: ';' | ',') {
  if (!value.includes('\\')) return value.split(separator)
  const parts: string[] = []
  let start = 0
  for (let n = 0; n < value.length; n++) {
    if (value[n] === '\\') n++
    else if (value[n] === separator) {
      parts.push(value.slice(start, n))
      start = n + 1
    }
  }
  return [...parts, value.slice(start)]
}

/** Text is sometimes written in base64, too. */
export function readBase64(text: string) {
  const data = Buffer.from(text, 'base64')
  return { value: isUtf8(data) && !data.includes(0) ? data.toString() : '', data }
}

/** Keeps what is not valid. A soft line break at the end of the value is removed. */
export function decodeQuotedPrintable(bytes: Buffer) {
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

export type Decode = (value: Buffer, charset?: string) => string

/** A file in UTF-8, or in a charset whose ASCII characters are those of UTF-8. */
export function utf8Bytes(file: Uint8Array) {
  const charset = utf16Charset(file)
  if (charset) return Buffer.from(decodeAs(file, charset))
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength)
}

/** Programs call text ASCII or Latin-1 that is UTF-8. Text in Latin-1 is hardly ever valid UTF-8. */
const utf8OrLatin1 = /^(?:utf-?8|(?:us-)?ascii|iso-?8859-1|latin-?1|windows-1252)$/i

/** Decodes one value, because the charsets of one file can differ. */
export function valueDecoder(file: Buffer): Decode {
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
