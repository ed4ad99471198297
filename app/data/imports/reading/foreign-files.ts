import { UserError } from '~/base/node/errors'
import { decodeText } from './decode-text'

/** Files of other formats, by their first bytes or by the start of their text. */
const signatures: [bytes: string, format: string][] = [
  ['25504446', 'a PDF file'],
  ['89504e47', 'an image'],
  ['ffd8ff', 'an image'],
  ['47494638', 'an image'],
  ['49492a00', 'an image'],
  ['4d4d002a', 'an image'],
  ['1f8b', 'an archive'],
  ['377abcaf', 'an archive'],
  ['526172211a', 'an archive'],
  ['53514c69746520', 'a database'],
  ['2142444e', 'an Outlook data file'],
]

const starts: [start: RegExp, format: string][] = [
  [/^BEGIN\s*:\s*VCALENDAR\b/i, 'an iCalendar file'],
  [/^<(?:!doctype html|html|head|body|table|meta)\b/i, 'an HTML file'],
  [/^<(?:\?xml|[a-z][\w:.-]*[\s>])/i, 'an XML file'],
  [/^\{\\rtf/i, 'an RTF file'],
  [/^\[\s*(?:[[{\]]|"[^"]*"\s*[,\]])/, 'a JSON file'],
  [/^From \S+ .*\d:\d\d\b.{0,12}\d{4}\s/, 'a file of mails'],
  [/^(?:Return-Path|Received|Delivered-To|MIME-Version|Message-ID): /i, 'a file of mails'],
]

/** Lines of LDIF before its first entry: blanks, comments, the version and what continues one of them. */
const beforeEntry = /^(?:#|version:|\s|$)/i
const entry = /^dn:(?:$|:? )/i
/** The names of headers in CSV can be those of properties, but have no colon behind them. */
const property = /^(?:VERSION|FN|N|TEL|EMAIL|ADR|ORG|END)(?:;[\w-]+(?:=[^;:]*)?)*:/i

/** Formats that lines show. Each line is read alone, so that the work is linear. */
function formatOfLines(text: string) {
  const lines = text.split(/\r\n?|\n/)
  if (entry.test(lines.find((line) => !beforeEntry.test(line)) ?? '')) return 'an LDIF file'
  const [first = '', ...others] = lines
  const isCard = property.test(first) && others.slice(0, 2).some((line) => property.test(line))
  return isCard ? 'a vCard file without BEGIN:VCARD' : undefined
}

const sampleSize = 2_000

/** Throws 400 for a file whose format is known and not read. */
export function assertReadFormat(file: Uint8Array) {
  const bytes = Buffer.from(file.subarray(0, 8)).toString('hex')
  const text = decodeText(file.subarray(0, sampleSize)).text.replace(/^\ufeff?\s*/, '')
  const [, known] =
    signatures.find(([start]) => bytes.startsWith(start)) ?? starts.find(([start]) => start.test(text)) ?? []
  const format = known ?? formatOfLines(text)
  if (format) throw new UserError(400, `This is ${format}, which is not read`)
}
