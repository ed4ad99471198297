import { lt, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { deleteExpiredRows } from '~/jobs/jobs.server'
import { throttleCounters } from '~drizzle/schema'
import { type Client, type ClientResponse, createClient } from '../../support/client'
import { createUser, password, uniqueEmail, whileCodesAreRequired } from '../../support/factories'

const guess = (Email: string, client: Client = createClient()) =>
  client.post('/api/v1/auth/login', { Email, Password: 'not the password' })
const login = (Email: string, client: Client = createClient()) =>
  client.post('/api/v1/auth/login', { Email, Password: password })
const person = () => ({ Firstname: 'Ada', Email: uniqueEmail(), Password: password })
const retryAfter = ({ headers }: ClientResponse) => Number(headers.get('Retry-After'))

/** Moves all counters into the past. */
const advanceTime = (seconds: number) =>
  db.update(throttleCounters).set({
    nextAt: sql`${throttleCounters.nextAt} - make_interval(secs => ${seconds})`,
    expiresAt: sql`${throttleCounters.expiresAt} - make_interval(secs => ${seconds})`,
  })

const setAttempts = (attempts: number) => db.update(throttleCounters).set({ attempts })

async function guessUntilRefused(Email: string, client?: Client) {
  for (let n = 1; n <= 50; n++) {
    const response = await guess(Email, client)
    if (response.status === 429) return { attempts: n - 1, response }
  }
  throw new Error('50 guesses were allowed')
}

/** Makes guesses until the account is delayed. Adds an hour to the delay, so that it lasts for the whole test. */
async function guessUntilDelayed(Email: string, client?: Client) {
  await guessUntilRefused(Email, client)
  await advanceTime(-3_600)
}

describe('guesses at one account', () => {
  test('five are free, the sixth gets 429 with Retry-After, whether or not the address has an account', async () => {
    for (const Email of [(await createUser()).Email, uniqueEmail()]) {
      const { attempts, response } = await guessUntilRefused(Email)
      expect(attempts).toBe(5)
      expect(response.body).toEqual({
        msg: expect.stringMatching(/^Too many attempts\. Please try again in \d+ s/),
      })
      expect(retryAfter(response)).toBeGreaterThan(0)
    }
  })

  test('delay that account only, for every client, in any letter case of its address, in the API and the form', async () => {
    const [{ Email }, other] = [await createUser(), await createUser()]
    await guessUntilDelayed(Email)
    expect((await login(Email)).status).toBe(429)
    expect((await guess(Email.toUpperCase())).status).toBe(429)
    const screen = await createClient().submit('/login', { Email, Password: password })
    expect(screen.status).toBe(429)
    expect(screen.text).toContain('Too many attempts')
    expect((await login(other.Email)).status).toBe(200)
  })

  test('the delays grow', async () => {
    const { Email } = await createUser()
    const delays = []
    for (let n = 0; n < 8; n++) {
      const delay = retryAfter((await guessUntilRefused(Email)).response)
      delays.push(delay)
      await advanceTime(delay)
    }
    expect(delays).toEqual([5, 10, 20, 40, 40, 40, 40, 40])
  })

  test('at most about 100 an hour are checked, from any number of clients', async () => {
    const { Email } = await createUser()
    let [seconds, checked] = [0, 0]
    while (seconds < 3600) {
      const response = await guess(Email)
      if (response.status === 401) checked++
      else {
        seconds += retryAfter(response)
        await advanceTime(retryAfter(response))
      }
    }
    expect(checked).toBeGreaterThan(50)
    expect(checked).toBeLessThanOrEqual(105)
  })

  test('a correct password resets the counter', async () => {
    const { Email } = await createUser()
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 4; n++) expect((await guess(Email)).status).toBe(401)
      expect((await login(Email)).status).toBe(200)
    }
  })
})

describe('the owner', () => {
  test('with the device cookie is delayed only by wrong passwords from the same browser', async () => {
    const { Email } = await createUser()
    const own = createClient()
    await login(Email, own)
    own.cookies.delete('session')
    await guessUntilDelayed(Email)
    expect((await login(Email)).status).toBe(429)
    expect((await login(Email, own)).status).toBe(200)
    expect((await guessUntilRefused(Email, own)).attempts).toBe(5)
  })

  test('is not recognised by the device cookie of another account', async () => {
    const [victim, attacker] = [await createUser(), await createUser()]
    const browser = createClient()
    await login(attacker.Email, browser)
    await guessUntilDelayed(victim.Email)
    expect((await guess(victim.Email, browser)).status).toBe(429)
  })
})

