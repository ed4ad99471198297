import { UserError } from '~/http/errors'
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
  [/^(?:version:\s*\d+\s+|#.*\s+)*(?:dn::? |dn:$)/im, 'an LDIF file'],
  [/^<(?:!doctype html|html|head|body|table|meta)\b/i, 'an HTML file'],
  [/^<(?:\?xml|[a-z][\w:.-]*[\s>])/i, 'an XML file'],
  [/^\{\\rtf/i, 'an RTF file'],
  [/^\[\s*(?:[[{\]]|"[^"]*"\s*[,\]])/, 'a JSON file'],
  [/^From \S+ .*\d{4}\s/, 'a file of mails'],
  [/^(?:Return-Path|Received|Delivered-To|MIME-Version|Message-ID): /i, 'a file of mails'],
  [
    /^(?:VERSION:[234]\.\d|(?:FN|N|TEL|EMAIL)[;:].*\s+(?:.*\s+)?(?:FN|N|TEL|EMAIL|ADR|ORG|END)[;:])/i,
    'a vCard file without BEGIN:VCARD',
  ],
]

const sampleSize = 2_000

/** Throws 400 for a file whose format is known and not read. */
export function assertReadFormat(file: Uint8Array) {
  const bytes = Buffer.from(file.subarray(0, 8)).toString('hex')
  const text = decodeText(file.subarray(0, sampleSize)).text.replace(/^\ufeff?\s*/, '')
  const [, format] =
    signatures.find(([start]) => bytes.startsWith(start)) ?? starts.find(([start]) => start.test(text)) ?? []
  if (format) throw new UserError(400, `This is ${format}, which is not read`)
}
