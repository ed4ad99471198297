import { lt, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { deleteExpiredAttempts } from '~/accounts/throttle.server'
import { db } from '~/db/db.server'
import { attempts } from '~drizzle/schema'
import { type Client, type ClientResponse, createClient } from '../support/client'
import { createUser, password, uniqueEmail, whileCodesAreRequired } from '../support/factories'

const guess = (Email: string, client: Client = createClient()) =>
  client.post('/api/v1/auth/login', { Email, Password: 'not the password' })
const login = (Email: string, client: Client = createClient()) =>
  client.post('/api/v1/auth/login', { Email, Password: password })
const retryAfter = ({ headers }: ClientResponse) => Number(headers.get('Retry-After'))

/** As if so many seconds had gone by for everything that waits. */
const goBy = (seconds: number) =>
  db.update(attempts).set({
    nextAt: sql`${attempts.nextAt} - make_interval(secs => ${seconds})`,
    expiresAt: sql`${attempts.expiresAt} - make_interval(secs => ${seconds})`,
  })

/** As if so many tries had been made of everything that is counted. */
const spend = (tries: number) => db.update(attempts).set({ tries })

async function guessUntilRefused(Email: string, client?: Client) {
  for (let n = 1; n <= 50; n++) {
    const answer = await guess(Email, client)
    if (answer.status === 429) return { tries: n - 1, answer }
  }
  throw new Error('50 guesses were let through')
}

/** The wait is made an hour longer, so that it is not over on a slow machine before the test looks. */
async function guessUntilHeld(Email: string, client?: Client) {
  await guessUntilRefused(Email, client)
  await goBy(-3_600)
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
    expect(waits).toEqual([5, 10, 20, 40, 40, 40, 40, 40])
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
    await guessUntilHeld(Email)
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
    await guessUntilHeld(one.Email)
    expect((await login(two.Email)).status).toBe(200)
  })

  test('the form says the same', async () => {
    const { Email } = await createUser()
    await guessUntilHeld(Email)
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
    await guessUntilHeld(Email)
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
    await guessUntilHeld(victim.Email)
    expect((await guess(victim.Email, browser)).status).toBe(429)
  })
})

describe('guesses from one address', () => {
  test('at many accounts are slowed after a hundred', async () => {
    const client = createClient()
    expect((await guess(uniqueEmail(), client)).status).toBe(401)
    await spend(98)
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await guess(uniqueEmail(), client)).status)
    expect(statuses).toEqual([401, 401, 429])
    expect((await guess(uniqueEmail())).status).toBe(401)
  })

  test('at many accounts at once are no more than those one after the other', async () => {
    const client = createClient()
    await guess(uniqueEmail(), client)
    await spend(95)
    const answers = await Promise.all(Array.from({ length: 30 }, () => guess(uniqueEmail(), client)))
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(6)
  })

  test('are forgotten an hour after the first, however many came meanwhile', async () => {
    const client = createClient()
    await guess(uniqueEmail(), client)
    await goBy(1_800)
    await spend(100)
    expect((await guess(uniqueEmail(), client)).status).toBe(401)
    expect((await guess(uniqueEmail(), client)).status).toBe(429)
    await goBy(1_801)
    for (let n = 0; n < 5; n++) expect((await guess(uniqueEmail(), client)).status).toBe(401)
  })

  test('that it refuses do not count at the account', async () => {
    const { Email } = await createUser()
    const client = createClient()
    await guess(uniqueEmail(), client)
    await spend(100)
    await guess(uniqueEmail(), client)
    for (let n = 0; n < 10; n++) expect((await guess(Email, client)).status).toBe(429)
    expect((await login(Email)).status).toBe(200)
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

describe('people who share an address', () => {
  /** As from an office or a school: many browsers behind one address. */
  const behindOneAddress = () => {
    const address = { 'X-Forwarded-For': `203.0.113.${Math.floor(Math.random() * 250)}` }
    return (path: string, body: unknown) => createClient().post(path, body, address)
  }
  const signInAtOnce = async (people: { Email: string }[], post: ReturnType<typeof behindOneAddress>) => {
    const logins = people.map(({ Email }) => post('/api/v1/auth/login', { Email, Password: password }))
    return (await Promise.all(logins)).map(({ status }) => status)
  }

  test('sign in at the same moment, again and again', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => createUser()))
    const post = behindOneAddress()
    for (let round = 0; round < 10; round++) {
      expect(await signInAtOnce(people, post)).toEqual(Array(5).fill(200))
    }
  })

  test('are let in though others mistyped before, and pay nothing for what is right', async () => {
    const people = await Promise.all(Array.from({ length: 15 }, () => createUser()))
    const post = behindOneAddress()
    await post('/api/v1/auth/login', { Email: uniqueEmail(), Password: 'not the password' })
    await spend(80)
    for (let round = 0; round < 3; round++) {
      expect(await signInAtOnce(people, post)).toEqual(Array(15).fill(200))
    }
  })

  test('open the demo account at the same moment, again and again', async () => {
    await createUser({ traits: ['demo'] })
    const post = behindOneAddress()
    for (let round = 0; round < 15; round++) {
      const visits = await Promise.all([1, 2, 3].map(() => post('/api/v1/auth/demo', {})))
      expect(visits.map(({ status }) => status)).toEqual([200, 200, 200])
    }
  })

  test('register one after the other', async () => {
    const post = behindOneAddress()
    for (let n = 0; n < 40; n++) {
      const input = { Firstname: 'Ada', Email: uniqueEmail(), Password: password }
      expect((await post('/api/v1/auth/register', input)).status).toBe(201)
    }
  })

  test('are told of at most 40 addresses in a row that they have an account', async () => {
    const { Email } = await createUser()
    const post = behindOneAddress()
    const input = { Firstname: 'Ada', Email, Password: password }
    const statuses = []
    for (let n = 0; n < 60; n++) statuses.push((await post('/api/v1/auth/register', input)).status)
    expect(statuses.filter((status) => status === 409).length).toBeLessThanOrEqual(40)
  })
})

test('what has run out is deleted', async () => {
  await guess(uniqueEmail())
  await goBy(3_601)
  await deleteExpiredAttempts()
  expect(await db.$count(attempts, lt(attempts.expiresAt, sql`now()`))).toBe(0)
})
