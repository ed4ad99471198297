import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import { resetDemo } from '~/jobs/demo.server'
import { contactStatus, users } from '~drizzle/schema'
import { type Client, createClient, visibleText } from '../../support/client'
import { createBud, createEvent, signedIn } from '../../support/factories'
import { nextOf, settingsPath } from './support'

const screen = '/dashboard/reminders'
const defaults = {
  timeZone: 'UTC',
  digest: 'off',
  digestHour: 8,
  digestWeekday: 1,
  leadDays: 3,
  faces: 'drawn',
  emailVerified: false,
}
const settingsOf = async (client: Client) => (await client.get(settingsPath)).body.settings
const rowOf = async (userId: string) => (await db.select().from(users).where(eq(users._id, userId)))[0]

describe('the settings', () => {
  test('are off, in UTC, at 8:00 on Monday and 3 days ahead until they are changed', async () => {
    const client = await signedIn()
    expect((await client.get(settingsPath)).body).toEqual({ settings: defaults })
    expect((await rowOf(client.user._id))?.timeZone).toBeNull()
    expect(await nextOf(client.user._id)).toBeNull()
  })

  test.each([
    ['JSON', (client: Client, fields: object) => client.patch(settingsPath, fields)],
    [
      'a form',
      (client: Client, fields: object) =>
        client.send('PATCH', settingsPath, { body: new URLSearchParams(Object.entries(fields)) }),
    ],
  ])('are saved from %s, and absent fields keep their values', async (_how, save) => {
    const client = await signedIn()
    const all = {
      timeZone: 'Europe/Berlin',
      digest: 'weekly',
      digestHour: 11,
      digestWeekday: 7,
      leadDays: 14,
      faces: 'initials',
    }
    const response = await save(client, all)
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      msg: 'Settings saved successfully',
      settings: { ...all, emailVerified: false },
    })
    for (const [field, value] of Object.entries({ digest: 'daily', leadDays: 0, digestHour: 5 })) {
      await save(client, { [field]: value })
      Object.assign(all, { [field]: value })
      expect(await settingsOf(client)).toEqual({ ...all, emailVerified: false })
    }
    expect((await client.patch(settingsPath, {})).body.settings).toEqual({ ...all, emailVerified: false })
  })

  test('are saved by the screen, which shows them without JavaScript', async () => {
    const client = await signedIn()
    const fields = { timeZone: 'America/New_York', digest: 'daily', digestHour: '9', leadDays: '1' }
    const response = await client.submit(screen, { ...fields, digestWeekday: '3' })
    expect(response).toHaveRedirect(screen)
    expect(response).toSendToast('Settings saved successfully')
    const { text } = await client.visit(screen)
    for (const value of ['America/New_York', 'daily', '9', '3', '1'])
      expect(text).toMatch(new RegExp(`<option value="${value}" selected=""`))
    expect(visibleText({ text } as never)).toContain('is not verified yet')
  })

  test.each([
    [{ timeZone: 'Mars/Olympus' }, 'Time zone must be a name such as Europe/London'],
    [{ timeZone: '+01:00' }, 'Time zone must be a name such as Europe/London'],
    [{ timeZone: '' }, 'Time zone must be a name such as Europe/London'],
    [{ timeZone: 7 }, 'Time zone must be text'],
    [{ timeZone: null }, 'Time zone must be text'],
    [{ digest: 'hourly' }, 'Digest must be one of off, daily, weekly'],
    [{ digestHour: 4 }, 'Hour must be one of 5, 6, 7, 8, 9, 10, 11'],
    [{ digestHour: '12' }, 'Hour must be one of 5, 6, 7, 8, 9, 10, 11'],
    [{ digestHour: 8.5 }, 'Hour must be one of 5, 6, 7, 8, 9, 10, 11'],
    [{ digestWeekday: 0 }, 'Weekday must be one of 1, 2, 3, 4, 5, 6, 7'],
    [{ digestWeekday: '8' }, 'Weekday must be one of 1, 2, 3, 4, 5, 6, 7'],
    [{ leadDays: 2 }, 'Days ahead must be one of 0, 1, 3, 7, 14'],
    [{ leadDays: '' }, 'Days ahead must be one of 0, 1, 3, 7, 14'],
    [{ faces: 'photos' }, 'Faces without a photo must be one of drawn, initials'],
    [{ leadDays: true }, 'Days ahead must be one of 0, 1, 3, 7, 14'],
  ])('%j is refused with a message, and nothing is saved', async (fields, msg) => {
    const client = await signedIn()
    const response = await client.patch(settingsPath, { digest: 'daily', ...fields })
    const [field = ''] = Object.keys(fields)
    expect(response.status).toBe(400)
    expect(response.body).toEqual({ msg, errors: { [field]: [msg] } })
    expect(await settingsOf(client)).toEqual(defaults)
  })

  test('a refused form shows the message at its field and keeps the input', async () => {
    const client = await signedIn()
    const page = await client.submit(screen, { timeZone: 'Mars/Olympus', digest: 'weekly' })
    expect(page.status).toBe(400)
    expect(visibleText(page)).toContain('Time zone must be a name such as Europe/London')
    expect(page.text).toMatch(/<option value="weekly" selected=""/)
  })

  test('no field is added to the user of the API', async () => {
    const client = await signedIn()
    await client.patch(settingsPath, { timeZone: 'Europe/Berlin' })
    const { user } = (await client.get('/api/v1/users/current-user')).body
    expect(Object.keys(user).sort()).toEqual(
      ['Email', 'Firstname', 'Location', 'Role', 'Surname', '_id', 'avatar', 'isTestAccount'].sort(),
    )
  })

  test('know each time zone that the screen offers: the database has them all', async () => {
    const zones = JSON.stringify(Intl.supportedValuesOf('timeZone'))
    const unknown = await db
      .select({ zone: sql<string>`zone` })
      .from(sql`json_array_elements_text(${zones}::json) zone`)
      .where(sql`lower(zone) not in (select lower(name) from pg_timezone_names)`)
    expect(unknown).toEqual([])
    const client = await signedIn()
    for (const timeZone of ['Asia/Kolkata', 'Asia/Calcutta', 'Etc/GMT+5', 'america/new_york'])
      expect((await client.patch(settingsPath, { timeZone })).body.settings.timeZone).toBe(timeZone)
  })
})

