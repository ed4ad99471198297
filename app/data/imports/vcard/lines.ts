const tab = 0x09
const lf = 0x0a
const cr = 0x0d
const space = 0x20
const quote = 0x22
const comma = 0x2c
const colon = 0x3a
export const equals = 0x3d

type Line = { line: number; content: Buffer }

/** Lines that end with LF, CRLF, CR, or the CRCRLF of a file that was converted twice. */
export function* physicalLines(bytes: Buffer): Generator<Line, void> {
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
export function* logicalLines(bytes: Buffer): Generator<Line | null, void> {
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
  const header = content.toString('latin1', 0, end < 0 ? longestHeader : end)
  if (!header.includes(';')) return null
  if (/;(?:encoding=)?"?q(?:uoted-printable)?"?(?:;|$)/i.test(header)) return 'quoted-printable'
  return /;(?:encoding="?b(?:ase64)?"?|base64)(?:;|$)/i.test(header) ? 'base64' : null
}

export type Marker = 'begin' | 'end' | null

/** BEGIN:VCARD or END:VCARD, also behind a byte order mark or indentation. */
export function markerOf(content: Buffer): Marker {
  const letter = content[0] as number
  if (letter < 0x80 && letter > space && !/[be]/i.test(String.fromCharCode(letter))) return null
  const [, word] = markers.exec(content.toString('latin1', 0, 200)) ?? []
  return word ? (word.toLowerCase() as Marker) : null
}

const markers = /^(?:\xef\xbb\xbf)?\s*(begin|end)\s*:\s*vcard\s*$/i

/** Bytes of the name and the parameters of a property. A longer line is not a property. */
const longestHeader = 10_000

/** The index of the colon before the value, or -1. A quotation mark without its pair does not hide it. */
export function headerEnd(line: Buffer) {
  const content = line.subarray(0, longestHeader)
  let quoted = false
  for (let n = 0; n < content.length; n++) {
    const byte = content[n]
    if (byte === colon && !quoted) return n
    if (byte === quote) quoted = !quoted && (content[n - 1] === equals || content[n - 1] === comma)
  }
  return content.indexOf(colon)
}
