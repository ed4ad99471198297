import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { User } from '~/account/users/user'
import { db } from '~/base/db/db.server'
import { type LinkKind, linkKinds, linkLifetimes } from '~/base/links/link'
import { findLink, makeLinks, revokeLinks } from '~/base/links/links.server'
import { env } from '~/base/node/env.server'
import { aboutGuest } from '~/events/guests/guests.server'
import { deleteExpiredRows } from '~/jobs/jobs.server'
import { links, users } from '~drizzle/schema'
import { createClient } from '../../support/client'
import { createBud, createEvent, createFeed, createUser } from '../../support/factories'

const tokenOf = (url = '') => url.slice(url.lastIndexOf('/') + 1)
const rowsOf = (userId: string) => db.select().from(links).where(eq(links.userId, userId))
const day = 24 * 3_600_000

/** The address of a feed names the kind of its file. */
const pathOf = (kind: LinkKind, token: string) => `/${kind}/${token}${kind === 'feeds' ? '.ics' : ''}`

/** What the page of a kind needs besides its link. */
async function aboutOf(kind: LinkKind, user: Pick<User, '_id' | 'Email'>) {
  if (['verify-email', 'keep-email', 'unsubscribe'].includes(kind)) return user.Email
  if (kind === 'feeds') return (await createFeed(user))._id
  const bud = await createBud(user)
  if (kind === 'update') return bud._id
  const event = await createEvent(user, { selectedBuds: [bud._id] })
  return aboutGuest(event._id, bud._id)
}

describe.each(linkKinds)('a link of the kind %s', (kind) => {
  const make = async (about?: string) => {
    const user = await createUser()
    const newLink = { kind, userId: user._id, ...(about === undefined ? {} : { about }) }
    const [url] = await makeLinks([newLink])
    return { user, url, token: tokenOf(url) }
  }

  test('has a token of 32 random bytes, of which only a hash is stored, and expires', async () => {
    const { user, url, token } = await make('ada@example.com')
    expect(url).toBe(`${env.APP_URL}/${kind}/${token}`)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const [row] = await rowsOf(user._id)
    expect(JSON.stringify(row)).not.toContain(token)
    expect(await findLink(kind, token)).toEqual({ userId: user._id, about: 'ada@example.com' })
    const days = ((row?.expiresAt.getTime() ?? 0) - Date.now()) / day
    expect(days).toBeGreaterThan(linkLifetimes[kind] - 0.01)
    expect(days).toBeLessThanOrEqual(linkLifetimes[kind])
  })

  test('is the same 404 when it is revoked, expired, invented or of another kind', async () => {
    const [revoked, expired] = [await make(), await make()]
    await revokeLinks(kind, revoked.user._id)
    await db.update(links).set({ expiresAt: sql`now()` }).where(eq(links.userId, expired.user._id))
    const otherKind = kind === 'unsubscribe' ? 'verify-email' : 'unsubscribe'
    const [ofOtherKind] = await makeLinks([{ kind: otherKind, userId: (await createUser())._id }])
    const paths = [
      pathOf(kind, revoked.token),
      pathOf(kind, expired.token),
      pathOf(kind, 'no-such-token'),
      pathOf(kind, 'x'.repeat(5_000)),
      pathOf(kind, tokenOf(ofOtherKind)),
    ]
    const bodies = new Set<string>()
    for (const path of paths) {
      const client = createClient()
      for (const response of [await client.visit(path), await client.submit(path, {})]) {
        expect(response.status).toBe(404)
        expect(response.headers.get('Cache-Control')).toBe('no-store')
        expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
        bodies.add(/<h1>.*?<\/h1>/.exec(response.text)?.[0] ?? '')
      }
    }
    expect([...bodies]).toHaveLength(1)
  })

  test('is not indexed, cached or sent as referrer', async () => {
    const user = await createUser()
    const [url] = await makeLinks([{ kind, userId: user._id, about: await aboutOf(kind, user) }])
    const path = pathOf(kind, tokenOf(url))
    const page = await createClient().visit(path)
    expect(page.status).toBe(200)
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer')
    if (kind === 'feeds') {
      expect(page.headers.get('X-Robots-Tag')).toBe('noindex')
      // Other calendars load a feed again and again, and its ETag spares both sides the work.
      expect(page.headers.get('Cache-Control')).toBe('private, no-cache')
    } else {
      expect(page.text).toContain('<meta name="robots" content="noindex"/>')
      expect(page.headers.get('Cache-Control')).toBe('no-store')
    }
    const before = await rowsOf(user._id)
    const head = await createClient().send('HEAD', path)
    expect(head.status).toBe(200)
    expect(await rowsOf(user._id)).toEqual(before)
  })
})

test('many links are made at once, each for its user; that of a deleted user is not stored and opens nothing', async () => {
  const [ada, gone, grace] = [await createUser(), await createUser(), await createUser()]
  await db.delete(users).where(eq(users._id, gone._id))
  const urls = await makeLinks([ada, gone, grace].map(({ _id: userId }) => ({ kind: 'unsubscribe', userId })))
  const found = []
  for (const url of urls) found.push((await findLink('unsubscribe', tokenOf(url)))?.userId)
  expect(found).toEqual([ada._id, undefined, grace._id])
  expect(await makeLinks([])).toEqual([])
})

test('expired links are deleted by the hourly job, and others are not', async () => {
  const [ada, grace] = [await createUser(), await createUser()]
  await makeLinks([ada, grace].map(({ _id: userId }) => ({ kind: 'unsubscribe', userId })))
  await db.update(links).set({ expiresAt: sql`now()` }).where(eq(links.userId, ada._id))
  await deleteExpiredRows()
  expect([await rowsOf(ada._id), (await rowsOf(grace._id)).length]).toEqual([[], 1])
})
