import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { feedLimit } from '~/integrations/feeds/feed'
import { feeds, links, users } from '~drizzle/schema'
import { createClient, visibleText } from '../../support/client'
import { createBud, createCircle, createEvent, signedIn } from '../../support/factories'
import { load, makeFeed } from './support'

const screen = '/dashboard/developers'
const rows = (userId: string) =>
  Promise.all([db.$count(feeds, eq(feeds.userId, userId)), db.$count(links, eq(links.userId, userId))])
const statusOf = async (path: string) => (await load(path)).status

test('a feed is made by the API and the screen, listed, and revoked at once', async () => {
  const owner = await signedIn()
  const first = await makeFeed(owner, 'events', true)
  expect(first.url).toMatch(/\/feeds\/[\w-]{43}\.ics$/)
  const made = await owner.submit(screen, { intent: 'make-feed', kind: 'dates' })
  expect(made.status).toBe(201)
  const url = /value="([^"]*\/feeds\/[\w-]{43}\.ics)"/.exec(made.text)?.[1] ?? ''
  expect(made.text).toContain(`href="${url.replace('http:', 'webcal:')}"`)
  const second = new URL(url).pathname
  const { body } = await owner.get('/api/v1/feeds')
  expect(body.feeds).toMatchObject([
    { kind: 'dates', names: false },
    { _id: first._id, kind: 'events', names: true, createdAt: expect.any(String) },
  ])
  const list = await owner.visit(screen)
  expect(visibleText(list)).toContain('Budkeeper events With names, made on')
  expect(list.text).not.toContain(second)
  expect([await statusOf(first.path), await statusOf(second)]).toEqual([200, 200])

  const asked = await owner.visit(`${screen}?revoke=${body.feeds[0]._id}`)
  expect(visibleText(asked)).toContain('Revoke feed Calendars that show Budkeeper dates')
  const revoked = await owner.submit(screen, { intent: 'revoke-feed', _id: body.feeds[0]._id })
  expect(revoked).toSendToast('Feed revoked successfully')
  expect(await owner.delete(`/api/v1/feeds/${first._id}`)).toMatchObject({
    status: 200,
    body: { msg: 'Feed revoked successfully' },
  })
  expect([await statusOf(first.path), await statusOf(second)]).toEqual([404, 404])
  expect(await rows(owner.user._id)).toEqual([0, 0])
  expect(visibleText(await owner.visit(screen))).toContain('No feeds yet.')
})

test('invalid input is refused and makes nothing', async () => {
  const owner = await signedIn()
  for (const body of [{}, { kind: 'milestones' }, { kind: 'all', names: 'yes' }])
    expect((await owner.post('/api/v1/feeds', body)).status).toBe(400)
  expect(await owner.submit(screen, { intent: 'make-feed' })).toSendToast(
    'kind must be one of events, dates, all',
  )
  expect(await rows(owner.user._id)).toEqual([0, 0])
})

test('a form that is sent twice makes one feed', async () => {
  const owner = await signedIn()
  const { text } = await owner.visit(screen)
  const [, _id = ''] = /id="feed"[\s\S]*?name="_id" value="([^"]+)"/.exec(text) ?? []
  const send = () => owner.submit(screen, { intent: 'make-feed', kind: 'all', _id })
  expect((await send()).text).toMatch(/\/feeds\/[\w-]{43}\.ics/)
  expect(await send()).toSendToast('This feed was made already. Its address is shown only once.')
  expect(await rows(owner.user._id)).toEqual([1, 1])
})

test('an account has at most 20 feeds, also if they are made at the same time', async () => {
  const owner = await signedIn()
  const make = () => owner.post('/api/v1/feeds', { kind: 'all' })
  const made = await Promise.all(Array.from({ length: feedLimit + 5 }, make))
  expect(made.filter(({ status }) => status === 201)).toHaveLength(feedLimit)
  expect(made.filter(({ status }) => status === 409)).toHaveLength(5)
  expect(await rows(owner.user._id)).toEqual([feedLimit, feedLimit])
  expect(visibleText(await owner.visit(screen))).toContain('You have 20 feeds, which is the most')
})

test('the demo account has no feeds', async () => {
  const demo = await signedIn({ traits: ['demo'] })
  const refused = { status: 403, body: { msg: 'The demo account cannot be changed' } }
  expect(await demo.post('/api/v1/feeds', { kind: 'all' })).toMatchObject(refused)
  expect(await demo.submit(screen, { intent: 'make-feed', kind: 'all' })).toSendToast(refused.body.msg)
  expect(visibleText(await demo.visit(screen))).toContain(
    'The demo account has no devices, tokens, feeds or webhooks',
  )
})

