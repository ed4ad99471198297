import { expect, test } from 'vitest'
import { createProposal } from '~/people/proposals/proposals.server'
import { storeToken } from '../../integrations/tokens/support'
import { decide, value, waiting } from '../../people/proposals/support'
import { createClient, visibleText } from '../../support/client'
import { createBud, signedInAs, createProposal as storeProposal } from '../../support/factories'
import { changesOf } from '../../support/history'
import { assistant, callerOf, callOf, hashOfRows, send } from './support'

const phones = [value('+1 703 555 0199', 'mobile')]

async function withBud(scope: 'read' | 'write' = 'write') {
  const program = await assistant(scope)
  const bud = await createBud(program.user, {
    Firstname: 'Ada',
    Surname: 'Lovelace',
    emails: [value('ada@example.com')],
  })
  const owner = await signedInAs(program.user._id)
  const propose = (fields: object) => program.call('propose_contact_details', { bud: bud._id, ...fields })
  return { ...program, bud, owner, propose }
}

test('what an assistant proposes waits for the review, is added to what is stored, and is no change before', async () => {
  const { user, bud, owner, propose, call } = await withBud()
  const before = await hashOfRows(user._id)
  const { data } = await propose({
    phones,
    emails: [value(' lovelace@example.org ', 'work')],
    addresses: [{ city: 'London' }],
    dates: [{ month: 12, day: 10 }],
  })
  expect(data).toEqual({
    msg: 'The proposal waits for the review of the user',
    proposal: { _id: expect.any(String) },
    review: expect.stringMatching(/\/dashboard\/review$/),
  })
  expect(await hashOfRows(user._id)).toEqual(before)
  const [proposal] = await waiting(owner)
  expect(proposal).toMatchObject({ _id: data.proposal._id, bud: { _id: bud._id } })
  expect(proposal?.fields.map(({ name }) => name)).toEqual(['emails', 'phones', 'addresses', 'dates'])
  expect((await call('list_proposals')).data).toEqual((await owner.get('/api/v1/proposals')).body)
  expect(visibleText(await owner.visit('/dashboard/review'))).toContain('lovelace@example.org')
  expect((await changesOf(owner, '?limit=1'))[0]?.title).toBe('Proposal for Ada Lovelace added')
  await decide(owner, proposal?._id, 'accept')
  const { emails } = (await owner.get(`/api/v1/buds/${bud._id}`)).body.bud
  expect(emails).toEqual([value('ada@example.com'), value('lovelace@example.org', 'work')])
})

test('a proposal follows the rules of the form, and is never empty', async () => {
  const { owner, propose, bud, call } = await withBud()
  for (const [fields, error] of [
    [{}, 'Fill in at least one field'],
    [{ phones: [value('')] }, 'Fill in at least one field'],
    [{ emails: [value('nobody')] }, 'Email must be a valid email address'],
    [{ phones: 'x' }, 'Phones must have a value'],
    [{ dates: [{ month: 2, day: 30 }] }, 'This day does not exist in that month'],
    [{ phones: Array.from({ length: 11 }, () => value('1')) }, 'Maximum limit of 10 phones reached'],
    [{ emails: [value('a\0@example.com')] }, 'Email contains characters that are not allowed'],
    [{ notes: 'Owes me money', phones }, 'Unrecognized key: "notes"'],
  ] as const)
    expect(await propose(fields)).toEqual({ error })
  expect((await call('propose_contact_details', { phones })).error).toBe('id must be that of a bud')
  expect(await waiting(owner)).toEqual([])
  expect((await owner.get(`/api/v1/buds/${bud._id}`)).body.bud.phones).toEqual([])
})

test('a token that can only read proposes nothing', async () => {
  const { user, bud, owner, propose } = await withBud('read')
  expect(await propose({ phones })).toEqual({ error: 'This API token can only read' })
  const { secret } = await storeToken(user, { scope: 'read' })
  const { body } = await send(secret, callOf('propose_contact_details', { bud: bud._id, phones }))
  expect(body.result).toEqual({
    isError: true,
    content: [{ type: 'text', text: 'This API token can only read' }],
  })
  expect(await waiting(owner)).toEqual([])
})

const tooMany =
  'Too many updates for this person wait for a review. Try again when some of them have been reviewed.'

test('at most 20 proposals wait for a bud, from assistants and links together', async () => {
  const { user, bud, owner, propose } = await withBud()
  for (let n = 0; n < 19; n++) await storeProposal(user, bud)
  const { body } = await owner.post(`/api/v1/buds/${bud._id}/update-link`, {})
  const link = new URL(body.url).pathname
  const send = () => createClient().submit(link, { phone0Value: '5', email0Value: 'new@example.com' })
  expect((await propose({ phones })).error).toBeUndefined()
  expect(await propose({ phones })).toEqual({ error: tooMany })
  const refused = await send()
  expect([refused.status, visibleText(refused).includes(tooMany)]).toEqual([409, true])
  expect(refused.text).toContain('new@example.com')
  const other = await createBud(user)
  await storeProposal(user, other)
  const [newest] = (await waiting(owner)).filter(
    (proposal) => (proposal.bud as { _id: string })._id === bud._id,
  )
  await decide(owner, newest?._id, 'reject')
  expect((await send()).status).toBe(303)
  expect(await propose({ phones })).toEqual({ error: tooMany })
  expect((await owner.get('/api/v1/proposals')).body.totalProposals).toBe(21)
})

test('of proposals that are made at the same time no more than 20 are stored', async () => {
  const { user, bud, owner } = await withBud()
  const { secret } = await storeToken(user)
  const { call } = await callerOf(secret)
  for (let n = 0; n < 15; n++) await storeProposal(user, bud)
  const results = await Promise.all([
    ...Array.from({ length: 8 }, () => call('propose_contact_details', { bud: bud._id, phones })),
    ...Array.from({ length: 4 }, async () => {
      const { body } = await owner.post(`/api/v1/buds/${bud._id}/update-link`, {})
      const { status } = await createClient().submit(new URL(body.url).pathname, { phone0Value: '5' })
      // Of the links, the later ones end those before.
      expect(status).toBeOneOf([303, 404, 409])
      return { error: '' }
    }),
  ])
  for (const { error } of results) if (error) expect(error).toBe(tooMany)
  expect((await owner.get('/api/v1/proposals')).body.totalProposals).toBe(20)
})

test('one limit holds for whatever makes a proposal', async () => {
  const { user, bud } = await withBud()
  for (let n = 0; n < 20; n++) await storeProposal(user, bud)
  await expect(
    createProposal(user._id, bud._id, { fields: { phones }, replaces: true, source: '' }),
  ).rejects.toMatchObject({
    status: 409,
    msg: tooMany,
  })
})
