import { eq, sql } from 'drizzle-orm'
import { JSDOM } from 'jsdom'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import { env } from '~/base/node/env.server'
import { eventBuds, links, throttleCounters, users } from '~drizzle/schema'
import { createClient, visibleText } from '../../support/client'
import { atOnce } from '../../support/concurrency'
import { changesOf } from '../../support/history'
import { answer, invited, yes } from './support'

const stored = async (eventId: string) => {
  const rows = await db.select().from(eventBuds).where(eq(eventBuds.recordId, eventId))
  return rows.map(({ answer, guests, diet, note }) => ({ answer, guests, diet, note }))
}
const nothing = { answer: null, guests: 0, diet: [], note: '' }

describe('the page of an invitation', () => {
  test('shows the event, the first name of the host and that of the guest, and no script', async () => {
    const { path } = await invited()
    const page = await createClient().visit(path)
    expect(page.status).toBe(200)
    const text = visibleText(page)
    for (const shown of [
      'Hello Cem, Ada invites you. Only Ada sees your answer.',
      'Picnic',
      'Victoria Park',
      'Bring a blanket.',
      'Saturday, 2 May 2099, 12:00 to 23:00',
    ])
      expect(text).toContain(shown)
    expect(page.text).not.toMatch(/<script[^>]*src=|type="module"|__remixContext/)
    expect(page.text).toContain('<meta name="robots" content="noindex"/>')
    expect(page.headers.get('Cache-Control')).toBe('no-store')
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer')
  })

  test("is closed by 'Change' after an answer, until that is pressed or the form was refused", async () => {
    const { path } = await invited()
    const changeIn = ({ text }: { text: string }) =>
      new JSDOM(text).window.document.querySelector('details.change')
    expect(changeIn(await createClient().visit(path))?.outerHTML).toBeUndefined()
    await answer(path, yes)
    const change = changeIn(await createClient().visit(path))
    expect(change?.querySelector('summary')?.textContent).toBe('Change')
    expect(change?.hasAttribute('open')).toBe(false)
    expect(change?.querySelector('form [name=note]')).not.toBeNull()
    expect(changeIn(await answer(path, { ...yes, guests: '11' }))?.hasAttribute('open')).toBe(true)
  })

  test('shows nothing that is kept about the guest, about others or about the host, in no response', async () => {
    const planted = {
      Surname: 'Plantedsurname',
      Nickname: 'Plantednick',
      notes: 'Plantednotes',
      LastInteraction: 'Plantedlast',
      Location: 'Plantedplace',
      emails: [{ label: 'Plantedlabel', value: 'planted@example.com' }],
      phones: [{ label: '', value: '555 7357' }],
      preferences: ['Keto'],
      customFields: [{ name: 'Plantedfield', value: 'Plantedvalue' }],
    }
    const { user, path, paths, eventId } = await invited({ Eventtype: 'Client' }, [
      { Firstname: 'Cem', ...planted },
      { Firstname: 'Grace', ...planted },
    ])
    await answer(paths[1] ?? '', { ...yes, note: 'Plantednote of Grace' })
    const client = createClient()
    const responses = [
      await client.visit(path),
      await client.visit(`${path}.data`),
      await client.visit(`${path}?_routes=routes%2Fpublic%2Frsvp`),
      await client.visit(`${path}/event.ics`),
      await client.submit(path, { answer: 'perhaps' }),
      await client.submit(path, yes),
      await client.visit(path),
    ]
    for (const { text, headers } of responses) {
      const all = text + JSON.stringify([...headers])
      expect(all).not.toMatch(/planted|555 7357|Grace|Lovelace|2 no answer|CATEGORIES/i)
      expect(all).not.toContain(user.user.Email)
      expect(all).not.toContain(user.user._id)
      expect(all).not.toContain(eventId)
    }
    expect(responses[0]?.text).not.toMatch(/value="Keto" checked|checked="" [^>]*Keto/)
  })

  test('changes no row when it is opened 200 times', async () => {
    const { path, eventId } = await invited()
    const rows = async () => [
      await db.select().from(links),
      await db.select().from(eventBuds).where(eq(eventBuds.recordId, eventId)),
      await db.$count(throttleCounters),
      await db.execute(sql`select xmin from links`),
    ]
    const before = await rows()
    await atOnce(200, (n) => createClient().visit(n % 4 ? path : `${path}/event.ics`))
    expect(await rows()).toEqual(before)
  })

  test('has the event for a calendar, in the time zone of the host, without its type and its id', async () => {
    const { user, path, eventId } = await invited({ Eventtype: 'Client' })
    await db.update(users).set({ timeZone: 'Europe/Berlin' }).where(eq(users._id, user.user._id))
    const { status, headers, text } = await createClient().visit(`${path}/event.ics`)
    expect(status).toBe(200)
    expect(headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="event.ics"')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(text).toContain('DTSTART:20990502T100000Z')
    expect(text).toContain('SUMMARY:Picnic')
    expect(text).toContain('LOCATION:Victoria Park')
    expect(text).not.toContain(eventId)
    expect(text).not.toContain('CATEGORIES')
  })
})

describe('an answer', () => {
  test('is changed 20 times a day, whoever has the link, and the same answer counts once', async () => {
    const { path, paths, eventId } = await invited({}, [{ Firstname: 'Cem' }, { Firstname: 'Ela' }])
    const send = async (note: string, to = path) => (await answer(to, { answer: 'yes', note })).status
    for (let n = 0; n < 20; n++) expect(await send(String(n))).toBe(303)
    for (let n = 0; n < 5; n++) expect(await send('19')).toBe(303)
    const refused = await answer(path, { answer: 'no', note: 'once more' })
    expect([
      refused.status,
      visibleText(refused).includes('This answer was changed too often today.'),
    ]).toEqual([429, true])
    expect(refused.text).toContain('once more')
    const other = paths.find((link) => link !== path) ?? ''
    expect(await send('x', other)).toBe(303)
    await db.update(throttleCounters).set({ expiresAt: sql`expires_at - interval '1 day'` })
    expect(await send('tomorrow')).toBe(303)
    expect((await stored(eventId)).map(({ note }) => note).sort()).toEqual(['tomorrow', 'x'])
  })

  test('is stored, is thanked for, and can be changed', async () => {
    const { path, eventId } = await invited()
    const sent = await answer(path)
    expect([sent.status, sent.headers.get('Location')]).toEqual([303, path])
    expect(await stored(eventId)).toEqual([
      { answer: 'yes', guests: 2, diet: ['Vegan'], note: 'I come by train' },
    ])
    const page = await createClient().visit(path)
    expect(visibleText(page)).toContain(
      'Thank you for your answer Will you come? Yes People you bring 2 Allergies and diet Vegan Note I come by train',
    )
    await answer(path, { answer: 'no', guests: '2' })
    expect(await stored(eventId)).toEqual([{ ...nothing, answer: 'no' }])
  })

  test.each<[string, string[][], string]>([
    ['no answer', [['guests', '1']], 'Choose yes, no or maybe'],
    ['another answer', [['answer', 'perhaps']], 'Choose yes, no or maybe'],
    [
      '11 guests',
      [
        ['answer', 'yes'],
        ['guests', '11'],
      ],
      'The number must be a whole number of people from 0 to 10',
    ],
    [
      '-1 guests',
      [
        ['answer', 'yes'],
        ['guests', '-1'],
      ],
      'The number must be a whole number of people from 0 to 10',
    ],
    [
      'many guests',
      [
        ['answer', 'yes'],
        ['guests', 'many'],
      ],
      'The number must be a whole number of people from 0 to 10',
    ],
    [
      'half a guest',
      [
        ['answer', 'yes'],
        ['guests', '0.5'],
      ],
      'The number must be a whole number of people from 0 to 10',
    ],
    [
      'an unknown diet',
      [
        ['answer', 'yes'],
        ['diet', 'Vegan'],
        ['diet', 'Sunday Roast'],
      ],
      'Allergies and diet must be options of the list',
    ],
    [
      'a note of 301 characters',
      [
        ['answer', 'yes'],
        ['note', 'x'.repeat(301)],
      ],
      'Note must be at most 300 characters',
    ],
    [
      'a note with NUL',
      [
        ['answer', 'yes'],
        ['note', 'a\0b'],
      ],
      'Note contains characters that are not allowed',
    ],
  ])('with %s is refused, keeps what was typed and stores nothing', async (_, fields, message) => {
    const { path, eventId } = await invited()
    const page = await answer(path, [
      ...fields,
      ...(fields.some(([name]) => name === 'note') ? [] : [['note', 'Hello there']]),
    ])
    expect(page.status).toBe(400)
    expect(visibleText(page)).toContain(message)
    if (!message.startsWith('Note')) expect(page.text).toContain('Hello there')
    if (message.startsWith('Allergies')) expect(page.text).toMatch(/name="diet" checked="" value="Vegan"/)
    expect(await stored(eventId)).toEqual([nothing])
  })

  test('has a note of 300 characters at most, several diets, and HTML as text', async () => {
    const { user, path, api, eventId } = await invited()
    const note = `<script>ran('note')</script>`.padEnd(300, 'é')
    await answer(path, [
      ['answer', 'maybe'],
      ['guests', ''],
      ['diet', 'Decaf'],
      ['diet', 'Allergy: Peanuts'],
      ['note', note],
    ])
    const expected = { answer: 'maybe', guests: 0, diet: ['Allergy: Peanuts', 'Decaf'], note }
    expect(await stored(eventId)).toEqual([expected])
    for (const page of [
      await createClient().visit(path),
      await user.visit(`/dashboard/EventGuests/${eventId}`),
    ])
      expect(page.text).not.toContain('<script>ran(')
    expect((await user.get(api)).body.guests).toMatchObject([expected])
  })

  test('that is sent ten times at once is stored once', async () => {
    const { user, path, eventId } = await invited()
    const before = (await changesOf(user)).length
    const responses = await atOnce(10, () => answer(path))
    expect(responses.every(({ status }) => status === 303)).toBe(true)
    expect(await stored(eventId)).toMatchObject([{ answer: 'yes' }])
    expect(await changesOf(user)).toHaveLength(before + 1)
  })

  test('that is sent after others at once is the one that is stored', async () => {
    const { path, eventId } = await invited()
    await atOnce(10, (n) => answer(path, { ...yes, guests: String(n) }))
    await answer(path, { ...yes, guests: '7' })
    expect(await stored(eventId)).toMatchObject([{ guests: 7 }])
  })

  test('can be changed until the start in the time zone of the host, and is read-only afterwards', async () => {
    const { user, path, eventId } = await invited({ startDate: '2099-05-02T12:00' })
    await db.update(users).set({ timeZone: 'Pacific/Auckland' }).where(eq(users._id, user.user._id))
    try {
      // 12:00 in Auckland is 00:00 UTC in May.
      await clock.advanceTo(new Date('2099-05-01T23:58:00Z'))
      expect((await answer(path)).status).toBe(303)
      await clock.advanceTo(new Date('2099-05-02T00:00:30Z'))
      const page = await createClient().visit(path)
      expect(page.status).toBe(200)
      expect(page.text).not.toContain('<form')
      expect(visibleText(page)).toContain('The event has started, so answers cannot be changed any more.')
      expect(visibleText(page)).toContain('I come by train')
      const late = await answer(path, { answer: 'no' })
      expect(late.status).toBe(409)
      expect(visibleText(late)).toContain('The event has started, so the answer cannot be changed any more')
      expect(await stored(eventId)).toMatchObject([{ answer: 'yes' }])
      // The event ends at 23:00.
      await clock.advanceTo(new Date('2099-06-01T10:58:00Z'))
      expect((await createClient().visit(path)).status).toBe(200)
      await clock.advanceTo(new Date('2099-06-01T11:00:30Z'))
      expect((await createClient().visit(path)).status).toBe(404)
      expect((await user.get(`/api/v1/events/${eventId}/guests`)).body.guests).toMatchObject([
        { hasLink: false },
      ])
      expect((await user.post(`/api/v1/events/${eventId}/guests`, {})).status).toBe(409)
    } finally {
      await clock.advanceTo(new Date())
    }
  })
})

describe('a link is the same 404', () => {
  const isGone = async (path: string) => {
    const bodies = new Set<string>()
    const invented = `/rsvp/${'x'.repeat(43)}`
    for (const each of [path, invented])
      for (const response of [
        await createClient().visit(each),
        await createClient().visit(`${each}/event.ics`),
        await answer(each),
        await answer(each, { answer: 'perhaps' }),
      ]) {
        expect(response.status).toBe(404)
        bodies.add(/<h1>.*?<\/h1>/.exec(response.text)?.[0] ?? response.text)
      }
    expect(bodies.size).toBeLessThanOrEqual(2)
  }

  test.each<[string, (made: Awaited<ReturnType<typeof invited>>) => Promise<unknown>]>([
    ['when it was ended', ({ user, api }) => user.send('DELETE', api)],
    ['after a new one was made', ({ user, api }) => user.post(api, {})],
    ['after the event was deleted', ({ user, eventId }) => user.delete(`/api/v1/events/${eventId}`)],
    ['after the bud was deleted', ({ user, buds }) => user.delete(`/api/v1/buds/${buds[0]?._id}`)],
    [
      'after the attendee was removed',
      ({ user, eventId }) => user.patch(`/api/v1/events/${eventId}`, { selectedBuds: [] }),
    ],
    ['after the account was deleted', ({ user }) => db.delete(users).where(eq(users._id, user.user._id))],
    [
      'after the account was ended',
      ({ user }) => db.update(users).set({ endedAt: sql`now()` }).where(eq(users._id, user.user._id)),
    ],
    [
      'when it expired',
      ({ user }) => db.update(links).set({ expiresAt: sql`now()` }).where(eq(links.userId, user.user._id)),
    ],
  ])('%s', async (_, end) => {
    const made = await invited()
    expect((await createClient().visit(made.path)).status).toBe(200)
    await end(made)
    await isGone(made.path)
  })

  test('and one guest cannot answer for another', async () => {
    const { user, api, paths } = await invited({}, [{ Firstname: 'Cem' }, { Firstname: 'Grace' }])
    await answer(paths[1] ?? '')
    const { guests } = (await user.get(api)).body
    expect(guests.map(({ answer }: { answer: string }) => answer)).toEqual([null, 'yes'])
  })
})

describe('guessing', () => {
  beforeEach(() => db.delete(throttleCounters))
  afterAll(() => void vi.restoreAllMocks())

  test('is slowed down after 100 failures, also for a link that exists, and says when to try again', async () => {
    const { path } = await invited()
    const limit = vi.spyOn(env, 'API_RATE_LIMIT', 'get').mockReturnValue(1_000_000)
    const client = createClient()
    for (let n = 0; n < 100; n++) expect((await client.visit(`/rsvp/guess-${n}`)).status).toBe(404)
    await client.visit('/rsvp/one-more')
    for (const response of [
      await client.visit(path),
      await client.visit(`${path}/event.ics`),
      await client.submit(path, yes),
    ]) {
      expect(response.status).toBe(429)
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    }
    expect((await createClient().visit(path)).status).toBe(200)
    limit.mockRestore()
  })
})