test("another user's feed cannot be revoked", async () => {
  const [owner, other] = [await signedIn(), await signedIn()]
  const { _id, path } = await makeFeed(owner)
  for (const id of [_id, 'no-such-id'])
    expect(await other.delete(`/api/v1/feeds/${id}`)).toMatchObject({
      status: 404,
      body: { msg: 'Feed not found' },
    })
  expect(await other.submit(screen, { intent: 'revoke-feed', _id })).toSendToast('Feed not found')
  expect(await statusOf(path)).toBe(200)
})

test('the feeds of an account that was ended or deleted are a 404', async () => {
  const [ended, deleted] = [await signedIn(), await signedIn()]
  const [first, second] = [await makeFeed(ended), await makeFeed(deleted)]
  await db.update(users).set({ endedAt: sql`now()` }).where(eq(users._id, ended.user._id))
  await db.delete(users).where(eq(users._id, deleted.user._id))
  expect([await statusOf(first.path), await statusOf(second.path)]).toEqual([404, 404])
  expect(await rows(deleted.user._id)).toEqual([0, 0])
})

test('an address without .ics, and a POST, open nothing', async () => {
  const { path } = await makeFeed(await signedIn())
  expect(await statusOf(path.replace('.ics', ''))).toBe(404)
  expect((await createClient().submit(path, {})).status).toBe(405)
})

test('addresses that are asked for after their end do not slow others down', async () => {
  const { path } = await makeFeed(await signedIn())
  const client = createClient()
  for (let n = 0; n < 110; n++) expect((await client.visit('/feeds/no-such-token.ics')).status).toBe(404)
  expect((await client.visit(path)).status).toBe(200)
})

describe('the ETag', () => {
  test('stays while nothing changes, and answers 304 without a body', async () => {
    const owner = await signedIn()
    await createEvent(owner.user)
    await createBud(owner.user, { dates: [{ label: 'Birthday', year: 1992, month: 2, day: 29 }] })
    const { path } = await makeFeed(owner)
    const [first, second] = [await load(path), await load(path)]
    const etag = first.headers.get('ETag') ?? ''
    expect([second.text, second.headers.get('ETag')]).toEqual([first.text, etag])
    expect(first.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    const unchanged = await load(path, { 'If-None-Match': etag })
    expect([unchanged.status, unchanged.text, unchanged.headers.get('ETag')]).toEqual([304, '', etag])
    expect(unchanged.headers.get('Cache-Control')).toBe('private, no-cache')
    const head = await createClient().send('HEAD', path)
    expect([head.status, head.text, head.headers.get('ETag')]).toEqual([200, '', etag])
    expect(unchanged.headers.get('X-Robots-Tag')).toBe('noindex')
  })

  test('changes with all that the feed shows, and only with that', async () => {
    const owner = await signedIn({ timeZone: 'Europe/London' })
    const bud = await createBud(owner.user)
    const event = await createEvent(owner.user, { selectedBuds: [bud._id] })
    const paths = {
      events: (await makeFeed(owner, 'events')).path,
      named: (await makeFeed(owner, 'events', true)).path,
      dates: (await makeFeed(owner, 'dates')).path,
    }
    const tags = new Map<string, string>()
    const changed = async () => {
      const names = []
      for (const [name, path] of Object.entries(paths)) {
        const { status, headers } = await load(path, { 'If-None-Match': tags.get(name) ?? '' })
        if (status === 200) names.push(name)
        tags.set(name, headers.get('ETag') ?? '')
      }
      return names
    }
    const patch = (path: string, body: object) => owner.patch(`/api/v1/${path}`, body)
    expect(await changed()).toEqual(['events', 'named', 'dates'])
    expect(await changed()).toEqual([])
    await patch(`events/${event._id}`, { Name: 'Lunch' })
    expect(await changed()).toEqual(['events', 'named'])
    await patch(`buds/${bud._id}`, { Firstname: 'Ada' })
    expect(await changed()).toEqual(['named', 'dates'])
    await owner.post('/api/v1/interactions', { kind: 'call', selectedBuds: [bud._id] })
    expect(await changed()).toEqual([])
    await patch('users/settings', { timeZone: 'Asia/Kathmandu' })
    expect(await changed()).toEqual(['events', 'named', 'dates'])
    await owner.delete(`/api/v1/buds/${bud._id}`)
    expect(await changed()).toEqual(['named', 'dates'])
    await createEvent(owner.user, { startDate: '1999-01-01T19:00' })
    const circle = await createCircle(owner.user)
    expect(await changed()).toEqual([])
    await patch(`circles/${circle._id}`, { milestones: [{ date: '2020-05-04', description: 'Founded' }] })
    expect(await changed()).toEqual(['dates'])
    await owner.delete(`/api/v1/events/${event._id}`)
    expect(await changed()).toEqual(['events', 'named'])
  })
})
