import { escape as escapeText } from 'ical-generator'

/** Octets of a line (RFC 5545, section 3.1). */
const lineLength = 75

/** Lines of iCalendar. `ical-generator` needs a second for 10,000 entries, most of it to fold them. */
export const icalLines = (lines: string[]) => `${lines.map(fold).join('\r\n')}\r\n`

export const textLine = (name: string, text: string) => `${name}:${escapeText(text, false)}`

/** Splits a line between two characters. A continuation begins with a space. */
function fold(line: string) {
  const length = Buffer.byteLength(line)
  if (length <= lineLength) return line
  const octets = length === line.length ? line : Buffer.from(line)
  const parts: string[] = []
  for (let start = 0; start < length; ) {
    let end = start + (start === 0 ? lineLength : lineLength - 1)
    if (typeof octets === 'string') parts.push(octets.slice(start, end))
    else {
      while (isWithinCharacter(octets[end])) end--
      parts.push(octets.toString('utf8', start, end))
    }
    start = end
  }
  return parts.join('\r\n ')
}

const isWithinCharacter = (octet: number | undefined) => octet !== undefined && (octet & 0xc0) === 0x80
