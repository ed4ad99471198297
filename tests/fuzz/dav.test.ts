import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarEvent, card } from '../integrations/dav/memory-collection'
import { davServer, declared, readDocument } from '../integrations/dav/support'
import { oddBytes, oddText, options, timeout } from '../support/fuzz'

const words = (text: string) => text.trim().split(/\s+/)

const name = fc.constantFrom(
  ...words(
    'D:propfind D:prop D:allprop D:propname D:include D:propertyupdate D:set D:remove D:href D:property',
  ),
  ...words('D:sync-collection D:sync-token D:sync-level D:limit D:nresults D:expand-property D:displayname'),
  ...words('D:getetag D:resourcetype D:current-user-privilege-set CS:getctag A:calendar-color x __proto__'),
  ...words(
    'CARD:addressbook-query CARD:addressbook-multiget CARD:filter CARD:prop-filter CARD:param-filter CARD:text-match',
  ),
  ...words(
    'CARD:address-data CARD:is-not-defined CARD:limit CARD:nresults C:calendar-query C:calendar-multiget C:filter',
  ),
  ...words('C:comp-filter C:prop-filter C:time-range C:text-match C:calendar-data C:is-not-defined C:expand'),
)
const attribute = fc.constantFrom(
  ...words(
    'name="VCALENDAR" name="VEVENT" name="FN" name="__proto__" test="allof" version="4.0" collation="i;octet"',
  ),
  ...words(
    'start="20260801T000000Z" end="99999999T999999Z" match-type="equals" negate-condition="yes" name=""',
  ),
  ...words('content-type="text/vcard" namespace="DAV:" xmlns="" xmlns:x="y"'),
)
const escaped = oddText.map((text) => text.slice(0, 1_000).replace(/[&<]|[^\t\n\r -\ud7ff]/g, ''))

const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(
      name,
      fc.option(attribute, { nil: '' }),
      fc.array(fc.oneof({ depthSize: 'small', maxDepth: 6 }, escaped, tie('element')), { maxLength: 4 }),
    )
    .map(([name, attribute, content]) => `<${name} ${attribute}>${content.join('')}</${name}>`),
}))
/** A document whose root has what it should, more often than not. */
const document = fc
  .tuple(name, fc.array(element, { maxLength: 5 }))
  .map(([name, content]) => `<${name} ${declared}>${content.join('')}</${name}>`)

test('any request of a device gets an answer in XML that is no error of the server', {
  timeout,
}, async () => {
  const { send, paths, buds, events } = await davServer()
  buds.store('a.vcf', card('A'))
  events.store('a.ics', calendarEvent('A'))
  const method = fc.constantFrom(
    ...words('PROPFIND PROPFIND REPORT REPORT REPORT PROPPATCH PUT GET DELETE OPTIONS MKCOL MOVE LOCK POST'),
  )
  const folder = fc.constantFrom(
    '/dav/',
    paths.principal,
    paths.buds,
    paths.events,
    paths.dates,
    '/dav/x/buds/',
  )
  const file = fc.oneof(
    fc.constantFrom(
      '',
      '',
      '',
      'a.vcf',
      'a.ics',
      '..',
      '%2e%2e',
      '%2f',
      '%00',
      'a/b/c',
      '%',
      '?a=b',
      '__proto__',
    ),
    fc.string({ unit: 'binary', maxLength: 300 }).map((text) => encodeURIComponent(text.toWellFormed())),
  )
  const headers = fc.record(
    {
      Depth: fc.constantFrom('0', '1', '1', 'infinity', 'x'),
      'Content-Type': fc.constantFrom('text/xml', 'text/vcard', 'text/calendar', 'multipart/form-data', ''),
      'If-Match': fc.constantFrom('*', '"1"', '"', 'W/"1"'),
      'If-None-Match': fc.constantFrom('*', '"1"', ',,'),
      Accept: fc.constantFrom('text/vcard;version=4.0;q=x', '*/*'),
      Prefer: fc.constantFrom('return=minimal', 'x'),
    },
    { requiredKeys: ['Depth'] },
  )
  const body = fc.oneof(
    { weight: 6, arbitrary: document },
    { weight: 1, arbitrary: oddBytes.map((bytes) => Buffer.from(bytes)) },
  )
  await fc.assert(
    fc.asyncProperty(method, folder, file, headers, body, async (method, folder, file, headers, body) => {
      const { status, text, headers: sent } = await send(method, folder + file, { headers, body })
      expect(status === 507 || status < 500, `${status} ${method} ${folder}${file} ${body}`).toBe(true)
      if (String(sent['content-type']).startsWith('application/xml')) readDocument(text)
    }),
    { ...options, numRuns: options.numRuns * 60 },
  )
})
