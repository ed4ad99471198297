import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { changes } from '~drizzle/schema'
import { signedIn } from '../../support/factories'
import { formIn, typed } from '../../support/form'

const list = '/dashboard'

async function withForm() {
  const client = await signedIn()
  const form = formIn(await client.visit(list), '#add-names')
  const send = (names: string, fields = form) => client.submit(`${list}?index`, typed(fields, { names }))
  const stored = async () =>
    (await client.get('/api/v1/buds?sort=oldestFirst')).body.buds.map(
      ({ Firstname, Surname }: { Firstname: string; Surname: string }) => `${Firstname}|${Surname}`,
    )
  return { client, send, stored }
}

test('names are added in their order, one on each line, with nothing of them lost', async () => {
  const { client, send, stored } = await withForm()
  const names = 'Ada Lovelace\r\n\r\n Cher \nHopper, Grace\nDr. Ludwig van Beethoven\nBo (climbing)'
  expect(await send(names)).toHaveRedirect(list)
  expect(await stored()).toEqual([
    'Ada|Lovelace',
    'Cher|',
    'Grace|Hopper',
    'Dr. Ludwig|van Beethoven',
    'Bo|(climbing)',
  ])
  const [bud] = (await client.get('/api/v1/buds')).body.buds
  expect(bud).toMatchObject({ Budtype: 'Other', hobbies: [], emails: [] })
})

test('they are one change set, which one undo takes back', async () => {
  const { client, send, stored } = await withForm()
  await send('Ada\nBo\nCem')
  const [change, ...others] = await db.select().from(changes).where(eq(changes.ownerId, client.user._id))
  expect(others).toEqual([])
  await client.submit(`/dashboard/history/${change?._id}`, { intent: 'undo' })
  expect(await stored()).toEqual([])
})

test('a form that arrives twice adds nothing twice, and one with other names is refused', async () => {
  const { send, stored } = await withForm()
  await send('Ada\nBo')
  expect(await send('Ada\nBo')).toHaveRedirect(list)
  expect(await stored()).toEqual(['Ada|', 'Bo|'])
  const other = await send('Ada\nCem')
  expect(other.status).toBe(409)
  expect(other.text).toContain('This bud is there already, with other content')
  expect(other.text).toContain('Ada\nCem</textarea>')
  expect(await stored()).toEqual(['Ada|', 'Bo|'])
})

test.each([
  ['', 'Write at least one name'],
  [' \n ', 'Write at least one name'],
  [`Bo\n${'x'.repeat(101)}`, `First name must be at most 100 characters`],
  ['Bo\n\u200b', 'First name must have a visible character'],
  [Array.from({ length: 51 }, (_, n) => `Bo${n}`).join('\n'), 'At most 50 names can be added at once'],
])('%j is refused with its message, comes back as typed, and adds nothing', async (names, message) => {
  const { send, stored } = await withForm()
  const refused = await send(names)
  expect(refused.status).toBe(400)
  expect(refused.text).toContain(message)
  expect(refused.text).toContain('<details class="list-search add-names" open="">')
  if (names.trim()) expect(refused.text).toContain(`${names.split('\n')[1]}`)
  expect(await stored()).toEqual([])
})
