import { eq, inArray, sql } from 'drizzle-orm'
import postgres from 'postgres'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/db.server'
import { accessCodes, buds, circleBuds, eventBuds, sessions, users } from '~drizzle/schema'
import { createClient } from './support/client'
import { isPostgres } from './support/database'
import { confirm, linkSentTo, requestEmail } from './support/email-change'
import {
  createAccessCode,
  createBud,
  createCircle,
  createEvent,
  createUser,
  password,
  signedIn,
  uniqueEmail,
  whileCodesAreRequired,
} from './support/factories'
import { formIn, typed } from './support/form'
import { confirmTokenIn, mailsTo, mailTo, resetTokenIn } from './support/mailbox'
import { circle, event, records } from './support/records'

const person = () => ({ Firstname: 'Ada', Email: uniqueEmail(), Password: password })
const register = (input: unknown) => createClient().post('/api/v1/auth/register', input)
const times = <T>(n: number, make: (n: number) => T) => Array.from({ length: n }, (_, i) => make(i))
const counted = (answers: { status: number }[]) =>
  Object.fromEntries(
    [...new Set(answers.map(({ status }) => status))].map((status) => [
      status,
      answers.filter((answer) => answer.status === status).length,
    ]),
  )

const grouped = [
  { ...circle, budsOf: circleBuds },
  { ...event, budsOf: eventBuds },
]

