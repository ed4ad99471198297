import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { makeSureOfDemo, resetDemo } from '~/accounts/demo.server'
import { budInput } from '~/buds/bud-input.server'
import { db } from '~/server/db.server'
import { demoBuds } from '~drizzle/demo/buds'
import { users } from '~drizzle/schema'
import { createClient } from '../support/client'
import { createBud, createUser, signedIn } from '../support/factories'

const names = async () => {
  const client = await signedIn({ traits: ['demo'] })
  const { buds, totalBuds } = (await client.get('/api/v1/buds?limit=100&sort=newestFirst')).body
  return { totalBuds, first: buds[0]?.Firstname }
}

describe('the sample', () => {
  test('keeps the rules that everybody keeps', () => {
    for (const bud of demoBuds) expect(budInput.parse(bud)).toEqual(bud)
  })

  test('comes back as it was, and twice is as once', async () => {
    const demo = await createUser({ traits: ['demo'] })
    await createBud(demo, { Firstname: 'Vandal' })
    for (let n = 0; n < 2; n++) {
      await resetDemo()
      expect(await names()).toEqual({ totalBuds: demoBuds.length, first: demoBuds[0]?.Firstname })
    }
  })

  test('is given back by two processes at once without a double', async () => {
    await Promise.all([resetDemo(), resetDemo(), resetDemo()])
    expect((await names()).totalBuds).toBe(demoBuds.length)
  })

  test('leaves what others have alone', async () => {
    const user = await signedIn()
    await createBud(user.user)
    await resetDemo()
    expect((await user.get('/api/v1/buds')).body.totalBuds).toBe(1)
  })
})

test('the account is made once, and has no password', async () => {
  const demo = await createUser({ traits: ['demo'] })
  expect(await makeSureOfDemo()).toBe(false)
  const rows = await db.select().from(users).where(eq(users.Email, demo.Email))
  expect(rows).toMatchObject([{ passwordHash: null, Role: 'user' }])
})

test("the demo account's address is nobody else's", async () => {
  const taken = { status: 409, body: { msg: 'An account with this email already exists' } }
  const account = { Firstname: 'Ada', Email: 'Demo@budkeeper.example', Password: 'Green-Heron-42' }
  expect(await createClient().post('/api/v1/auth/register', account)).toMatchObject(taken)
  const user = await signedIn()
  expect(await user.patch('/api/v1/users/update-user', { Email: account.Email })).toMatchObject(taken)
})
