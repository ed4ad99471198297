import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { resetDemo } from '~/jobs/demo.server'
import { createProposal } from '~/people/proposals/proposals.server'
import { changeRows } from '~drizzle/schema'
import { allRows } from '../../data/history/model'
import { visibleText } from '../../support/client'
import { createBud, signedIn } from '../../support/factories'
import { changesOf, undo, undoLast } from '../../support/history'
import { decide, value, waiting, withBud } from './support'

const filled = { email0Value: 'ada@example.com', phone0Value: '+44 20 7946 0018' }
const lastChange = async (user: Parameters<typeof changesOf>[0]) => (await changesOf(user))[0]

describe('with an empty form', () => {
  const stored = {
    emails: [value('old@example.com', 'home')],
    phones: [value('020 7946 0018')],
    dates: [{ label: 'Birthday', year: null, month: 12, day: 10 }],
  }

  test('rows are added to what is stored, each once', async () => {
    const { propose } = await withBud(stored)
    const proposal = await propose({
      ...{ email0Value: 'ada@example.com', email1Value: 'OLD@example.com', phone0Value: '+44 20 7946 0018' },
      ...{ date0Day: '10', date0Month: '12', date0Year: '1815' },
    })
    expect(proposal?.fields).toEqual([
      { name: 'emails', before: stored.emails, after: [...stored.emails, value('ada@example.com')] },
      { name: 'dates', before: stored.dates, after: [{ label: 'Birthday', year: 1815, month: 12, day: 10 }] },
    ])
  })

  test('rows beyond the limit of a list go to the notes, and the notes can be left out', async () => {
    const phones = Array.from({ length: 10 }, (_, n) => value(`0700 900 00${n}`))
    for (const [names, notes] of [
      [['notes'], 'Tea\n\nPhone (mobile): 0700 900 111'],
      [[], 'Tea'],
    ] as const) {
      const { user, propose, readBud } = await withBud({ phones, notes: 'Tea' })
      const proposal = await propose({ phone0Value: '0700 900 111', phone0Label: 'mobile' })
      expect(proposal?.fields.map(({ name }) => name)).toEqual(['notes'])
      expect((await decide(user, proposal?._id, 'accept', { fields: names })).status).toBe(200)
      expect(await readBud()).toMatchObject({ phones, notes })
    }
  })

  test('notes that would become too long are refused, and the proposal waits', async () => {
    const phones = Array.from({ length: 10 }, (_, n) => value(`0700 900 00${n}`))
    const { user, propose, readBud } = await withBud({ phones, notes: 'x'.repeat(9_990) })
    const proposal = await propose({ ...filled, phone0Value: '0700 900 111' })
    const refused = await decide(user, proposal?._id, 'accept')
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      'The notes would have more than 10,000 characters. Shorten them, or do not accept the notes',
    ])
    expect(await waiting(user)).toHaveLength(1)
    expect((await decide(user, proposal?._id, 'accept', { fields: ['emails'] })).status).toBe(200)
    expect(await readBud()).toMatchObject({ phones, emails: [value('ada@example.com')] })
  })
})