/** The embedded database does one thing at a time, so there is nothing to race. */
describe.skipIf(!isPostgres)('at once', () => {
  test('one access code and 20 registrations make one account', async () => {
    await whileCodesAreRequired(async () => {
      const accessCode = await createAccessCode()
      const people = times(20, person)
      const answers = await Promise.all(people.map((input) => register({ ...input, accessCode })))
      expect(counted(answers)).toEqual({ 201: 1, 400: 19 })
      const emails = people.map(({ Email }) => Email)
      const made = await db.select().from(users).where(inArray(users.Email, emails))
      expect(made).toHaveLength(1)
      const [code] = await db.select().from(accessCodes).where(eq(accessCodes.code, accessCode))
      expect(code).toMatchObject({ isUsed: true, usedBy: made[0]?._id })
    })
  })

  test('30 access codes are all counted, and a form that is sent 10 times makes one', async () => {
    const admin = await signedIn({ traits: ['admin'] })
    const total = async () => (await admin.get('/api/v1/admin/access-codes?limit=1')).body.totalCodes
    const before = await total()
    await Promise.all(times(30, () => admin.post('/api/v1/admin/access-codes', {})))
    expect(await total()).toBe(before + 30)
    const form = { intent: 'generate', _id: uuid() }
    await Promise.all(times(10, () => admin.submit('/dashboard/Admin', form)))
    expect(await total()).toBe(before + 31)
    expect(await total()).toBe(await db.$count(accessCodes))
  })

  test('20 registrations are all counted', async () => {
    const admin = await signedIn({ traits: ['admin'] })
    const total = async () => (await admin.get('/api/v1/admin/users?limit=1')).body.totalUsers
    const before = await total()
    await Promise.all(times(20, () => register(person())))
    expect(await total()).toBe(before + 20)
  })

  test('one address and 10 registrations make one account', async () => {
    const input = person()
    const answers = await Promise.all(
      times(10, (n) => register({ ...input, Email: n % 2 ? input.Email.toUpperCase() : input.Email })),
    )
    expect(counted(answers)).toEqual({ 201: 1, 409: 9 })
  })

  test('one address, 10 registrations and 10 codes use up one code', async () => {
    await whileCodesAreRequired(async () => {
      const input = person()
      const codes = await Promise.all(times(10, createAccessCode))
      await Promise.all(codes.map((accessCode) => register({ ...input, accessCode })))
      const rows = await db.select().from(accessCodes).where(inArray(accessCodes.code, codes))
      expect(rows.filter(({ isUsed }) => isUsed)).toHaveLength(1)
    })
  })

  test('a reset token works once of 10 times', async () => {
    const { Email } = await createUser()
    await createClient().post('/api/v1/auth/forgot-password', { Email })
    const token = resetTokenIn(await mailTo(Email))
    const passwords = times(10, (n) => `Green-Heron-${n}0`)
    const answers = await Promise.all(
      passwords.map((chosen) =>
        createClient().post(`/api/v1/auth/reset-password/${token}`, {
          password: chosen,
          confirmPassword: chosen,
        }),
      ),
    )
    expect(counted(answers)).toEqual({ 200: 1, 400: 9 })
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? ''
    const login = await createClient().post('/api/v1/auth/login', { Email, Password: winner })
    expect(login.status).toBe(200)
  })

  test('a session by the old password that is being started when the password is reset ends with it', async () => {
    const { _id, Email } = await createUser()
    await createClient().post('/api/v1/auth/forgot-password', { Email })
    const token = resetTokenIn(await mailTo(Email))
    const [reset] = await inAnotherTransaction(async (login) => {
      await login`select from users where id = ${_id} for share`
      await login`insert into sessions (id_hash, user_id, expires_at) values (${uuid()}, ${_id}, now() + interval '1 day')`
      const chosen = { password: 'Green-Heron-43', confirmPassword: 'Green-Heron-43' }
      const reset = createClient().post(`/api/v1/auth/reset-password/${token}`, chosen)
      await someoneWaits()
      return [reset]
    })
    expect((await reset).status).toBe(200)
    expect(await db.$count(sessions, eq(sessions.userId, _id))).toBe(0)
  })

  test('of 20 guesses at one account only the free ones are let through', async () => {
    const { Email } = await createUser()
    const guess = () => createClient().post('/api/v1/auth/login', { Email, Password: 'not the password' })
    expect(counted(await Promise.all(times(20, guess)))).toEqual({ 401: 5, 429: 15 })
  })

  test('two who want the same new address: one gets it', async () => {
    const clients = await Promise.all(times(5, () => signedIn()))
    const Email = uniqueEmail()
    for (const client of clients) await requestEmail(client, Email)
    await expect.poll(async () => (await mailsTo(Email)).length).toBe(5)
    const tokens = (await mailsTo(Email)).map(confirmTokenIn)
    expect(counted(await Promise.all(tokens.map((token) => confirm(token))))).toEqual({ 302: 1, 409: 4 })
  })

  test('a link that confirms an address works once of 10 times', async () => {
    const client = await signedIn()
    const Email = uniqueEmail()
    await requestEmail(client, Email)
    const token = await linkSentTo(Email)
    const answers = await Promise.all(times(10, () => confirm(token)))
    expect(counted(answers)).toEqual({ 302: 1, 404: 9 })
    expect(await mailsTo(client.user.Email)).toHaveLength(1)
  })

  test('a link that is pressed while its change is taken back or replaced works or does not', async () => {
    for (let round = 0; round < 5; round++) {
      const client = await signedIn()
      const Email = uniqueEmail()
      await requestEmail(client, Email)
      const token = await linkSentTo(Email)
      const [confirmed, ...others] = await Promise.all([
        confirm(token),
        requestEmail(client, client.user.Email),
        requestEmail(client, uniqueEmail()),
        client.submit('/dashboard/profile', { intent: 'resend' }),
      ])
      expect([302, 404]).toContain(confirmed.status)
      for (const { status } of others) expect([200, 302]).toContain(status)
      const { user } = (await client.get('/api/v1/users/current-user')).body
      expect(user.Email).toBe(confirmed.status === 302 ? Email : client.user.Email)
    }
  })

  test('a bud is deleted once', async () => {
    const user = await signedIn()
    const { _id } = await createBud(user.user)
    const answers = await Promise.all(times(10, () => user.delete(`/api/v1/buds/${_id}`)))
    expect(counted(answers)).toEqual({ 200: 1, 404: 9 })
  })

  test('changes and deletions that meet end in one or the other', async () => {
    const user = await signedIn()
    const { _id } = await createBud(user.user)
    const answers = await Promise.all([
      ...times(10, (n) => user.patch(`/api/v1/buds/${_id}`, { Nickname: `n${n}` })),
      user.delete(`/api/v1/buds/${_id}`),
    ])
    for (const { status } of answers) expect([200, 404]).toContain(status)
    expect((await user.get(`/api/v1/buds/${_id}`)).status).toBe(404)
  })

  test('changes and deletions of single buds wait for who empties the list, and none fails', async () => {
    const user = await signedIn()
    const made = await Promise.all(times(8, () => createBud(user.user)))
    const single = ({ _id }: { _id: string }, n: number) =>
      n % 2
        ? user.patch(`/api/v1/buds/${_id}`, { Firstname: `Bud ${n}` })
        : user.delete(`/api/v1/buds/${_id}`)
    const answers = await db.transaction(async (tx) => {
      const own = eq(buds.ownerId, user.user._id)
      await tx.select().from(buds).where(own).orderBy(buds._id).for('update')
      const begun = made.map(single)
      await tx.execute(sql`select pg_sleep(0.5)`)
      await tx.delete(buds).where(own)
      return begun
    })
    expect(counted(await Promise.all(answers))).toEqual({ 404: 8 })
    expect((await user.get('/api/v1/buds')).body.totalBuds).toBe(0)
  })

  test('100 buds made at once are all there, each once', async () => {
    const user = await signedIn()
    const answers = await Promise.all(times(100, (n) => user.post('/api/v1/buds', { Firstname: `Bud ${n}` })))
    expect(counted(answers)).toEqual({ 201: 100 })
    const { body } = await user.get('/api/v1/buds?limit=100')
    expect(body.totalBuds).toBe(100)
    expect(new Set(body.buds.map(({ _id }: { _id: string }) => _id)).size).toBe(100)
  })

  test.each(records)('one form of a new $one sent 10 times makes one, with its buds once', async (kind) => {
    const { add, saved, table, minimal } = kind
    const user = await signedIn()
    const made = await Promise.all(times(3, () => createBud(user.user)))
    const form = typed(formIn(await user.visit(add)), minimal)
    const chosen = made.map(({ _id }): [string, string] => ['selectedBuds', _id])
    const fields = kind.one === 'bud' ? form : [...form, ...chosen]
    const answers = await Promise.all(times(10, () => user.submit(add, fields)))
    for (const answer of answers) expect(answer).toHaveRedirect(saved)
    const id = new Map(form).get('_id') ?? ''
    expect(await db.$count(table, eq(table._id, id))).toBe(1)
    for (const { one, budsOf } of grouped) {
      expect(await db.$count(budsOf, eq(budsOf.ofId, id))).toBe(one === kind.one ? 3 : 0)
    }
  })

  test.each(records)(
    'of 10 changes of a $one that know the same version one wins',
    async ({ api, one, create }) => {
      const user = await signedIn()
      const { _id } = await create(user.user)
      const path = `${api}/${_id}`
      for (let round = 0; round < 5; round++) {
        const known = { 'If-Match': (await user.get(path)).headers.get('ETag') ?? '' }
        const places = times(10, (n) => `Place ${round}-${n}`)
        const answers = await Promise.all(places.map((Location) => user.patch(path, { Location }, known)))
        expect(counted(answers)).toEqual({ 200: 1, 412: 9 })
        const winner = answers.findIndex(({ status }) => status === 200)
        expect((await user.get(path)).body[one].Location).toBe(places[winner])
      }
    },
  )

  test.each(records)(
    'of a change and a deletion of a $one that know the same version one wins',
    async (kind) => {
      const { api, create } = kind
      const user = await signedIn()
      for (let round = 0; round < 10; round++) {
        const path = `${api}/${(await create(user.user))._id}`
        const known = { 'If-Match': (await user.get(path)).headers.get('ETag') ?? '' }
        const [changed, deleted] = await Promise.all([
          user.patch(path, { Location: 'Bath' }, known),
          user.delete(path, known),
        ])
        expect([
          [200, 412],
          [404, 200],
        ]).toContainEqual([changed.status, deleted.status])
      }
    },
  )

  test.each(records)('the same change of a $one 10 times is no conflict', async ({ api, create }) => {
    const user = await signedIn()
    const path = `${api}/${(await create(user.user))._id}`
    const known = { 'If-Match': (await user.get(path)).headers.get('ETag') ?? '' }
    const answers = await Promise.all(times(10, () => user.patch(path, { Location: 'Bath' }, known)))
    expect(counted(answers)).toEqual({ 200: 10 })
  })

  test('a bud in circles and events is changed and deleted while they are, and none fails', async () => {
    const user = await signedIn()
    for (let round = 0; round < 5; round++) {
      const ids = (await Promise.all(times(4, () => createBud(user.user)))).map(({ _id }) => _id)
      const groups = [
        `/api/v1/circles/${(await createCircle(user.user, { selectedBuds: ids }))._id}`,
        `/api/v1/events/${(await createEvent(user.user, { selectedBuds: ids }))._id}`,
      ]
      const answers = await Promise.all([
        ...groups.flatMap((path) => [
          user.patch(path, { selectedBuds: ids }),
          user.patch(path, { selectedBuds: ids.toReversed().slice(1), Location: 'Bath' }),
          user.patch(path, { Location: 'Wells' }),
        ]),
        ...ids.map((id) => user.patch(`/api/v1/buds/${id}`, { Surname: 'Hopper' })),
        ...ids.slice(2).map((id) => user.delete(`/api/v1/buds/${id}`)),
        user.post('/api/v1/circles', { ...circle.minimal, selectedBuds: ids }),
        user.post('/api/v1/events', { ...event.minimal, selectedBuds: ids }),
      ])
      for (const { status } of answers) expect([200, 201, 400, 404]).toContain(status)
      for (const path of groups) {
        const { circle, event } = (await user.get(path)).body
        const left = (circle ?? event).buds.map(({ _id }: { _id: string }) => _id)
        expect(left.every((id: string) => ids.slice(0, 2).includes(id))).toBe(true)
      }
    }
  })

  test('a change that the database ends to break a deadlock is made again', async () => {
    const user = await signedIn()
    const bud = await createBud(user.user)
    const { _id } = await createCircle(user.user)
    const [changed] = await holding(bud._id, async (tx) => {
      const changed = user.patch(`/api/v1/circles/${_id}`, { Name: 'New', selectedBuds: [bud._id] })
      await someoneWaits()
      // Whoever waits first finds the deadlock, and is ended.
      await tx`select from circles where id = ${_id} for update`
      return [changed]
    })
    expect(await changed).toMatchObject({
      status: 200,
      body: { circle: { Name: 'New', buds: [{ _id: bud._id }] } },
    })
  })

  describe.each(grouped)('a bud that is chosen for one of the $many', ({ api, minimal, table, budsOf }) => {
    test('while it is being deleted is refused, and nothing is written', async () => {
      const user = await signedIn()
      const { _id } = await createBud(user.user)
      const ownRows = () => db.$count(table, eq(table.ownerId, user.user._id))
      const begun = await db.transaction(async (tx) => {
        await tx.delete(buds).where(eq(buds._id, _id))
        const begun = user.post(api, { ...minimal, selectedBuds: [_id] })
        await someoneWaits()
        return [begun]
      })
      expect(await begun[0]).toMatchObject({
        status: 400,
        body: { msg: 'One of the chosen buds does not exist' },
      })
      expect(await ownRows()).toBe(0)
    })

    test('and then deleted, before the choice is written, is deleted after it', async () => {
      const user = await signedIn()
      const { _id } = await createBud(user.user)
      const other = await createBud(user.user)
      const [made, deleted] = await holding(other._id, async () => {
        const made = user.post(api, { ...minimal, selectedBuds: [_id, other._id] })
        await someoneWaits()
        const deleted = user.delete(`/api/v1/buds/${_id}`)
        await someoneWaits(2)
        return [made, deleted]
      })
      expect((await made).status).toBe(201)
      expect((await deleted).status).toBe(200)
      const left = await db.select().from(budsOf).where(eq(budsOf.ownerId, user.user._id))
      expect(left.map(({ budId }) => budId)).toEqual([other._id])
    })
  })

  describe.each(grouped)('one of the $many whose writing breaks off in the middle', (kind) => {
    const { api, one, minimal, table, budsOf, create } = kind

    test('was never made', async () => {
      const user = await signedIn()
      const [ada, grace] = [await createBud(user.user), await createBud(user.user)]
      const milestones = [{ date: '2026-11-20', description: 'x' }]
      const input = { ...minimal, milestones, selectedBuds: [ada._id, grace._id] }
      const [answer] = await holding(ada._id, async () => {
        const answer = user.post(api, input)
        await cancel(await someoneWaits())
        return [answer]
      })
      expect(await answer).toMatchObject({ status: 503, body: { msg: 'Something went wrong' } })
      expect(await db.$count(table, eq(table.ownerId, user.user._id))).toBe(0)
      expect(await db.$count(budsOf, eq(budsOf.ownerId, user.user._id))).toBe(0)
      expect((await user.get(api)).body).toMatchObject({ [`total${kind.noun}s`]: 0, numOfPages: 0 })
      expect(await user.post(api, input)).toMatchObject({ status: 201, body: { [one]: { buds: [{}, {}] } } })
    })

    test('is what it was before', async () => {
      const user = await signedIn()
      const [ada, grace] = [await createBud(user.user), await createBud(user.user)]
      const path = `${api}/${(await create(user.user, { selectedBuds: [grace._id] }))._id}`
      const before = (await user.get(path)).body
      const [answer] = await holding(ada._id, async () => {
        const answer = user.patch(path, { Name: 'New', selectedBuds: [ada._id] })
        await cancel(await someoneWaits())
        return [answer]
      })
      expect((await answer).status).toBe(503)
      expect((await user.get(path)).body).toEqual(before)
    })
  })
})