describe('the next digest', () => {
  test('is set with the digest, changes with its time alone, and is removed when it is off', async () => {
    const client = await signedIn()
    const { _id } = client.user
    await client.patch(settingsPath, { digest: 'daily' })
    const first = await nextOf(_id)
    expect(first?.getUTCHours()).toBe(8)
    expect(first?.getTime()).toBeGreaterThan(clock.now().getTime())
    const due = new Date(clock.now().getTime() - 60_000)
    await db.update(users).set({ nextDigestAt: due }).where(eq(users._id, _id))
    await client.patch(settingsPath, { leadDays: 7, digest: 'daily' })
    expect(await nextOf(_id)).toEqual(due)
    await client.patch(settingsPath, { timeZone: 'Asia/Tokyo' })
    expect((await nextOf(_id))?.getUTCHours()).toBe(23)
    await client.patch(settingsPath, { digest: 'off' })
    expect(await nextOf(_id)).toBeNull()
  })
})

test('a changed time zone changes what is today and when events end, for all buds of the owner', async () => {
  const client = await signedIn()
  const bud = await createBud(client.user, { cadenceDays: 7 })
  const start = clock.now()
  // Ends in half an hour by UTC, and ended hours ago by the clock of Tokyo.
  const end = new Date(start.getTime() + 30 * 60_000).toISOString().slice(0, 16)
  await createEvent(client.user, {
    startDate: start.toISOString().slice(0, 16),
    endDate: end,
    selectedBuds: [bud._id],
  })
  const lastContact = async () =>
    (await db.select().from(contactStatus).where(eq(contactStatus.budId, bud._id)))[0]?.lastContactOn
  expect(await lastContact()).toBeNull()
  await client.patch(settingsPath, { timeZone: 'Asia/Tokyo' })
  expect(await lastContact()).toBe(end.slice(0, 10))
  await client.patch(settingsPath, { timeZone: 'UTC' })
  expect(await lastContact()).toBeNull()
})

describe('the demo account', () => {
  const msg = 'The demo account cannot be changed'

  test('has no digest and gets no link; its other settings can be changed', async () => {
    const client = await signedIn({ traits: ['demo'] })
    for (const digest of ['daily', 'weekly']) {
      const response = await client.patch(settingsPath, { digest, leadDays: 7 })
      expect([response.status, response.body]).toEqual([403, { msg }])
      expect((await client.submit(screen, { digest })).status).toBe(403)
    }
    const link = await client.post('/api/v1/users/verify-email', {})
    expect([link.status, link.body]).toEqual([403, { msg }])
    expect(await client.submit(screen, { intent: 'verify' })).toSendToast(msg)
    const changed = { timeZone: 'Asia/Tokyo', digest: 'off', digestHour: 6, leadDays: 7, digestWeekday: 2 }
    expect((await client.patch(settingsPath, changed)).status).toBe(200)
    expect(await settingsOf(client)).toMatchObject(changed)
  })

  test('gets its settings back with the reset', async () => {
    const client = await signedIn({ traits: ['demo'] })
    await client.patch(settingsPath, { timeZone: 'Asia/Tokyo', digestHour: 6, leadDays: 7, digestWeekday: 2 })
    await resetDemo()
    expect(await settingsOf(client)).toEqual(defaults)
    expect((await rowOf(client.user._id))?.timeZone).toBeNull()
  })
})

test('the settings need a session', async () => {
  expect((await createClient().patch(settingsPath, { digest: 'daily' })).status).toBe(401)
})