describe('with a form that shows what is stored', () => {
  const stored = { emails: [value('old@example.com')], phones: [value('020 7946 0018', 'home')] }
  const unchanged = { email0Value: 'old@example.com', phone0Value: '020 7946 0018', phone0Label: 'home' }

  test('the lists as sent replace those that differ', async () => {
    const { user, propose, readBud } = await withBud(stored)
    const proposal = await propose({ ...unchanged, email0Value: 'new@example.com' }, true)
    expect(proposal?.fields).toEqual([
      { name: 'emails', before: stored.emails, after: [value('new@example.com')] },
    ])
    await decide(user, proposal?._id, 'accept')
    expect(await readBud()).toMatchObject({ ...stored, emails: [value('new@example.com')] })
  })

  test('a list that was left as it was is no difference, also after the owner has edited it', async () => {
    const { user, path, propose } = await withBud(stored)
    await propose({ ...unchanged, phone0Value: '1234567', phone0Label: '' }, true)
    await user.patch(path, { emails: [value('newest@example.com')] })
    expect((await waiting(user))[0]?.fields.map(({ name }) => name)).toEqual(['phones'])
  })

  test('what the owner has added since the form was opened is not proposed to be removed', async () => {
    const { user, path, propose } = await withBud(stored)
    const phones = [...stored.phones, value('0700 900 111')]
    const proposal = await propose({ ...unchanged, email1Value: 'new@example.com' }, true, async () => {
      await user.patch(path, { phones })
    })
    expect(proposal?.fields).toEqual([
      { name: 'emails', before: stored.emails, after: [...stored.emails, value('new@example.com')] },
    ])
  })

  test('an emptied list is a difference, and an unchanged form says that all is stored', async () => {
    const { user, propose, readBud } = await withBud(stored)
    expect((await propose({}, true))?.fields).toEqual([
      { name: 'emails', before: stored.emails, after: [] },
      { name: 'phones', before: stored.phones, after: [] },
    ])
    const confirmed = await propose(unchanged, true)
    expect(confirmed?.fields).toEqual([])
    const screen = visibleText(await user.visit('/dashboard/review'))
    expect(screen).toContain('There is no difference left: all of this is stored already.')
    const before = await readBud()
    expect((await decide(user, confirmed?._id, 'accept')).status).toBe(200)
    expect(await readBud()).toEqual(before)
  })
})

describe('accepting', () => {
  test.each(['the API', 'the screen'])(
    'some fields by %s writes them, rejects the others and can be undone',
    async (way) => {
      const { user, bud, propose, readBud } = await withBud()
      const proposal = await propose(filled)
      const before = await allRows(user.user._id)
      if (way === 'the API')
        expect(await decide(user, proposal?._id, 'accept', { fields: ['phones'] })).toMatchObject({
          status: 200,
          body: { msg: 'Proposal accepted successfully' },
        })
      else {
        const form = { _id: proposal?._id ?? '', intent: 'accept', fields: 'phones' }
        const response = await user.submit('/dashboard/review', form)
        expect(response).toHaveRedirect('/dashboard/review')
        expect(response).toSendToast('Proposal accepted successfully')
      }
      expect(await readBud()).toMatchObject({ emails: [], phones: [value('+44 20 7946 0018')] })
      expect(await waiting(user)).toEqual([])
      const change = await lastChange(user)
      expect(change).toMatchObject({ kind: 'update', title: 'Ada Lovelace edited', rows: 2 })
      const { records } = (await user.get(`/api/v1/changes/${change?._id}`)).body.change
      expect(records).toEqual([
        {
          ...{ type: 'bud', _id: bud._id, name: 'Ada Lovelace' },
          fields: [
            { name: 'phones', before: [], after: [value('+44 20 7946 0018')] },
            {
              name: 'proposals',
              before: ['Emails: ada@example.com', 'Phones: +44 20 7946 0018'],
              after: [],
            },
          ],
        },
      ])
      expect((await undoLast(user)).body).toMatchObject({ kept: [] })
      expect(await allRows(user.user._id)).toEqual(before)
      expect(await waiting(user)).toEqual([proposal])
      await undoLast(user)
      expect(await readBud()).toMatchObject({ emails: [], phones: [value('+44 20 7946 0018')] })
      expect(await waiting(user)).toEqual([])
    },
  )

  test('without fields accepts all', async () => {
    const { user, propose, readBud } = await withBud()
    await decide(user, (await propose(filled))?._id, 'accept')
    expect(await readBud()).toMatchObject({
      emails: [value('ada@example.com')],
      phones: [value('+44 20 7946 0018')],
    })
  })

  test.each([
    [{ fields: ['Firstname'] }, 'fields must be one of emails, phones, addresses, dates, notes'],
    [{ fields: ['emails', 'photo'] }, 'fields must be one of emails, phones, addresses, dates, notes'],
    [{ fields: 7 }, 'fields must be a list of names'],
    [{ fields: null }, 'fields must be a list of names'],
  ])('%j is refused and changes nothing', async (body, msg) => {
    const { user, propose } = await withBud()
    const proposal = await propose(filled)
    const before = await allRows(user.user._id)
    expect(await decide(user, proposal?._id, 'accept', body)).toMatchObject({ status: 400, body: { msg } })
    expect(await allRows(user.user._id)).toEqual(before)
  })

  test('shows and compares with the bud as it is now', async () => {
    const { user, path, propose } = await withBud()
    const proposal = await propose(filled)
    await user.patch(path, { emails: [value('since@example.com')] })
    expect((await waiting(user))[0]?.fields[0]).toEqual({
      name: 'emails',
      before: [value('since@example.com')],
      after: [value('since@example.com'), value('ada@example.com')],
    })
    const stale = { _id: proposal?._id ?? '', _version: '1', intent: 'accept', fields: 'emails' }
    const screen = await user.submit('/dashboard/review', stale)
    expect(screen).toSendToast('This bud has changed since you opened it')
    const api = await user.send('POST', `/api/v1/proposals/${proposal?._id}/accept`, {
      headers: { 'If-Match': '"0"' },
    })
    expect(api.status).toBe(412)
    expect(await waiting(user)).toHaveLength(1)
    await user.patch(path, { emails: [value('ada@example.com')], phones: [value('020 7946 0018')] })
    expect((await waiting(user))[0]?.fields).toEqual([])
  })

  test('keeps what was edited since when it is undone, and the proposal waits again', async () => {
    const { user, path, bud, propose } = await withBud()
    const proposal = await propose(filled)
    await decide(user, proposal?._id, 'accept')
    const change = await lastChange(user)
    await user.patch(path, { emails: [value('since@example.com')] })
    const undone = await undo(user, change?._id ?? '')
    expect(undone.body.kept).toEqual([
      { type: 'bud', _id: bud._id, name: 'Ada Lovelace', fields: ['emails'] },
    ])
    expect((await waiting(user))[0]?.fields).toMatchObject([
      { name: 'emails', before: [value('since@example.com')] },
      { name: 'phones', before: [] },
    ])
  })

  test('twice at the same time, one is a 404', async () => {
    const { user, propose } = await withBud()
    const proposal = await propose(filled)
    const decided = await Promise.all([1, 2, 3].map(() => decide(user, proposal?._id, 'accept')))
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })
})

