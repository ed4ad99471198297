import { escapeXml, readAll, readMultistatus, readPlaces } from '../../tests/support/dav-client.mjs'
import { evening } from '../torture/support.mjs'
import { appleRequests } from './requests/apple.data.mjs'
import { otherRequests } from './requests/others.data.mjs'
import { registerOwner } from './support.mjs'

const namespaces = {
  d: 'DAV:',
  cal: 'urn:ietf:params:xml:ns:caldav',
  card: 'urn:ietf:params:xml:ns:carddav',
  cs: 'http://calendarserver.org/ns/',
  ical: 'http://apple.com/ns/ical/',
  me: 'http://me.com/_namespace/',
  push: 'https://bitfire.at/webdav-push',
}

/** Requests of phones, as they are known from public traces and sources, one by one. */
export async function replays({ app, check }) {
  for (const { name, style, headers, steps } of [...appleRequests, ...otherRequests]) {
    const owner = await registerOwner(app.url)
    await owner.call('POST', '/api/v1/buds', {
      Firstname: 'Ada',
      Surname: 'There',
      dates: [{ label: 'Birthday', year: 1990, month: 5, day: 3 }],
    })
    await owner.call('POST', '/api/v1/events', {
      ...evening,
      startDate: '2027-05-01T19:00',
      endDate: '2027-05-01T23:00',
      Name: 'Dinner',
    })
    const client = await owner.addDevice(name)
    const places = await readPlaces(client)
    places.card = (await readAll(client, places.buds))[0].href
    places.event = (await readAll(client, places.events))[0].href
    places.date = (await readAll(client, places.dates))[0].href
    const faults = []
    for (const step of steps) {
      const fault = await replay({ client, places, step, style, headers })
      if (fault)
        faults.push(
          `${step.does}: ${step.method} ${step.at}${step.report ? ` ${step.report}` : ''}: ${fault}`,
        )
    }
    check(
      `${name}: ${steps.length} requests get what it needs`,
      faults.length === 0,
      faults.join('\n       '),
    )
  }
}

/** Sends a request and returns what is wrong with the answer, if anything. */
async function replay({ client, places, step, style, headers }) {
  const path = (places[step.at] ?? step.at) + (step.file ?? '')
  const etag = step.matches ? (await client.get(path)).headers.get('ETag') : null
  if (step.matches && !etag) return 'GET gives no ETag'
  const body =
    step.content?.replaceAll('\n', '\r\n') ??
    (step.method === 'OPTIONS' || step.method === 'DELETE' ? undefined : xmlOf(step, places, style))
  const response = await client.send(step.method, path, {
    body,
    headers: {
      ...headers,
      ...(body && {
        'Content-Type': step.type ?? (style === 'default' ? 'application/xml; charset=utf-8' : 'text/xml'),
      }),
      ...(step.depth && { Depth: step.depth }),
      ...step.headers,
      ...(etag && { 'If-Match': etag }),
    },
  })
  return faultOf(response, step, places, headers)
}

function faultOf({ status, headers, text }, step, places, sent) {
  const expected = step.status ?? 207
  if (status !== expected) return `${status}, not ${expected}: ${text.slice(0, 200)}`
  if (status === 301 && !headers.get('Location')) return 'no Location'
  if (step.dav && !headers.get('DAV')?.split(/, */).includes(step.dav))
    return `DAV: ${headers.get('DAV')} lacks ${step.dav}`
  if (status !== 207 || step.set) return ''
  const { responses, token } = readMultistatus(text)
  if (step.report === 'sync-collection' && !token) return 'no sync-token'
  const listed = places[step.lists ?? step.of ?? step.at]
  const response = responses.find(({ href }) => samePath(href, listed))
  if (!response) return `${listed} is not among ${responses.map(({ href }) => href).join(', ')}`
  const keys = (names = []) => names.map((name) => `{${namespaces[name.split(':')[0]]}}${name.split(':')[1]}`)
  const lacking = keys(step.needs).filter((key) => !response.found.has(key))
  if (lacking.length > 0) return `${lacking.join(', ')} not answered`
  const silent = keys(step.properties).filter((key) => !response.found.has(key) && !response.missing.has(key))
  if (!sent.Prefer && silent.length > 0) return `neither found nor missing: ${silent.join(', ')}`
  if (step.contains && !text.includes(step.contains)) return `no ${step.contains}`
  return ''
}

const samePath = (a, b) => decodeURIComponent(a) === decodeURIComponent(b)

/** Apple declares namespaces where they are used, under letters; DAVx5 has DAV: as the default one. */
function xmlOf(step, places, style) {
  const tag = (name, content = '', attributes = '') => {
    const [prefix, local] = name.split(':')
    const written = style === 'default' && prefix === 'd' ? local : name
    const declared = style === 'default' || prefix === 'd' ? '' : ` xmlns:${prefix}="${namespaces[prefix]}"`
    return content === ''
      ? `<${written}${declared}${attributes}/>`
      : `<${written}${declared}${attributes}>${content}</${written}>`
  }
  const all = Object.entries(namespaces).map(([prefix, uri]) =>
    prefix === 'd' ? ` xmlns="${uri}"` : ` xmlns:${prefix}="${uri}"`,
  )
  const declared = style === 'default' ? all.join('') : ' xmlns:d="DAV:"'
  const version = step.version ? ` content-type="text/vcard" version="${step.version}"` : ''
  const prop = () =>
    tag(
      'd:prop',
      step.properties.map((name) => tag(name, '', name === 'card:address-data' ? version : '')).join(''),
    )
  const set = () =>
    tag(
      'd:set',
      tag(
        'd:prop',
        Object.entries(step.set)
          .map(([name, value]) => tag(name, value))
          .join(''),
      ),
    )
  const root = (name, content) => `<?xml version="1.0" encoding="UTF-8"?>\n${tag(name, content, declared)}`
  if (step.method === 'PROPFIND') return root('d:propfind', prop())
  if (step.method === 'PROPPATCH') return root('d:propertyupdate', set())
  if (step.report === 'sync-collection')
    return root('d:sync-collection', `${tag('d:sync-token')}${tag('d:sync-level', '1')}${prop()}`)
  if (step.report === 'calendar-query') return root('cal:calendar-query', `${prop()}${rangeOf(step, tag)}`)
  return root(
    `${step.report.startsWith('cal') ? 'cal' : 'card'}:${step.report}`,
    prop() + tag('d:href', escapeXml(places[step.of])),
  )
}

function rangeOf({ from }, tag) {
  const range = tag('cal:time-range', '', ` start="${from}"`)
  const inner = tag('cal:comp-filter', range, ' name="VEVENT"')
  return tag('cal:filter', tag('cal:comp-filter', inner, ' name="VCALENDAR"'))
}
