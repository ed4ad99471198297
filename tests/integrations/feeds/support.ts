import ICAL from 'ical.js'
import { expect } from 'vitest'
import type { FeedKind } from '~/integrations/feeds/feed'
import { createClient } from '../../support/client'
import type { signedIn } from '../../support/factories'

export type Owner = Awaited<ReturnType<typeof signedIn>>

/** Makes a feed. Resolves to its path and its id. */
export async function makeFeed(owner: Owner, kind: FeedKind = 'all', names = false) {
  const { status, body } = await owner.post('/api/v1/feeds', { kind, names })
  expect([status, body.msg]).toEqual([201, 'Feed created successfully'])
  return { path: new URL(body.url).pathname, _id: body.feed._id as string, url: body.url as string }
}

/** Loads a feed as another calendar does: without a session. */
export const load = (path: string, headers: Record<string, string> = {}) =>
  createClient().send('GET', path, { headers })

/** The entries of a feed as ical.js reads them. Checks the document. */
export async function entriesOf(path: string) {
  const { status, text } = await load(path)
  expect(status).toBe(200)
  for (const line of text.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toMatch(/(?!\t)\p{Cc}/u)
  }
  const calendar = new ICAL.Component(ICAL.parse(text) as never)
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  const entries = calendar.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry))
  expect(new Set(entries.map(({ uid }) => uid)).size).toBe(entries.length)
  return entries
}

/** The days of an entry in these years. */
export function daysIn(entry: ICAL.Event, first: number, last: number) {
  const occurrences = entry.iterator()
  const days: string[] = []
  for (let next = occurrences.next(); next && next.year <= last; next = occurrences.next())
    if (next.year >= first) days.push(next.toString())
  return days
}