describe('rejecting', () => {
  test.each(['the API', 'the screen', 'the screen without a checked field'])(
    'by %s changes nothing of the bud and can be undone',
    async (way) => {
      const { user, propose, readBud } = await withBud()
      const proposal = await propose(filled)
      const [bud, before] = [await readBud(), await allRows(user.user._id)]
      if (way === 'the API')
        expect(await decide(user, proposal?._id, 'reject')).toMatchObject({
          status: 200,
          body: { msg: 'Proposal rejected successfully' },
        })
      else {
        const intent = way.includes('without') ? 'accept' : 'reject'
        await user.submit('/dashboard/review', { _id: proposal?._id ?? '', intent })
      }
      expect([await readBud(), await waiting(user)]).toEqual([bud, []])
      expect(await lastChange(user)).toMatchObject({
        kind: 'delete',
        title: 'Proposal for Ada Lovelace deleted',
      })
      await undoLast(user)
      expect(await allRows(user.user._id)).toEqual(before)
    },
  )

  test('and erasing that forgets what was proposed', async () => {
    const { user, propose } = await withBud()
    await decide(user, (await propose(filled))?._id, 'reject')
    await user.delete(`/api/v1/changes/${(await lastChange(user))?._id}`)
    const rows = await db.select().from(changeRows).where(eq(changeRows.ownerId, user.user._id))
    expect(JSON.stringify(rows)).not.toContain('ada@example.com')
  })
})

test("another owner's proposal, and an id of none, are the same 404", async () => {
  const { propose } = await withBud()
  const proposal = await propose(filled)
  const stranger = await signedIn()
  for (const verb of ['accept', 'reject'] as const)
    for (const id of [proposal?._id, '019a0000-0000-7000-8000-000000000000', 'x'])
      expect(await decide(stranger, id, verb)).toMatchObject({
        status: 404,
        body: { msg: 'Proposal not found' },
      })
  expect(await waiting(stranger)).toEqual([])
})

