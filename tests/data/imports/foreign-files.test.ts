import { describe, expect, test } from 'vitest'
import { recogniseFile } from '~/data/imports/read-file.server'
import { expectLinear } from '../../support/cpu-time'
import { signedIn } from '../../support/factories'
import { upload } from './support'

const limit = { records: 50_000, status: 413 } as const
const person = 'objectclass: person\ngivenName: Pia\nsn: Moss\ncn: Pia Moss\nmail: pia@moss.example\n'
const calendar =
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nSUMMARY:Tea\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'

const files: [format: string, name: string, file: string | Buffer][] = [
  ['an LDIF file', 'book.ldif', `dn: cn=Pia Moss,mail=pia@moss.example\n${person}`],
  ['an LDIF file', 'book.ldif', `version: 1\n# a book\n\ndn:: Y249UGlhIE1vc3M=\n${person}`],
  ['an LDIF file', 'book.ldif', `# a long\r\n  comment\r\nversion: 1\r\n\r\nDN: cn=Pia\r\n${person}`],
  ['an LDIF file', 'book.ldif', `dn:\n cn=Pia\n${person}`],
  ['an iCalendar file', 'tea.ics', calendar],
  ['an iCalendar file', 'tea.ics', `\ufeff${calendar.replaceAll('\r\n', '\n').toLowerCase()}`],
  [
    'an iCalendar file',
    'tea.ics',
    calendar.replace('SUMMARY:Tea', 'DESCRIPTION:x\r\nBEGIN:VCARD\r\nFN:Pia\r\nEND:VCARD'),
  ],
  ['a PDF file', 'a.pdf', '%PDF-1.7\n1 0 obj'],
  ['an HTML file', 'a.html', '<!DOCTYPE html>\n<html><body>Name,Email</body></html>'],
  ['an HTML file', 'a.xls', '<table><tr><td>Name</td><td>Email</td></tr></table>'],
  ['an XML file', 'Pia.contact', '<?xml version="1.0"?>\n<c:contact><c:Name>Pia</c:Name></c:contact>'],
  ['an RTF file', 'a.rtf', '{\\rtf1\\ansi Name}'],
  ['a JSON file', 'a.json', '[{"Name":"Pia"}]'],
  ['a file of mails', 'a.mbox', 'From pia@moss.example Mon Jan  1 00:00:00 2024\nSubject: x\n'],
  ['a file of mails', 'a.eml', 'Return-Path: <pia@moss.example>\nSubject: x\n'],
  ['an image', 'a.png', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
  ['an image', 'a.jpg', Buffer.from('ffd8ffe000104a46', 'hex')],
  ['an archive', 'a.gz', Buffer.from('1f8b080000000000', 'hex')],
  ['a vCard file without BEGIN:VCARD', 'a.vcf', 'VERSION:3.0\nN:Moss;Pia;;;\nFN:Pia Moss\nEND:VCARD\n'],
  ['a vCard file without BEGIN:VCARD', 'a.vcf', 'N:Moss;Pia;;;\nFN:Pia Moss\nEND:VCARD\n'],
  ['a vCard file without BEGIN:VCARD', 'a.vcf', 'N:Moss;Pia\r\nPHOTO:x\r\nTEL;HOME;TYPE=voice:07700\r\n'],
]

test.each(files)('%s is refused with its name: %s', async (format, _, file) => {
  await expect(recogniseFile(Buffer.from(file), limit)).rejects.toMatchObject({
    status: 400,
    msg: `This is ${format}, which is not read`,
  })
})

test('no import of such a file is kept', async () => {
  const user = await signedIn()
  for (const [format, name, file] of files.slice(0, 3)) {
    const { status, body } = await upload(user, file as string, name)
    expect([status, body.msg]).toEqual([400, `This is ${format}, which is not read`])
  }
  expect((await user.get('/api/v1/imports')).body.totalImports).toBe(0)
})

describe('is read:', () => {
  test.each([
    ['a CSV file with such words', 'Name,Notes\nPia,dn: cn=Pia\nRon,BEGIN:VCALENDAR'],
    ['a column in brackets', '[Name],[Email]\nPia,pia@moss.example'],
    ['a column N', 'N,Email\nPia,pia@moss.example'],
    ['a card after other lines', 'dn: x\nBEGIN:VCARD\nFN:Pia\nEND:VCARD\n'],
    ['a column From', 'From,Name\nBath,Pia'],
    ['a column Second Email', 'Email;Name;Second Email;Ort\npia@moss.example;Pia;;Bath'],
    ['columns of phones', 'Email;Work Tel;Home Tel;Name\npia@moss.example;1;2;Pia'],
    ['a column Tel', 'Tel;Contact Email;Name\n07700 900123;pia@moss.example;Pia'],
    ['headers with a colon', 'Email:;Tel:;Name:\npia@moss.example;07700 900123;Pia'],
    ['a column N with lines', 'N;Org;Note\nPia;Moss;"a\nTel: 07700 900123\nEmail: none"'],
    ['a note with dn', 'Name,Notes\nPia,"x\ndn: cn=Pia"'],
    ['a column dn', 'dn,Name\ncn=Pia,Pia'],
    ['a column From with a year', 'From whom,Since 2019\nRon,Pia'],
    ['a name in angle brackets', 'Name,Email\nPia,<pia@moss.example>'],
  ])('%s', async (_, file) => {
    await expect(recogniseFile(Buffer.from(file), limit)).resolves.toMatchObject({
      total: expect.any(Number),
    })
  })
})

/** What is no sample of any format, so that each pattern is tried to the end. */
test.each([
  ['marks of comments', '# '],
  ['comments', '#\n'],
  ['versions', 'version: 1 '],
  ['lines of versions', 'version: 1\n'],
  ['a property and blanks', ' ', 'N:'],
  ['parameters', ';x=', 'TEL'],
  ['properties without a colon', 'TEL;\n'],
  ['numbers', '0:00 ', 'From a '],
  ['blanks of a begin', ' ', 'BEGIN'],
  ['line separators', '\u2028'],
  ['blank lists', ' ', '['],
])('%s take linear time', async (_, text, start = '') => {
  // The sample of cards is larger than that of other formats.
  const file = (size: number) => Buffer.from(start + text.repeat(size / text.length))
  const recognise = (file: Buffer) => recogniseFile(file, limit).catch(() => null)
  await expectLinear(100_000, file, recognise)
})
