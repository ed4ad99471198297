import { inArray } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/db.server'
import { accessCodes, settings, users } from '~drizzle/schema'
import { createUser, signedIn } from '../support/factories'

describe('administration', () => {
  const dashboard = '/dashboard/Admin'
  const api = '/api/v1/admin'

  test('the form and the API generate the same kind of access code', async () => {
    const admin = await signedIn({ traits: ['admin'] })
    expect(await admin.submit(dashboard, { intent: 'generate', _id: uuid() })).toSendToast(
      'New access code generated',
    )
    const { body: list } = await admin.get(`${api}/access-codes?limit=1`)
    const { body } = await admin.post(`${api}/access-codes`, {})
    const made = await db
      .select()
      .from(accessCodes)
      .where(inArray(accessCodes._id, [list.codes[0]._id, body._id]))
    const comparable = made.map(({ _id, code, createdAt, searchText, ...rest }) => ({
      ...rest,
      length: code.length,
    }))
    expect(comparable).toEqual(Array(2).fill({ isUsed: false, usedBy: null, length: 13 }))
  })

  test('the form and the API make an account a test account', async () => {
    const admin = await signedIn({ traits: ['admin'] })
    const [first, second] = [await createUser(), await createUser()]
    const fields = { intent: 'test-account', _id: first._id, isTestAccount: 'true' }
    expect(await admin.submit(dashboard, fields)).toSendToast('Test account enabled')
    const { body } = await admin.patch(`${api}/users/${second._id}/toggle-test`, {})
    expect(body.msg).toBe('Test account enabled')
    const ids = [first._id, second._id]
    const changed = await db.select().from(users).where(inArray(users._id, ids)).orderBy(users._id)
    const before = [first, second].map((user) => ({ ...user, isTestAccount: true }))
    expect(changed).toEqual(before)
  })

  test('the form and the API turn the access code requirement on and off', async () => {
    const admin = await signedIn({ traits: ['admin'] })
    const isRequired = async () => (await db.select().from(settings))[0]?.requireAccessCode
    const send = (requireAccessCode: string) =>
      admin.submit(dashboard, { intent: 'settings', requireAccessCode })
    expect(await send('true')).toSendToast('Access code requirement enabled')
    expect(await isRequired()).toBe(true)
    const off = await admin.patch(`${api}/settings`, { requireAccessCode: false })
    expect(off.body.msg).toBe('Access code requirement disabled')
    expect(await isRequired()).toBe(false)
    await admin.patch(`${api}/settings`, { requireAccessCode: true })
    expect(await isRequired()).toBe(true)
    expect(await send('false')).toSendToast('Access code requirement disabled')
    expect(await isRequired()).toBe(false)
  })
})