test('the list has pages, newest first', async () => {
  const { user, bud } = await withBud()
  for (let n = 0; n < 3; n++)
    await createProposal(user.user._id, bud._id, {
      fields: { emails: [value(`a${n}@example.com`)] },
      replaces: false,
      source: '',
    })
  const { body } = await user.get('/api/v1/proposals?limit=2&page=2')
  expect(body).toMatchObject({ totalProposals: 3, numOfPages: 2, currentPage: 2 })
  expect(body.proposals).toMatchObject([{ fields: [{ after: [value('a0@example.com')] }] }])
  expect((await user.get('/api/v1/proposals?limit=0')).status).toBe(400)
})

test('Today, the screen of the bud and the menu say that proposals wait, and the API of Today keeps its shape', async () => {
  const { user, bud, propose } = await withBud()
  const screens = ['/dashboard/Today', `/dashboard/Bud/${bud._id}`]
  const texts = async () => Promise.all(screens.map(async (path) => visibleText(await user.visit(path))))
  for (const text of await texts()) expect(text).not.toContain('your review')
  await propose(filled)
  for (const text of await texts()) {
    expect(text).toContain('1 proposal waits for your review')
    expect(text).toContain('Review 1 Logout')
  }
  const { body } = await user.get('/api/v1/today')
  expect(Object.keys(body).sort()).toEqual(['dates', 'events', 'overdue', 'today', 'totalOverdue'])
})

describe('a bud with a proposal', () => {
  test('that is deleted takes it along, and brings it back', async () => {
    const { user, path, propose } = await withBud()
    await propose(filled)
    const before = await allRows(user.user._id)
    await user.delete(path)
    expect(await waiting(user)).toEqual([])
    await undoLast(user)
    expect(await allRows(user.user._id)).toEqual(before)
  })

  test('that is merged into another gives it the proposal, and the undo brings back both', async () => {
    const { user, bud, propose } = await withBud({ emails: [value('ada@example.com')] })
    const proposal = await propose(filled)
    const other = await createBud(user.user, { Firstname: 'Augusta', Surname: 'King' })
    const before = await allRows(user.user._id)
    expect((await user.post(`/api/v1/buds/${other._id}/merge`, { with: bud._id })).status).toBe(200)
    expect(await waiting(user)).toMatchObject([
      {
        _id: proposal?._id,
        createdAt: proposal?.createdAt,
        bud: { _id: other._id },
        fields: [{ name: 'phones' }],
      },
    ])
    const merged = await allRows(user.user._id)
    expect((await undoLast(user)).body.kept).toEqual([])
    expect(await allRows(user.user._id)).toEqual(before)
    await undoLast(user)
    expect(await allRows(user.user._id)).toEqual(merged)
  })

  test('whose creation is undone stays, because the proposal came later', async () => {
    const { user, bud, propose } = await withBud()
    const [creation] = await changesOf(user)
    await propose(filled)
    expect((await undo(user, creation?._id ?? '')).body.kept).toEqual([
      { type: 'bud', _id: bud._id, name: 'Ada Lovelace', fields: ['proposals'] },
    ])
    expect(await waiting(user)).toHaveLength(1)
  })
})

test('the demo account has one proposal that waits', async () => {
  const demo = await signedIn({ traits: ['demo'] })
  await resetDemo()
  const proposals = await waiting(demo)
  expect(proposals).toHaveLength(1)
  expect(proposals[0]?.fields.length).toBeGreaterThan(1)
})

test.each([
  ['{}', {}],
  ['a number', 5],
  ['null', null],
  ['malformed JSON', '["emails"'],
  ['true', true],
])('fields that are no list (%s) are refused, and the proposal waits', async (_, fields) => {
  const { user, propose } = await withBud()
  const proposal = await propose(filled)
  const response = await decide(user, proposal?._id, 'accept', { fields })
  expect(response).toMatchObject({
    status: 400,
    body: { errors: { fields: ['fields must be a list of names'] } },
  })
  expect(await waiting(user)).toEqual([proposal])
})
