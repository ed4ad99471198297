import { eq, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import type { Mail } from '~/base/mail/mail'
import { enqueue, flushOutbox } from '~/base/mail/outbox.server'
import { env } from '~/base/node/env.server'
import { interactionInput } from '~/people/interactions/interaction-input.server'
import { createInteraction } from '~/people/interactions/interactions.server'
import { remind } from '~/planning/reminders/remind.server'
import * as schema from '~drizzle/schema'
import { createClient, visibleText } from '../../support/client'
import { isRemote } from '../../support/database'
import { createBud, createCircle, createEvent } from '../../support/factories'
import { mailsTo, mailTo } from '../../support/mailbox'
import { day, nextOf, overdueBud, reader, remindAt, settingsPath, tokenIn } from './support'

const { links, mails, users } = schema
const rowsOf = (userId: string) => db.select().from(mails).where(eq(mails.userId, userId))

describe.skipIf(isRemote)('the digest', () => {
  /** The tests move the clock to hours of the next day. */
  beforeEach(async () => {
    await db.update(users).set({ digest: 'off', nextDigestAt: null })
  })
  afterAll(() => clock.advanceTo(new Date()))

  test('leaves in its hour, once a day, in the broadcast stream with the headers for one-click unsubscribing', async () => {
    const ada = await reader()
    await overdueBud(ada)
    await remindAt(7)
    expect(await ada.digests()).toEqual([])
    await remindAt(8)
    await remind()
    const [mail, ...others] = await ada.digests()
    expect(others).toEqual([])
    const url = `${env.APP_URL}/unsubscribe/${tokenIn(mail as Mail, 'unsubscribe')}`
    expect(mail).toMatchObject({
      MessageStream: 'broadcast',
      Subject: 'Get in touch with Grace',
      Headers: [
        { Name: 'List-Unsubscribe', Value: `<${url}>` },
        { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
      ],
    })
    expect(mail?.HtmlBody).toContain(`href="${url}"`)
    await remindAt(9)
    expect(await ada.digests()).toHaveLength(1)
    await remindAt(8)
    expect(await ada.digests()).toHaveLength(2)
  })

  test('keeps neither its content nor its token in the database', async () => {
    const ada = await reader()
    await overdueBud(ada, 'Zebulon')
    await remindAt(8)
    const [mail] = await ada.digests()
    const token = tokenIn(mail as Mail, 'unsubscribe')
    const stored = JSON.stringify([await rowsOf(ada.user._id), await db.select().from(links)])
    expect(stored).not.toContain('Zebulon')
    expect(stored).not.toContain(token)
    expect(await rowsOf(ada.user._id)).toMatchObject([
      { kind: 'digest', about: day(), state: 'sent', details: {} },
    ])
  })

  test('says what is overdue, which dates are near and what happens today, with links, in both bodies', async () => {
    await remindAt(9)
    const ada = await reader({}, { leadDays: 3 })
    const grace = await overdueBud(ada, 'Grace <b>', 9)
    const [note, today] = ['Looks for a flat\nand "a job" & more', day(1)]
    await createInteraction(
      ada.user._id,
      interactionInput.parse({ kind: 'note', note, selectedBuds: [grace] }),
    )
    const [year, month, date] = day(1).split('-').map(Number) as [number, number, number]
    const [, soonMonth, soonDay] = day(4).split('-').map(Number) as [number, number, number]
    const [, lateMonth, lateDay] = day(5).split('-').map(Number) as [number, number, number]
    const joan = await createBud(ada.user, {
      Firstname: 'Joan',
      dates: [
        { label: 'Birthday', year: year - 40, month, day: date },
        { label: 'Name day', year: null, month: soonMonth, day: soonDay },
        { label: 'Too late', year: null, month: lateMonth, day: lateDay },
      ],
    })
    const milestones = [{ id: 1, date: `${year - 5}-${day(1).slice(5)}`, description: 'First meal' }]
    const cooks = await createCircle(ada.user, { Name: 'Cooks', milestones })
    const event = await createEvent(ada.user, {
      Name: 'Book club',
      startDate: `${today}T19:00`,
      endDate: `${today}T22:30`,
    })
    await createEvent(ada.user, { Name: 'Tomorrow', startDate: `${day(2)}T19:00` })
    await remindAt(8)
    expect(day()).toBe(today)
    const [mail] = await ada.digests()
    expect(mail?.Subject).toBe('Joan turns 40 today')
    const text = mail?.TextBody ?? ''
    expect(text).toContain(
      `- Grace <b>\n  every day, not in touch yet\n  Last note: Looks for a flat\n  and "a job" & more\n`,
    )
    expect(text).toContain(`/dashboard/Bud/${grace}`)
    expect(text).toContain(`- Joan\n  Birthday today: turns 40\n  ${env.APP_URL}/dashboard/Bud/${joan._id}`)
    expect(text).toMatch(/- Joan\n {2}Name day on \w+day, \d+ \w+\n/)
    expect(text).toContain(
      `- Book club\n  Today, 19:00 to 22:30\n  Bristol\n  ${env.APP_URL}/dashboard/Event/${event._id}`,
    )
    expect(text).toContain(
      `- Cooks\n  First meal today: 5 years\n  ${env.APP_URL}/dashboard/Circle/${cooks._id}`,
    )
    expect(text).not.toMatch(/Too late|Tomorrow/)
    for (const path of ['/dashboard/Today', '/dashboard/reminders']) {
      expect(text).toContain(env.APP_URL + path)
      expect(mail?.HtmlBody).toContain(`href="${env.APP_URL}${path}"`)
    }
    expect(text).toContain('You get this digest every day at 8:00 (UTC).')
    expect(mail?.HtmlBody).toContain('Grace &lt;b&gt;')
    expect(mail?.HtmlBody).toContain('and &quot;a job&quot; &amp; more')
    expect(mail?.HtmlBody).not.toContain('<b>Grace <b>')
  })

  test('names ten overdue buds and how many more there are', async () => {
    const ada = await reader()
    for (let n = 0; n < 13; n++) await overdueBud(ada, `Bud${n}`, n + 1)
    await remindAt(8)
    const [mail] = await ada.digests()
    expect(mail?.Subject).toBe('Get in touch with Bud12 and 12 others')
    expect(mail?.TextBody.match(/^- Bud\d+$/gm)).toHaveLength(10)
    expect(mail?.TextBody).toContain('And 3 more: ')
    expect(mail?.HtmlBody).toContain('And 3 more')
  })

  test('of the week leaves on its weekday, with the dates and events of seven days', async () => {
    const ada = await reader({}, { digest: 'weekly', digestWeekday: 3, leadDays: 0 })
    const due = await nextOf(ada.user._id)
    expect(due?.getUTCDay()).toBe(3)
    const inDays = (n: number) =>
      new Date((due?.getTime() ?? 0) + n * 24 * 3_600_000).toISOString().slice(0, 10)
    const [, month, date] = inDays(6).split('-').map(Number) as [number, number, number]
    const [, monthAfter, dateAfter] = inDays(7).split('-').map(Number) as [number, number, number]
    await createBud(ada.user, {
      Firstname: 'Joan',
      dates: [
        { label: 'Within', year: null, month, day: date },
        { label: 'After', year: null, month: monthAfter, day: dateAfter },
      ],
    })
    await createEvent(ada.user, {
      Name: 'Last day',
      startDate: `${inDays(6)}T23:00`,
      endDate: `${inDays(7)}T01:00`,
    })
    await createEvent(ada.user, {
      Name: 'Next week',
      startDate: `${inDays(7)}T00:00`,
      endDate: `${inDays(7)}T01:00`,
    })
    for (let n = 0; n < 8; n++) await remindAt(8)
    const [mail, ...others] = await ada.digests()
    expect(mail?.TextBody).toMatch(/Within[\s\S]*Last day/)
    expect(mail?.TextBody).not.toMatch(/After|Next week/)
    expect(mail?.TextBody).toContain('every Wednesday at 8:00')
    expect(mail?.TextBody).toContain('Your week from Wednesday, ')
    expect(others).toHaveLength(clock.now().getTime() - (due?.getTime() ?? 0) > 7 * 24 * 3_600_000 ? 1 : 0)
  })

  test('is not sent when there is nothing to say, nor to an address that is not verified', async () => {
    const silent = await reader()
    const unverified = await reader()
    await overdueBud(unverified)
    await db.update(users).set({ verifiedEmail: null }).where(eq(users._id, unverified.user._id))
    const moved = await reader()
    await overdueBud(moved)
    await db.update(users).set({ verifiedEmail: 'other@example.com' }).where(eq(users._id, moved.user._id))
    await remindAt(8)
    for (const { user, digests } of [silent, unverified, moved]) {
      expect(await digests()).toEqual([])
      expect(await rowsOf(user._id)).toEqual([])
      expect((await nextOf(user._id))?.getTime()).toBeGreaterThan(clock.now().getTime())
    }
  })

  test('switched on after its hour, first leaves the next day', async () => {
    await remindAt(9)
    const ada = await reader()
    await overdueBud(ada)
    await remindAt(19)
    expect(await ada.digests()).toEqual([])
    await remindAt(8)
    expect(await ada.digests()).toHaveLength(1)
  })

  test.each([
    [19, 1],
    [20, 0],
    [23, 0],
  ])('of a job that runs at %i:00 only is sent %i times: until 20:00', async (hour, n) => {
    await remindAt(6)
    const ada = await reader()
    await overdueBud(ada)
    await remindAt(hour)
    expect(await ada.digests()).toHaveLength(n)
    expect((await nextOf(ada.user._id))?.getTime()).toBeGreaterThan(clock.now().getTime())
  })

  test('of yesterday is never sent, and that of today leaves in its hour', async () => {
    await remindAt(6)
    const ada = await reader()
    await overdueBud(ada)
    await clock.advanceTo(new Date(clock.now().getTime() + 24 * 3_600_000))
    await remind()
    expect(await ada.digests()).toEqual([])
    await remindAt(8)
    expect((await rowsOf(ada.user._id)).map(({ about }) => about)).toEqual([day()])
  })

  test.each([
    ['it was switched off', { digest: 'off' as const }],
    ['the address is not verified any more', { verifiedEmail: null }],
  ])('that waits in the outbox is discarded when %s', async (_why, change) => {
    const ada = await reader()
    await overdueBud(ada)
    await db.transaction(async (tx) => {
      // Without a flush, as after a process was killed.
      await enqueue(tx, [await pendingDigest(ada.user._id)])
    })
    await db.update(users).set(change).where(eq(users._id, ada.user._id))
    await flushOutbox()
    expect(await ada.digests()).toEqual([])
    expect(await rowsOf(ada.user._id)).toMatchObject([{ state: 'discarded', details: {} }])
  })

  test('of the day is sent after an outage since the day before, and that of the day before is not', async () => {
    const ada = await reader()
    await overdueBud(ada)
    // The digest of yesterday was due, and no job has run since.
    await clock.advanceTo(new Date(`${day(2)}T09:00:00Z`))
    await remind()
    await remind()
    expect(await ada.digests()).toHaveLength(1)
    expect((await nextOf(ada.user._id))?.toISOString()).toBe(`${day(1)}T08:00:00.000Z`)
  })

  test('that waits in the outbox is discarded after 20:00', async () => {
    const ada = await reader()
    await overdueBud(ada)
    await enqueue(db, [await pendingDigest(ada.user._id, clock.now())])
    await flushOutbox()
    expect(await ada.digests()).toEqual([])
  })

  async function pendingDigest(userId: string, until = new Date(clock.now().getTime() + 3_600_000)) {
    const lists = { overdue: [], dates: [], events: [], totalOverdue: 0, totalDates: 0, totalEvents: 0 }
    const settings = { digest: 'daily', digestHour: 8, digestWeekday: 1, timeZone: 'UTC' } as const
    const details = { ...lists, ...settings, today: day(), until: until.toISOString() }
    return { kind: 'digest', userId, about: day(), details } as const
  }

  test('is sent once by jobs that run at the same time', async () => {
    const all = []
    for (let n = 0; n < 12; n++) all.push(await reader())
    for (const user of all) await overdueBud(user)
    await remindAt(7)
    await clock.advanceTo(new Date(clock.now().getTime() + 3_600_000))
    const runs = await Promise.all([remind(), remind(), remind()])
    expect(runs.reduce((sum, { digests }) => sum + digests, 0)).toBe(12)
    for (const { digests } of all) expect(await digests()).toHaveLength(1)
  })

  test('is sent once if the job was stopped before the end of its transaction', async () => {
    const ada = await reader()
    await overdueBud(ada)
    await remindAt(7)
    await clock.advanceTo(new Date(clock.now().getTime() + 3_600_000))
    await db.execute(sql`create function refuse_digest() returns trigger language plpgsql as
      $$ begin raise exception 'stopped'; end $$`)
    await db.execute(sql`create trigger refuse_digest before insert on mails for each row
      when (new.kind = 'digest') execute function refuse_digest()`)
    const due = await nextOf(ada.user._id)
    await expect(remind()).rejects.toThrow()
    expect(await nextOf(ada.user._id)).toEqual(due)
    await db.execute(sql`drop function refuse_digest cascade`)
    await remind()
    await remind()
    expect(await ada.digests()).toHaveLength(1)
  })

  test('is sent once a day, even if its hour is changed on that day', async () => {
    const ada = await reader()
    await overdueBud(ada)
    await remindAt(8)
    await ada.patch(settingsPath, { digestHour: 11 })
    await remindAt(11)
    expect(await ada.digests()).toHaveLength(1)
    await remindAt(11)
    expect(await ada.digests()).toHaveLength(2)
  })

  test('counts the events that have ended first', async () => {
    await remindAt(7)
    const ada = await reader()
    const bud = await overdueBud(ada)
    await createEvent(ada.user, {
      startDate: `${day()}T07:05`,
      endDate: `${day()}T07:30`,
      selectedBuds: [bud],
      Name: 'Breakfast',
    })
    await remindAt(8)
    expect((await ada.digests()).map(({ Subject }) => Subject)).toEqual(['Today: Breakfast'])
  })

  describe('POST /jobs/remind', () => {
    const run = (secret?: string) =>
      createClient().post('/jobs/remind', {}, secret ? { Authorization: `Bearer ${secret}` } : {})

    test('runs the job, with the secret alone', async () => {
      env.CRON_SECRET = 'a secret of the crontab'
      try {
        const ada = await reader()
        await overdueBud(ada)
        await remindAt(7)
        await clock.advanceTo(new Date(clock.now().getTime() + 3_600_000))
        expect([(await run()).status, (await run('another')).status]).toEqual([401, 401])
        const { status, body } = await run('a secret of the crontab')
        expect([status, body]).toEqual([200, { msg: 'Reminders sent', due: 1, digests: 1, mails: 1 }])
        expect(await ada.digests()).toHaveLength(1)
      } finally {
        env.CRON_SECRET = undefined
      }
      expect((await run('a secret of the crontab')).status).toBe(404)
    })
  })

  describe('the link to unsubscribe', () => {
    async function readerWithMail() {
      const ada = await reader()
      await overdueBud(ada)
      await remindAt(8)
      const [mail] = await ada.digests()
      return { ada, path: `/unsubscribe/${tokenIn(mail as Mail, 'unsubscribe')}` }
    }
    const digestOf = async (ada: Awaited<ReturnType<typeof reader>>) =>
      (await ada.get(settingsPath)).body.settings.digest

    test.each([
      ['the form of its page', {}],
      ['a mail program, by one click', { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }],
      ['a mail program, as multipart', { body: multipart() }],
    ])('switches the digest off for %s, without a session and as often as it is used', async (_how, init) => {
      const { ada, path } = await readerWithMail()
      expect(await digestOf(ada)).toBe('daily')
      for (let n = 0; n < 2; n++) {
        const response = await createClient().send('POST', path, init)
        expect(response.status).toBe(200)
        expect(visibleText(response)).toContain('The digest is switched off.')
        expect(response.headers.get('Cache-Control')).toBe('no-store')
      }
      expect(await digestOf(ada)).toBe('off')
      expect(await nextOf(ada.user._id)).toBeNull()
      await remindAt(8)
      expect(await ada.digests()).toHaveLength(1)
    })

    function multipart() {
      const form = new FormData()
      form.set('List-Unsubscribe', 'One-Click')
      return form
    }

    test('asks first: opening it changes nothing', async () => {
      const { ada, path } = await readerWithMail()
      const page = await createClient().visit(path)
      expect(page.status).toBe(200)
      expect(page.text).toContain('<button type="submit"')
      expect(await digestOf(ada)).toBe('daily')
    })
  })

  test('opening every link of every mail changes no row', async () => {
    const ada = await reader()
    await overdueBud(ada)
    await db.update(users).set({ verifiedEmail: null }).where(eq(users._id, ada.user._id))
    await ada.post('/api/v1/users/verify-email', {})
    await mailTo(ada.user.Email, { tag: 'email-verify' })
    await db.update(users).set({ verifiedEmail: ada.user.Email }).where(eq(users._id, ada.user._id))
    await ada.patch('/api/v1/users/update-user', { Email: `new-${ada.user.Email}` })
    await ada.post('/api/v1/auth/forgot-password', { Email: ada.user.Email })
    await remindAt(8)
    const mails = async () => [
      ...(await mailsTo(ada.user.Email)),
      ...(await mailsTo(`new-${ada.user.Email}`)),
    ]
    const expected = ['digest', 'email-change-requested', 'email-confirm', 'email-verify', 'password-reset']
    await expect.poll(async () => (await mails()).map(({ Tag }) => Tag).sort()).toEqual(expected)
    const all = await mails()
    const urls = all.flatMap(
      ({ HtmlBody, TextBody }) => `${HtmlBody} ${TextBody}`.match(/https?:\/\/[^\s"<>]+/g) ?? [],
    )
    expect(urls.length).toBeGreaterThan(8)
    const before = await dump()
    for (const url of new Set(urls)) {
      const path = url.replace(env.APP_URL, '')
      for (const method of ['GET', 'HEAD']) {
        const { status } = await createClient().send(method, path, { headers: { Accept: 'text/html' } })
        expect(status, path).toBeLessThan(400)
      }
    }
    expect(await dump()).toEqual(before)
  })

  /** All rows of all tables, except the counts of API requests, which are written some time after the requests. */
  async function dump() {
    const rows: Record<string, unknown> = {}
    for (const table of Object.values(schema).filter((value) => is(value, PgTable))) {
      const name = getTableName(table)
      if (name === 'rate_limits') continue
      const [row] = await db
        .select({ rows: sql<string>`coalesce(json_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]')::text` })
        .from(sql`${sql.identifier(name)} t`)
      rows[name] = row?.rows
    }
    return rows
  }
})
