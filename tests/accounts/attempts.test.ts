import { lt, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { deleteExpiredAttempts } from '~/accounts/attempts.server'
import { db } from '~/server/db.server'
import { attempts } from '~drizzle/schema'
import { type Answer, type Client, createClient } from '../support/client'
import { createUser, password, uniqueEmail, whileCodesAreRequired } from '../support/factories'

const guess = (Email: string, client: Client = createClient()) =>
  client.post('/api/v1/auth/login', { Email, Password: 'not the password' })
const login = (Email: string, client: Client = createClient()) =>
  client.post('/api/v1/auth/login', { Email, Password: password })
const retryAfter = ({ headers }: Answer) => Number(headers.get('Retry-After'))

/** As if so many seconds had gone by for everything that waits. */
const goBy = (seconds: number) =>
  db.update(attempts).set({
    nextAt: sql`${attempts.nextAt} - make_interval(secs => ${seconds})`,
    expiresAt: sql`${attempts.expiresAt} - make_interval(secs => ${seconds})`,
  })

async function guessUntilRefused(Email: string, client?: Client) {
  for (let n = 1; n <= 50; n++) {
    const answer = await guess(Email, client)
    if (answer.status === 429) return { tries: n - 1, answer }
  }
  throw new Error('50 guesses were let through')
}

describe('guesses at one account', () => {
  test('five are free, then a guess is a 429 with Retry-After, whoever it comes from', async () => {
    const { Email } = await createUser()
    const { tries, answer } = await guessUntilRefused(Email)
    expect(tries).toBe(5)
    expect(answer.body).toEqual({
      msg: expect.stringMatching(/^Too many attempts\. Please try again in \d+ s/),
    })
    expect(retryAfter(answer)).toBeGreaterThan(0)
    expect((await login(Email)).status).toBe(429)
  })

  test('the waits grow', async () => {
    const { Email } = await createUser()
    const waits = []
    for (let n = 0; n < 8; n++) {
      const wait = retryAfter((await guessUntilRefused(Email)).answer)
      waits.push(wait)
      await goBy(wait)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 40, 40])
  })

  test('at most about 100 an hour get through, from however many addresses', async () => {
    const { Email } = await createUser()
    let [seconds, tries] = [0, 0]
    while (seconds < 3600) {
      const answer = await guess(Email)
      if (answer.status === 401) tries++
      else {
        seconds += retryAfter(answer)
        await goBy(retryAfter(answer))
      }
    }
    expect(tries).toBeGreaterThan(50)
    expect(tries).toBeLessThanOrEqual(105)
  })

  test('an address that has no account is slowed alike', async () => {
    expect((await guessUntilRefused(uniqueEmail())).tries).toBe(5)
  })

  test('letter case makes no other account of it', async () => {
    const { Email } = await createUser()
    await guessUntilRefused(Email)
    expect((await guess(Email.toUpperCase())).status).toBe(429)
  })

  test('a right password forgets the wrong ones', async () => {
    const { Email } = await createUser()
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 4; n++) expect((await guess(Email)).status).toBe(401)
      expect((await login(Email)).status).toBe(200)
    }
  })

  test('other accounts are not concerned', async () => {
    const [one, two] = [await createUser(), await createUser()]
    await guessUntilRefused(one.Email)
    expect((await login(two.Email)).status).toBe(200)
  })

  test('the form says the same', async () => {
    const { Email } = await createUser()
    await guessUntilRefused(Email)
    const answer = await createClient().submit('/login', { Email, Password: password })
    expect(answer.status).toBe(429)
    expect(answer.text).toContain('Too many attempts')
  })
})

describe('the owner', () => {
  test('gets in from a browser that has signed in before, whatever others try', async () => {
    const { Email } = await createUser()
    const own = createClient()
    await login(Email, own)
    own.cookies.delete('session')
    await guessUntilRefused(Email)
    expect((await login(Email)).status).toBe(429)
    expect((await login(Email, own)).status).toBe(200)
  })

  test('waits there for own wrong passwords', async () => {
    const { Email } = await createUser()
    const own = createClient()
    await login(Email, own)
    expect((await guessUntilRefused(Email, own)).tries).toBe(5)
  })

  test('is not known by a cookie that another account has earned', async () => {
    const [victim, attacker] = [await createUser(), await createUser()]
    const browser = createClient()
    await login(attacker.Email, browser)
    await guessUntilRefused(victim.Email)
    expect((await guess(victim.Email, browser)).status).toBe(429)
  })
})

describe('guesses from one address', () => {
  test('at many accounts are slowed after thirty', async () => {
    const client = createClient()
    const statuses = []
    for (let n = 0; n < 31; n++) statuses.push((await guess(uniqueEmail(), client)).status)
    expect(statuses).toEqual([...Array(30).fill(401), 429])
    expect((await guess(uniqueEmail())).status).toBe(401)
  })

  test('at access codes are slowed after thirty', async () => {
    await whileCodesAreRequired(async () => {
      const client = createClient()
      const statuses = []
      for (let n = 0; n < 31; n++) {
        const input = {
          Firstname: 'Ada',
          Email: uniqueEmail(),
          Password: password,
          accessCode: 'BUD-0000-0000',
        }
        statuses.push((await client.post('/api/v1/auth/register', input)).status)
      }
      expect(statuses).toEqual([...Array(30).fill(400), 429])
    })
  })
})

test('what has run out is deleted', async () => {
  await guess(uniqueEmail())
  await goBy(3_601)
  await deleteExpiredAttempts()
  expect(await db.$count(attempts, lt(attempts.expiresAt, sql`now()`))).toBe(0)
})
