import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as build from 'virtual:remix/server-build'
import { JSDOM } from 'jsdom'
import { v7 as uuid } from 'uuid'
import { afterAll } from 'vitest'
import { createApp } from '~/base/http/app.server'
import { UserError } from '~/base/node/errors'
import { type DavParts, dav } from '~/integrations/dav/dav.server'
import { memoryCollection } from './memory-collection'

export const password = 'right-password'
export const email = 'ada@example.com'

/** A device, its collections in memory, and the app that serves them in the place of the real ones. */
export async function davServer(parts: Partial<DavParts> = {}) {
  const device = { _id: uuid(), name: 'Phone', ownerId: uuid(), zone: 'Europe/London' }
  const renamed: object[] = []
  const rename = async (_: unknown, properties: object) => void renamed.push(properties)
  const buds = memoryCollection({ name: 'buds', kind: 'addressbook', displayName: 'Buds & <others>', rename })
  const events = memoryCollection({
    name: 'events',
    kind: 'calendar',
    displayName: 'Events',
    color: '#1A7F5A',
    rename,
  })
  const dates = memoryCollection({ name: 'dates', kind: 'calendar', displayName: 'Dates', isReadOnly: true })
  const attempts: string[][] = []
  const { loader } = {
    loader: dav({
      authenticate: async (...attempt) => {
        attempts.push(attempt)
        if (attempt[0] === 'throttled@example.com')
          throw new UserError(429, 'Too many attempts', { headers: { 'Retry-After': '60' } })
        return attempt[0] === email && attempt[1] === password ? device : null
      },
      countRequest: () => {},
      collectionsOf: () => [buds, events, dates],
      ...parts,
    }),
  }
  const origin = await serve(loader)
  const principal = `/dav/${device.ownerId}/`
  const paths = {
    principal,
    buds: `${principal}buds/`,
    events: `${principal}events/`,
    dates: `${principal}dates/`,
  }
  return { device, buds, events, dates, renamed, attempts, paths, ...clientOf(origin) }
}

async function serve(loader: ReturnType<typeof dav>) {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const isDav = /^dav(\/|$)/.test(route.path ?? '')
    return [id, isDav ? { ...route, module: { ...route.module, loader } } : route]
  })
  const changed = { ...build, routes: Object.fromEntries(routes) } as typeof build
  const development = { build: async () => changed, sources: pass }
  const server = createApp(async () => null, development).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  afterAll(() => void server.close())
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

const pass = (_request: unknown, _response: unknown, next: () => void) => next()

type Sent = { headers?: Record<string, string>; body?: string | Buffer; user?: string | null }
export type Reply = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

export const basic = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`

/** A client that sends the path as it is, as `fetch` does not. */
function clientOf({ hostname, port }: URL) {
  const send = (
    method: string,
    path: string,
    { headers = {}, body, user = `${email}:${password}` }: Sent = {},
  ) =>
    new Promise<Reply>((resolve, reject) => {
      const authorization = user === null ? {} : { Authorization: basic(user) }
      const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
      const all = { ...authorization, ...length, ...headers }
      const sent = request({ hostname, port, method, path, headers: all, agent: false }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        )
      })
      sent.on('error', reject)
      sent.end(body)
    })
  const propfind = (path: string, depth: string, props?: string) =>
    send('PROPFIND', path, {
      headers: { Depth: depth, 'Content-Type': 'text/xml' },
      ...(props !== undefined && {
        body: xml(`<A:propfind xmlns:A="DAV:"><A:prop>${props}</A:prop></A:propfind>`),
      }),
    })
  const report = (path: string, body: string) =>
    send('REPORT', path, { headers: { Depth: '1', 'Content-Type': 'application/xml' }, body: xml(body) })
  return { send, propfind, report }
}

export const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${text}`

/** All namespaces, for the root of a request. */
export const declared =
  'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:CARD="urn:ietf:params:xml:ns:carddav" xmlns:CS="http://calendarserver.org/ns/" xmlns:A="http://apple.com/ns/ical/"'

const prefixOf: Record<string, string> = {
  'DAV:': 'D',
  'urn:ietf:params:xml:ns:caldav': 'C',
  'urn:ietf:params:xml:ns:carddav': 'CARD',
  'http://calendarserver.org/ns/': 'CS',
  'http://apple.com/ns/ical/': 'A',
}
const nameOf = ({ namespaceURI, localName }: Element) =>
  `${prefixOf[namespaceURI ?? ''] ?? `{${namespaceURI}}`}:${localName}`

/** The document of a response, read by another parser than the server's. */
export function readDocument(text: string) {
  const { window } = new JSDOM(text, { contentType: 'application/xml' })
  return window.document.documentElement
}

/** An element without markup of its own: its text, or the names in it. */
function contentOf(element: Element): string {
  const children = [...element.children]
  if (children.length === 0) return element.textContent ?? ''
  return children.map((child) => [nameOf(child), contentOf(child)].filter(Boolean).join(' ')).join(', ')
}

/** The responses of a 207: by path, the properties by status, or a status alone. */
export function responsesOf({ text }: Reply) {
  const found: Record<string, Record<string, Record<string, string>>> = {}
  for (const response of [...readDocument(text).children].filter((child) => nameOf(child) === 'D:response')) {
    const [href, ...parts] = response.children
    const byStatus: Record<string, Record<string, string>> = {}
    for (const part of parts) {
      const status = /\d{3}/.exec(
        part.getElementsByTagNameNS('DAV:', 'status')[0]?.textContent ?? part.textContent ?? '',
      )
      const prop = part.getElementsByTagNameNS('DAV:', 'prop')[0]
      if (nameOf(part) === 'D:propstat')
        byStatus[status?.[0] ?? ''] = {
          ...byStatus[status?.[0] ?? ''],
          ...Object.fromEntries(
            [...(prop?.children ?? [])].map((child) => [nameOf(child), contentOf(child)]),
          ),
        }
      else if (nameOf(part) === 'D:status') byStatus[status?.[0] ?? ''] = {}
    }
    found[href?.textContent ?? ''] = byStatus
  }
  return found
}

/** The status of a refusal, and the condition in its body. */
export function refusalOf({ status, text }: Reply) {
  const root = readDocument(text)
  const conditions = [...root.children].map(nameOf).filter((name) => name !== 'D:responsedescription')
  return [status, nameOf(root), ...conditions].join(' ')
}

export const syncTokenOf = ({ text }: Reply) =>
  readDocument(text).getElementsByTagNameNS('DAV:', 'sync-token')[0]?.textContent ?? ''
