/** Texts and lines of vCards 3.0 (RFC 2426) and 4.0 (RFC 6350). */

export const vcardVersions = ['3.0', '4.0'] as const
export type VCardVersion = (typeof vcardVersions)[number]

/** Control characters are not allowed in a value, and line ends are written as `\n`. */
export const printable = (value: string) => value.replace(/(?![\n\t])\p{Cc}/gu, '')

/** Readers of vCard 4.0 expect no backslash before a semicolon that divides nothing. */
const special = { '3.0': /[\\,;]/g, '4.0': /[\\,]/g }

export const text = (value: string, version: VCardVersion) =>
  printable(value).replace(special[version], '\\$&').replaceAll('\n', '\\n')

export const structured = (...parts: string[]) => parts.map((part) => text(part, '3.0')).join(';')

/** A URI is not escaped (RFC 6350, section 4.2). One with a backslash, which no URI may have, is written as browsers open it. */
export const uri = (value: string) =>
  value.includes('\\') ? new URL(value).href.replaceAll('\\', '%5C') : printable(value)

const lineLength = 75

/** A line of at most 75 octets with its continuations. No character is cut. */
export function fold(line: string) {
  const bytes = Buffer.from(line)
  if (bytes.length <= lineLength) return `${line}\r\n`
  const parts: string[] = []
  for (let start = 0, length = lineLength; start < bytes.length; length = lineLength - 1) {
    let end = Math.min(start + length, bytes.length)
    while (end < bytes.length && isContinuation(bytes[end])) end--
    parts.push(bytes.toString('utf8', start, end))
    start = end
  }
  return `${parts.join('\r\n ')}\r\n`
}

/** Whether a byte is inside a UTF-8 sequence. */
const isContinuation = (byte = 0) => (byte & 0xc0) === 0x80