describe('guesses from one client', () => {
  test('at many accounts are throttled after a hundred', async () => {
    const client = createClient()
    expect((await guess(uniqueEmail(), client)).status).toBe(401)
    await setAttempts(98)
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await guess(uniqueEmail(), client)).status)
    expect(statuses).toEqual([401, 401, 429])
    expect((await guess(uniqueEmail())).status).toBe(401)
  })

  test('at many accounts at once are throttled like guesses in sequence', async () => {
    const client = createClient()
    await guess(uniqueEmail(), client)
    await setAttempts(95)
    const responses = await Promise.all(Array.from({ length: 30 }, () => guess(uniqueEmail(), client)))
    expect(responses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(6)
  })

  test('stop counting one hour after the first of them, however many followed', async () => {
    const client = createClient()
    await guess(uniqueEmail(), client)
    await advanceTime(1_800)
    await setAttempts(100)
    expect((await guess(uniqueEmail(), client)).status).toBe(401)
    expect((await guess(uniqueEmail(), client)).status).toBe(429)
    await advanceTime(1_801)
    for (let n = 0; n < 5; n++) expect((await guess(uniqueEmail(), client)).status).toBe(401)
  })

  test('that are refused do not count for the account', async () => {
    const { Email } = await createUser()
    const client = createClient()
    await guess(uniqueEmail(), client)
    await setAttempts(100)
    await guess(uniqueEmail(), client)
    for (let n = 0; n < 10; n++) expect((await guess(Email, client)).status).toBe(429)
    expect((await login(Email)).status).toBe(200)
  })

  test('at access codes are throttled after thirty', async () => {
    await whileCodesAreRequired(async () => {
      const client = createClient()
      const statuses = []
      for (let n = 0; n < 31; n++) {
        const input = { ...person(), accessCode: 'BUD-0000-0000' }
        statuses.push((await client.post('/api/v1/auth/register', input)).status)
      }
      expect(statuses).toEqual([...Array(30).fill(400), 429])
    })
  })
})

describe('people who share an IP address', () => {
  /** Many browsers behind one IP address, as in an office or a school. */
  const behindOneAddress = () => {
    const headers = { 'X-Forwarded-For': `203.0.113.${Math.floor(Math.random() * 250)}` }
    return (path: string, body: unknown) => createClient().post(path, body, headers)
  }

  test('sign in at the same moment, repeatedly, although others mistyped before', async () => {
    const people = await Promise.all(Array.from({ length: 15 }, () => createUser()))
    const post = behindOneAddress()
    await post('/api/v1/auth/login', { Email: uniqueEmail(), Password: 'not the password' })
    await setAttempts(80)
    for (let round = 0; round < 3; round++) {
      const signIns = people.map(({ Email }) => post('/api/v1/auth/login', { Email, Password: password }))
      const statuses = (await Promise.all(signIns)).map(({ status }) => status)
      expect(statuses).toEqual(Array(15).fill(200))
    }
  })

  test('open the demo account at the same moment, repeatedly', async () => {
    await createUser({ traits: ['demo'] })
    const post = behindOneAddress()
    for (let round = 0; round < 15; round++) {
      const visits = await Promise.all([1, 2, 3].map(() => post('/api/v1/auth/demo', {})))
      expect(visits.map(({ status }) => status)).toEqual([200, 200, 200])
    }
  })

  test('register one after the other, and after thirty an hour with growing delays', async () => {
    const post = behindOneAddress()
    const register = () => post('/api/v1/auth/register', person())
    for (let n = 0; n < 30; n++) expect((await register()).status).toBe(201)
    const delays = []
    for (let n = 0; n < 5; n++) {
      const refused = await register()
      expect(refused.status).toBe(429)
      delays.push(retryAfter(refused))
      await advanceTime(retryAfter(refused))
      expect((await register()).status).toBe(201)
    }
    expect(delays).toEqual([5, 10, 20, 40, 40])
    await advanceTime(3_600)
    for (let n = 0; n < 5; n++) expect((await register()).status).toBe(201)
  })

  test('can find out for at most 40 email addresses in a row whether they have an account', async () => {
    const { Email } = await createUser()
    const post = behindOneAddress()
    const input = { ...person(), Email }
    const statuses = []
    for (let n = 0; n < 45; n++) statuses.push((await post('/api/v1/auth/register', input)).status)
    expect(statuses.filter((status) => status === 409).length).toBeLessThanOrEqual(40)
  })
})

test('expired counters are deleted', async () => {
  await guess(uniqueEmail())
  await advanceTime(3_601)
  await deleteExpiredRows()
  expect(await db.$count(throttleCounters, lt(throttleCounters.expiresAt, sql`now()`))).toBe(0)
})
