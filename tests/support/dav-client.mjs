import { JSDOM } from 'jsdom'

const { DOMParser } = new JSDOM('').window
export const dav = 'DAV:'
export const card = 'urn:ietf:params:xml:ns:carddav'
export const cal = 'urn:ietf:params:xml:ns:caldav'

/** A program that signs in with an app password. `user` and `password` are those of a device. */
export function davClient(origin, { user, password, agent = 'Budkeeper test' }) {
  const Authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

  async function send(method, path, { body, headers, timeout = 120_000 } = {}) {
    const began = performance.now()
    const response = await fetch(new URL(path, origin), {
      method,
      body,
      redirect: 'manual',
      headers: { Authorization, 'User-Agent': agent, ...headers },
      signal: AbortSignal.timeout(timeout),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, ms: performance.now() - began }
  }

  const withXml = (method) => (path, xml, depth) =>
    send(method, path, {
      body: `<?xml version="1.0" encoding="utf-8"?>${xml}`,
      headers: { 'Content-Type': 'application/xml; charset=utf-8', ...(depth && { Depth: depth }) },
    })

  return {
    origin,
    user,
    password,
    send,
    get: (path) => send('GET', path),
    put: (path, body, headers) =>
      send('PUT', path, { body, headers: { 'Content-Type': typeOf(path), ...headers } }),
    remove: (path, headers) => send('DELETE', path, { headers }),
    propfind: withXml('PROPFIND'),
    report: withXml('REPORT'),
  }
}

const typeOf = (path) =>
  path.endsWith('.ics') ? 'text/calendar; charset=utf-8' : 'text/vcard; charset=utf-8'

export const escapeXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The responses of a multistatus: `{ href, status, found, missing, token }`, properties by `{namespace}name`. */
export function readMultistatus(text) {
  const document = new DOMParser().parseFromString(text, 'application/xml')
  const root = document.documentElement
  if (root.namespaceURI !== dav || root.localName !== 'multistatus')
    throw new Error(`no multistatus: ${text.slice(0, 300)}`)
  const responses = childrenOf(root, 'response').map((response) => {
    const properties = { found: new Map(), missing: new Map() }
    for (const propstat of childrenOf(response, 'propstat')) {
      const isFound = textOf(propstat, 'status').includes(' 200')
      for (const property of childrenOf(propstat, 'prop').flatMap((prop) => [...prop.children]))
        properties[isFound ? 'found' : 'missing'].set(
          `{${property.namespaceURI}}${property.localName}`,
          property,
        )
    }
    return {
      href: textOf(response, 'href'),
      status: Number(/ (\d{3})/.exec(textOf(response, 'status'))?.[1]),
      ...properties,
    }
  })
  return { responses, token: textOf(root, 'sync-token') }
}

const childrenOf = (element, name) =>
  [...element.children].filter((child) => child.namespaceURI === dav && child.localName === name)
const textOf = (element, name) => childrenOf(element, name)[0]?.textContent.trim() ?? ''

const prop = (...names) => `<d:prop>${names.join('')}</d:prop>`
const namespaces = `xmlns:d="DAV:" xmlns:c="${cal}" xmlns:a="${card}"`
export const propfindOf = (...names) => `<d:propfind ${namespaces}>${prop(...names)}</d:propfind>`

async function hrefOf(client, path, name, key) {
  const { status, text } = await client.propfind(path, propfindOf(`<${name}/>`), '0')
  if (status !== 207) throw new Error(`PROPFIND ${path} got ${status}: ${text.slice(0, 200)}`)
  return readMultistatus(text).responses[0].found.get(key)?.textContent.trim()
}

/**
 * The paths of the principal, of its homes and of the collections by their last part, found as programs find them, from
 * `/.well-known/`.
 */
export async function readPlaces(client) {
  const places = {}
  for (const { service, place, name, key } of services) {
    const redirect = await client.propfind(
      `/.well-known/${service}`,
      propfindOf('<d:current-user-principal/>'),
      '0',
    )
    places.root = redirect.headers.get('Location')
    if (!places.root) throw new Error(`/.well-known/${service} got ${redirect.status} without a Location`)
    places.principal = await hrefOf(
      client,
      places.root,
      'd:current-user-principal',
      '{DAV:}current-user-principal',
    )
    places[place] = await hrefOf(client, places.principal, name, key)
    const { text } = await client.propfind(places[place], propfindOf('<d:resourcetype/>'), '1')
    for (const { href, found } of readMultistatus(text).responses) {
      const types = [...(found.get('{DAV:}resourcetype')?.children ?? [])].map(({ localName }) => localName)
      if (types.includes('calendar') || types.includes('addressbook')) places[href.split('/').at(-2)] = href
    }
  }
  return places
}

const services = [
  {
    service: 'carddav',
    place: 'books',
    name: 'a:addressbook-home-set',
    key: `{${card}}addressbook-home-set`,
  },
  { service: 'caldav', place: 'calendars', name: 'c:calendar-home-set', key: `{${cal}}calendar-home-set` },
]

/** All resources of a collection: `{ href, etag, content }`. */
export async function readAll(client, path) {
  const { text } = await client.propfind(path, propfindOf('<d:getetag/>', '<d:resourcetype/>'), '1')
  const hrefs = readMultistatus(text)
    .responses.filter(
      ({ found }) => found.has('{DAV:}getetag') && !found.get('{DAV:}resourcetype')?.children.length,
    )
    .map(({ href }) => href)
  return multiget(client, path, hrefs)
}

/** Asks for the contents of resources. */
export function sendMultiget(client, path, hrefs) {
  const isCalendar = hrefs[0].endsWith('.ics')
  const report = isCalendar ? 'c:calendar-multiget' : 'a:addressbook-multiget'
  const data = isCalendar ? '<c:calendar-data/>' : '<a:address-data/>'
  const list = hrefs.map((href) => `<d:href>${escapeXml(href)}</d:href>`).join('')
  return client.report(path, `<${report} ${namespaces}>${prop('<d:getetag/>', data)}${list}</${report}>`, '1')
}

export async function multiget(client, path, hrefs) {
  if (hrefs.length === 0) return []
  const isCalendar = hrefs[0].endsWith('.ics')
  const { status, text } = await sendMultiget(client, path, hrefs)
  if (status !== 207) throw new Error(`the multiget got ${status}: ${text.slice(0, 200)}`)
  const key = isCalendar ? `{${cal}}calendar-data` : `{${card}}address-data`
  return readMultistatus(text).responses.map(({ href, status, found }) => ({
    href,
    status,
    etag: found.get('{DAV:}getetag')?.textContent,
    content: found.get(key)?.textContent,
  }))
}

export const sendSync = (client, path, token) =>
  client.report(
    path,
    `<d:sync-collection ${namespaces}><d:sync-token>${escapeXml(token)}</d:sync-token>
<d:sync-level>1</d:sync-level>${prop('<d:getetag/>')}</d:sync-collection>`,
  )

/** What has changed since a token: `{ status, changed, gone, token }`. An empty token is the first sync. */
export async function syncCollection(client, path, token = '') {
  const { status, text, ms } = await sendSync(client, path, token)
  if (status !== 207) return { status, text, ms }
  const { responses, token: next } = readMultistatus(text)
  return {
    status,
    ms,
    token: next,
    changed: responses
      .filter(({ status }) => status !== 404)
      .map(({ href, found }) => ({ href, etag: found.get('{DAV:}getetag')?.textContent })),
    gone: responses.filter(({ status }) => status === 404).map(({ href }) => href),
  }
}
