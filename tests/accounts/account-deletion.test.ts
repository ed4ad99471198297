import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { deleteEndedAccount } from '~/accounts/account-data.server'
import { db } from '~/db/db.server'
import { waitForBackgroundTasks } from '~/http/background.server'
import { remind } from '~/reminders/remind.server'
import { accessCodes, buds, changes, emailChanges, links, mails, sessions, users } from '~drizzle/schema'
import { createClient, visibleText } from '../support/client'
import { atOnce, countByStatus } from '../support/concurrency'
import { isRemote } from '../support/database'
import {
  createAccessCode,
  createBud,
  createCircle,
  createEvent,
  createInteraction,
  createUser,
  password,
  signedIn,
  signedInAs,
} from '../support/factories'
import { mailsTo, mailTo } from '../support/mailbox'

const path = '/api/v1/users/delete'
const screen = '/dashboard/delete-account'
const pledge = { password }

const exists = async ({ _id }: { _id: string }) => (await db.$count(users, eq(users._id, _id))) === 1

/** Every place in the database, of any table, that contains one of the texts. */
async function findAnywhere(...texts: string[]) {
  const columns = await rowsOf<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns join pg_tables
      on schemaname = table_schema and tablename = table_name
    where table_schema not in ('pg_catalog', 'information_schema')`)
  expect(new Set(columns.map(({ table }) => table)).size).toBeGreaterThan(25)
  const found: string[] = []
  for (const { table, column } of columns) {
    const [schema] = table === '__drizzle_migrations' ? ['drizzle'] : ['public']
    const value = sql.raw(`"${column}"`)
    const readable = sql`case when pg_typeof(${value}) = 'bytea'::regtype
      then encode(${value}::text::bytea, 'escape') else ${value}::text end`
    for (const text of texts) {
      const matches = sql`position(lower(${text}) in lower(${readable})) > 0`
      const rows = await rowsOf(sql`select 1 from ${sql.raw(`${schema}."${table}"`)} where ${matches} limit 1`)
      if (rows.length > 0) found.push(`${table}.${column}: ${text}`)
    }
  }
  return found
}

async function rowsOf<T>(query: ReturnType<typeof sql>) {
  const result = await db.execute(query)
  return (Array.isArray(result) ? result : (result as unknown as { rows: unknown[] }).rows) as T[]
}

/** A user with rows in every table that can have them, all of which contain the name or the user's id or address. */
async function wealthyUser() {
  const name = `Zephyrine${Math.random().toString(36).slice(2)}`
  const client = await signedIn({ Firstname: name, Surname: name, Location: name })
  const { user } = client
  const bud = await createBud(user, {
    Firstname: name,
    emails: [{ label: '', value: `${name}@example.com` }],
    dates: [{ label: name.slice(0, 20), year: 1990, month: 1, day: 2 }],
    cadenceDays: 3,
    notes: name,
  })
  const selectedBuds = [bud._id]
  await createCircle(user, { Name: name, selectedBuds, cadenceDays: 10 })
  await createEvent(user, { Name: name, selectedBuds })
  await createInteraction(user, { note: name, selectedBuds })
  const code = await createAccessCode()
  await db.update(accessCodes).set({ isUsed: true, usedBy: user._id }).where(eq(accessCodes.code, code))
  await client.patch('/api/v1/users/settings', { digest: 'daily' })
  await client.post('/api/v1/users/verify-email', {})
  await client.patch('/api/v1/users/update-user', { Email: `${name}@example.org` })
  await createClient().post('/api/v1/auth/forgot-password', { Email: user.Email })
  await mailsTo(user.Email)
  await createClient().post('/api/v1/auth/forgot-password', { Email: user.Email })
  await client.patch(`/api/v1/buds/${bud._id}`, { Nickname: name })
  return { ...client, name, code, bud }
}

test('after a deletion no table has the id, the address or a name of the user', async () => {
  const { name, code, user, post, get } = await wealthyUser()
  expect((await findAnywhere(user._id)).length).toBeGreaterThan(12)
  const response = await post(path, pledge)
  expect(response).toMatchObject({ status: 200, body: { msg: 'Your account has been deleted' } })
  expect(response.cookies.join()).toMatch(/session=;.*Max-Age=0/)
  expect((await get('/api/v1/buds')).status).toBe(401)
  await mailTo(user.Email, { tag: 'account-deleted' })
  await waitForBackgroundTasks()
  expect(await findAnywhere(user._id, user.Email, name)).toEqual([])
  const [used] = await db.select().from(accessCodes).where(eq(accessCodes.code, code))
  expect(used).toMatchObject({ isUsed: true, usedBy: null })
})
