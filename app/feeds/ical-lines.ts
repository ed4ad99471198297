import { escape as escapeText } from 'ical-generator'

/** Octets of a line (RFC 5545, section 3.1). */
const lineLength = 75
/** UTF-8 has at most three octets for each character of a JavaScript string. */
const alwaysFits = lineLength / 3

/** Lines of iCalendar. `ical-generator` needs a second for 10,000 entries, most of it to fold them. */
export const icalLines = (lines: string[]) => `${lines.map(fold).join('\r\n')}\r\n`

export const textLine = (name: string, text: string) => `${name}:${escapeText(text, false)}`

/** Splits a line between two characters. A continuation begins with a space. */
function fold(line: string) {
  if (line.length <= alwaysFits) return line
  const octets = Buffer.from(line)
  const parts: string[] = []
  for (let start = 0; start < octets.length; ) {
    let end = start + (start === 0 ? lineLength : lineLength - 1)
    while (isWithinCharacter(octets[end])) end--
    parts.push(octets.toString('utf8', start, end))
    start = end
  }
  return parts.join('\r\n ')
}

const isWithinCharacter = (octet: number | undefined) => octet !== undefined && (octet & 0xc0) === 0x80