/** Somebody else holds the row of a bud while `work` begins what needs it. */
function holding<T>(id: string, work: (tx: postgres.TransactionSql) => Promise<T>) {
  return inAnotherTransaction(async (tx) => {
    await tx`select from buds where id = ${id} for update`
    return work(tx)
  })
}

/** Runs `work` in a transaction on a connection of its own, which commits when `work` is done. */
async function inAnotherTransaction<T>(work: (tx: postgres.TransactionSql) => Promise<T>) {
  const other = postgres(process.env.DATABASE_URL ?? '', { max: 1, onnotice: () => {} })
  try {
    return (await other.begin(work)) as T
  } finally {
    await other.end()
  }
}

/** Waits until so many statements of the app wait for somebody else, and says which connections they are on. */
async function someoneWaits(count = 1) {
  for (const deadline = Date.now() + 3_000; Date.now() < deadline; ) {
    const waiting = await db.execute(sql`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and application_name = 'budkeeper'`)
    const pids = (waiting as unknown as { pid: number }[]).map(({ pid }) => pid)
    if (pids.length >= count) return pids
  }
  throw new Error(`${count} should have waited`)
}

async function cancel(pids: number[]) {
  for (const pid of pids) await db.execute(sql`select pg_cancel_backend(${pid})`)
}
