import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { createProposal } from '~/people/proposals/proposals.server'
import { links, proposals } from '~drizzle/schema'
import { visibleText } from '../support/client'
import { createBud, signedIn } from '../support/factories'

const value = (value: string) => ({ label: '', value })
const phones = Array.from({ length: 10 }, (_, n) => value(`0700 900 00${n}`))

/** A user with a bud whose list of phones is full and whose notes have no room, and with a proposal. */
async function withProposal(notes = '') {
  const user = await signedIn()
  const bud = await createBud(user.user, { phones, notes })
  const fields = { emails: [value('ada@example.com')], phones: [value('0700 900 111')] }
  const { _id } = await createProposal(user.user._id, bud._id, { fields, replaces: false, source: '' })
  const state = async () => {
    const { emails, phones, notes } = (await user.get(`/api/v1/buds/${bud._id}`)).body.bud
    const left = await db.$count(proposals, eq(proposals.ownerId, user.user._id))
    return { emails, phones, notes, left }
  }
  return { user, bud, _id, state }
}

test.each([
  { intent: 'accept', fields: ['emails', 'notes'], msg: 'Proposal accepted successfully' },
  { intent: 'accept', fields: ['notes'], msg: 'Proposal accepted successfully' },
  { intent: 'accept', fields: [], msg: 'Proposal rejected successfully' },
  {
    intent: 'accept',
    fields: ['Firstname'],
    msg: 'fields must be one of emails, phones, addresses, dates, notes',
  },
  {
    intent: 'accept',
    fields: ['notes'],
    notes: 'x'.repeat(9_999),
    msg: 'The notes would have more than 10,000 characters. Shorten them, or do not accept the notes',
  },
  { intent: 'reject', fields: [], msg: 'Proposal rejected successfully' },
])('the form and the API $intent $fields alike: $msg', async ({ intent, fields, notes, msg }) => {
  const [one, two] = [await withProposal(notes), await withProposal(notes)]
  const form = [['_id', one._id], ['intent', intent], ...fields.map((name) => ['fields', name])]
  const screen = await one.user.submit('/dashboard/review', form as [string, string][])
  expect(screen).toHaveRedirect('/dashboard/review')
  expect(screen).toSendToast(msg)
  const { body } = await two.user.post(`/api/v1/proposals/${two._id}/${intent}`, { fields })
  expect(body.msg).toBe(msg)
  expect(await two.state()).toEqual(await one.state())
})

test('the form and the API make the same link', async () => {
  for (const show of [true, false]) {
    const { user, bud } = await withProposal()
    const linkOf = async () => (await db.select().from(links).where(eq(links.userId, user.user._id)))[0]
    const form = { intent: 'update-link', ...(show && { show: 'true' }) }
    const screen = await user.submit(`/dashboard/Bud/${bud._id}`, form)
    expect([screen.status, visibleText(screen).includes('It is shown only now')]).toEqual([201, true])
    const first = await linkOf()
    expect((await user.post(`/api/v1/buds/${bud._id}/update-link`, { show })).status).toBe(201)
    const second = await linkOf()
    expect([first?.about, first?.kind]).toEqual([second?.about, 'update'])
    expect(second?.tokenHash).not.toBe(first?.tokenHash)
  }
})
