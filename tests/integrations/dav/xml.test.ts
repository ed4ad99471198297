import { expect, test } from 'vitest'
import { DavError } from '~/integrations/dav/collection.server'
import { readXml, textOf } from '~/integrations/dav/xml-reader.server'
import { element, escapeXml, rootStart } from '~/integrations/dav/xml-writer.server'
import { davServer, readDocument, refusalOf, responsesOf } from './support'

const { send, paths } = await davServer()
const ask = (body: string | Buffer, type = 'application/xml', method = 'PROPFIND') =>
  send(method, paths.buds, { headers: { Depth: '0', 'Content-Type': type }, body })
const propfind = (content: string) => `<propfind xmlns="DAV:"><prop>${content}</prop></propfind>`
const repeat = (text: string, times: number) => text.repeat(times)

const laughs = `<!DOCTYPE lolz [<!ENTITY a "lol">${['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
  .map((name, n) => `<!ENTITY ${name} "${repeat(`&${'abcdefgh'[n]};`, 10)}">`)
  .join('')}]><propfind xmlns="DAV:"><prop>&i;</prop></propfind>`

test.each([
  ['no XML', 'hello'],
  ['JSON', '{"a":1}'],
  ['half of it', propfind('<getetag/>').slice(0, -8)],
  ['two roots', propfind('') + propfind('')],
  ['tags that cross', '<propfind xmlns="DAV:"><prop><a></prop></a></propfind>'],
  ['a prefix of nothing', '<D:propfind><D:prop/></D:propfind>'],
  ['an attribute twice', '<propfind xmlns="DAV:" a="1" a="2"/>'],
  ['an attribute without quotes', '<propfind xmlns=DAV:/>'],
  ['an entity', propfind('&xxe;')],
  ['an entity of HTML', propfind('&nbsp;')],
  ['a character that XML forbids', propfind('&#0;')],
  ['a control character', propfind('\u0001')],
  ['a document type', '<!DOCTYPE propfind><propfind xmlns="DAV:"><allprop/></propfind>'],
  ['an external entity', `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${propfind('&x;')}`],
  ['an external DTD', `<!DOCTYPE a SYSTEM "http://evil.example/a.dtd">${propfind('<getetag/>')}`],
  ['a billion laughs', laughs],
  ['depth', propfind(repeat('<a>', 60) + repeat('</a>', 60))],
  ['20,001 elements', propfind(repeat('<a/>', 20_001))],
  ['201 properties', propfind(Array.from({ length: 201 }, (_, n) => `<a${n}/>`).join(''))],
  ['a long name', propfind(`<${repeat('a', 201)}/>`)],
  ['a long namespace', propfind(`<a xmlns="${repeat('a', 201)}"/>`)],
  ['another encoding', `<?xml version="1.0" encoding="ISO-8859-1"?>${propfind('<getetag/>')}`],
  ['UTF-16', Buffer.from(propfind('<getetag/>'), 'utf16le')],
  ['invalid UTF-8', Buffer.concat([Buffer.from('<propfind xmlns="DAV:"><prop>'), Buffer.from([0xff])])],
  ['another root', '<multistatus xmlns="DAV:"/>'],
  ['the root in no namespace', '<propfind><allprop/></propfind>'],
  ['the root in a foreign namespace', '<propfind xmlns="dav:"><allprop/></propfind>'],
])('a body with %s is refused', async (_, body) => {
  expect(refusalOf(await ask(body))).toBe('400 D:error')
})

test('a body above 1 MB is refused', async () => {
  for (const method of ['PROPFIND', 'PROPPATCH', 'REPORT'])
    expect(refusalOf(await ask(repeat(' ', 1_000_001), 'text/xml', method))).toBe('413 D:error')
})

test('a million properties are refused', async () => {
  expect((await ask(propfind(repeat('<a/>', 1_000_000)))).status).toBe(413)
  expect((await ask(propfind(repeat('<a/>', 240_000)))).status).toBe(400)
})

test('5,000 hrefs of a multiget are read, and no more', async () => {
  const multiget = (n: number) =>
    `<R:addressbook-multiget xmlns:R="urn:ietf:params:xml:ns:carddav" xmlns="DAV:"><prop/>${Array.from({ length: n }, (_, i) => `<href>${i}</href>`).join('')}</R:addressbook-multiget>`
  expect(Object.keys(responsesOf(await ask(multiget(5_000), 'text/xml', 'REPORT'))).length).toBe(5_000)
  expect(refusalOf(await ask(multiget(5_001), 'text/xml', 'REPORT'))).toBe('400 D:error')
})

test.each([
  ['prefixes', '<x:propfind xmlns:x="DAV:"><x:prop><x:displayname/></x:prop></x:propfind>'],
  ['a byte order mark', `\ufeff${propfind('<displayname/>')}`],
  [
    'a declaration and comments',
    `<?xml version="1.0" encoding="utf-8"?><!-- a -->${propfind('<!-- b --><displayname/>')}`,
  ],
  ['an instruction', `<?xml-stylesheet href="x"?>${propfind('<displayname/>')}`],
  ['a property twice', propfind('<displayname/><displayname/>')],
  [
    'what it does not know',
    `<propfind xmlns="DAV:"><x xmlns="y"/><prop><displayname z="1">text</displayname></prop></propfind>`,
  ],
])('%s are read', async (_, body) => {
  for (const type of ['text/xml', 'application/xml; charset="utf-8"', 'text/plain'])
    expect(responsesOf(await ask(body, type))[paths.buds]).toEqual({
      200: { 'D:displayname': 'Buds & <others>' },
    })
})

test('texts are read with their characters, and attributes only without a namespace', () => {
  const root = readXml(
    Buffer.from('<a xmlns:x="y" x:b="1" b="2">&lt;&amp;&#233;&#x1F600;<![CDATA[<&]]><c/> d</a>'),
  )
  expect([root?.name, textOf(root), root?.attributes.get('b'), root?.children[0]?.name]).toEqual([
    '{}a',
    '<&é😀<& d',
    '2',
    '{}c',
  ])
  expect(readXml(Buffer.from(''))).toBe(undefined)
  expect(() => readXml(Buffer.from(' '))).toThrow(DavError)
})

test('any text survives what is written, but for characters that XML cannot have', () => {
  const text = 'a\r\nb\t<>&"\']]>é😀\u2028'
  const written = `${rootStart('D:error')}${element('{urn:"<&>}x', escapeXml(text))}</D:error>`
  const [child] = readDocument(written).children
  expect([child?.namespaceURI, child?.textContent]).toEqual(['urn:"<&>', text])
  expect(escapeXml('a\0b\u0008\ud800c\uffff')).toBe('a\ufffdb\ufffd\ufffdc\ufffd')
})
