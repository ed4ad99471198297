import { inArray } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/db.server'
import { accessCodes } from '~drizzle/schema'
import { signedIn } from '../support/factories'

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
})
