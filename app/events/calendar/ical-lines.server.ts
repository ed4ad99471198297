import { printable } from './ical.server'

/** Octets of a line (RFC 5545, section 3.1). */
const lineLength = 75
const lineEnd = '\r\n'

/** A line of iCalendar. `ical-generator` needs a second for 10,000 entries, most of it to fold their lines. */
export const line = (content: string) => foldLine(content) + lineEnd

/** A line that is short enough in any case. */
export const shortLine = (content: string) => content + lineEnd

export const linesOf = (contents: string[]) => contents.map(line).join('')

export const textLine = (name: string, text: string) => line(`${name}:${escapeText(text)}`)

/** Most texts have nothing to escape and no control character. */
const isUnusual = /[\\;,\p{Cc}]/u

export const escapeText = (text: string) =>
  isUnusual.test(text)
    ? printable(text)
        .replace(/[\\;,]/g, '\\$&')
        .replaceAll('\n', '\\n')
    : text

/** Splits a line between two characters. A continuation begins with a space. */
function foldLine(content: string) {
  const length = Buffer.byteLength(content)
  if (length <= lineLength) return content
  const octets = length === content.length ? content : Buffer.from(content)
  let folded = ''
  for (let start = 0; start < length; ) {
    let end = start + (start === 0 ? lineLength : lineLength - 1)
    if (start > 0) folded += '\r\n '
    if (typeof octets === 'string') folded += octets.slice(start, end)
    else {
      while (isWithinCharacter(octets[end])) end--
      folded += octets.toString('utf8', start, end)
    }
    start = end
  }
  return folded
}

const isWithinCharacter = (octet: number | undefined) => octet !== undefined && (octet & 0xc0) === 0x80
