import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { throttleGuesses } from '~/account/accounts/throttle.server'
import { db } from '~/base/db/db.server'
import { createProposal } from '~/people/proposals/proposals.server'
import { links, proposals, users } from '~drizzle/schema'
import { allRows } from '../../data/history/model'
import { type ClientResponse, createClient, visibleText } from '../../support/client'
import { createBud, createCircle, createEvent, createInteraction, signedIn } from '../../support/factories'
import { changesOf, undoLast } from '../../support/history'
import { tokenOf, value, waiting, withBud } from './support'

const linkRows = (ownerId: string) => db.select().from(links).where(eq(links.userId, ownerId))
const filled = { phone0Value: '+44 20 7946 0018', phone0Label: ' mobile ' }

describe('an update link', () => {
  test('is made for a bud of the owner, and ends the one before', async () => {
    const { user, path, bud } = await withBud()
    const { status, body } = await user.post(`${path}/update-link`, { show: false })
    expect([status, body]).toEqual([
      201,
      { msg: 'Update link created successfully', url: expect.stringMatching(/\/update\/[\w-]{43}$/) },
    ])
    expect(JSON.stringify(await linkRows(user.user._id))).not.toContain(tokenOf(body.url))
    const other = await createBud(user.user)
    const otherUrl = (await user.post(`/api/v1/buds/${other._id}/update-link`, {})).body.url
    const again = (await user.post(`${path}/update-link`, { show: true })).body.url
    const visit = async (url: string) => (await createClient().visit(`/update/${tokenOf(url)}`)).status
    expect([await visit(body.url), await visit(again), await visit(otherUrl)]).toEqual([404, 200, 200])
    expect(await user.post(`${path}/update-link`, { show: 'maybe' })).toMatchObject({
      status: 400,
      body: { msg: 'show must be true or false' },
    })
    const stranger = await signedIn()
    expect(await stranger.post(`/api/v1/buds/${bud._id}/update-link`, {})).toMatchObject({
      status: 404,
      body: { msg: 'Bud not found' },
    })
  })

  test('made twice at the same time leaves one that works', async () => {
    const { user, makeLink } = await withBud()
    await Promise.all(Array.from({ length: 5 }, () => makeLink()))
    expect(await linkRows(user.user._id)).toHaveLength(1)
  })

  test('is refused to the demo account', async () => {
    const demo = await signedIn({ traits: ['demo'] })
    const bud = await createBud(demo.user)
    const response = await demo.post(`/api/v1/buds/${bud._id}/update-link`, { show: false })
    expect(response).toMatchObject({ status: 403, body: { msg: 'The demo account cannot be changed' } })
    const screen = await demo.submit(`/dashboard/Bud/${bud._id}`, { intent: 'update-link' })
    expect(screen).toSendToast('The demo account cannot be changed')
  })

  test('is shown once on the screen of the bud, with a mail to the first address', async () => {
    const { user, bud } = await withBud({ emails: [value('ada@example.com'), value('a@example.com')] })
    const screen = `/dashboard/Bud/${bud._id}`
    expect(visibleText(await user.visit(screen))).toContain('Ask Ada to update their details')
    const made = await user.submit(screen, { intent: 'update-link', show: 'true' })
    expect(made.status).toBe(201)
    const [, url = ''] = /value="([^"]*\/update\/[\w-]{43})"/.exec(made.text) ?? []
    // The other mail links of the screen have no subject.
    const [, mail = ''] = /href="(mailto:[^"?]*\?[^"]*)"/.exec(made.text) ?? []
    expect(decodeURIComponent(mail)).toMatch(/^mailto:ada@example\.com\?subject=.+body=Hi Ada,/)
    expect(decodeURIComponent(mail)).toContain(url)
    expect((await createClient().visit(new URL(url).pathname)).status).toBe(200)
    expect((await user.visit(screen)).text).not.toContain('/update/')
  })
})

describe('the page of an update link', () => {
  const secrets = {
    Nickname: 'Countess',
    Occupation: 'Analyst',
    Location: 'Marylebone',
    notes: 'Owes me ten pounds',
    links: [value('https://secret.example')],
    LastInteraction: 'Tea at four',
    hobbies: ['Chess'],
    customFields: [{ name: 'Horse', value: 'Sylph' }],
  }
  const stored = {
    emails: [value('ada@example.com', 'home')],
    phones: [value('020 7946 0018')],
    addresses: [
      { label: 'work', street: '12 St James', city: 'London', region: '', postcode: '', country: '' },
    ],
    dates: [{ label: 'Birthday', year: 1815, month: 12, day: 10 }],
  }
  const shown = ['ada@example.com', '020 7946 0018', '12 St James', '1815']
  /** The nonce of a page is random, so it may have the digits of a phone or year. */
  const withoutNonce = ({ text }: { text: string }) => text.replaceAll(/nonce="[^"]*"/g, '')

  test('is empty, unless the owner chose to show what is stored', async () => {
    const { makeLink } = await withBud({ ...secrets, ...stored })
    const empty = withoutNonce(await createClient().visit(await makeLink(false)))
    const full = withoutNonce(await createClient().visit(await makeLink(true)))
    for (const text of shown) expect([empty.includes(text), full.includes(text)]).toEqual([false, true])
  })

  test('holds nothing else of the bud, of the owner or of others, in any answer', async () => {
    const { user, bud, makeLink } = await withBud({ ...secrets, ...stored })
    const other = await createBud(user.user, { Firstname: 'Wilhelmina', Surname: 'Stranger' })
    const selectedBuds = [bud._id, other._id]
    await createCircle(user.user, { Name: 'Poetical Science', selectedBuds })
    await createEvent(user.user, { Name: 'Soirée', selectedBuds })
    await createInteraction(user.user, { note: 'Argued', selectedBuds })
    const planted = [
      ...['Lovelace', 'Countess', 'Analyst', 'Marylebone', 'ten pounds', 'secret.example', 'Tea at four'],
      ...['Chess', 'Sylph', 'Wilhelmina', 'Stranger', 'Poetical', 'Soir', 'Argued', 'Babbage'],
      ...[user.user.Email, user.user._id, bud._id, other._id],
    ]
    for (const show of [false, true]) {
      const path = await makeLink(show)
      const guest = createClient()
      const answers = [
        await guest.visit(path),
        await guest.submit(path, { email0Value: 'not an address' }),
        await guest.submit(path, { intent: 'add-phone' }),
        await guest.submit(path, filled),
        await guest.visit('/update/thanks'),
        await guest.visit(path),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 303, 200, 404])
      for (const { text } of answers) for (const secret of planted) expect(text).not.toContain(secret)
      const thanks = answers[4] as ClientResponse
      expect(visibleText(thanks)).toContain('Thank you')
      for (const text of [...shown, '7946', 'Ada', 'Charles'])
        expect(withoutNonce(thanks)).not.toContain(text)
    }
  })

  test('loads no script', async () => {
    const { makeLink } = await withBud()
    const { text } = await createClient().visit(await makeLink())
    expect(text.match(/<script[^>]*src|modulepreload/g)).toBeNull()
  })

  test('has buttons that add and remove rows without a script and without spending the link', async () => {
    const { user, makeLink } = await withBud()
    const path = await makeLink()
    const guest = createClient()
    const added = await guest.submit(path, { ...filled, _version: '7', intent: 'add-phone' })
    expect(added.status).toBe(200)
    const kept = ['name="phone0Value" value="+44 20 7946 0018"', 'name="_version" value="7"']
    for (const part of [...kept, 'name="phone1Value"'])
      expect(added.text.replace(/(name="[^"]*")[^>]*?( value=)/g, '$1$2')).toContain(part)
    const twenty = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`phone${n}Value`, `12345${n}`]))
    const full = await guest.submit(path, { ...twenty, intent: 'add-phone' })
    expect([full.status, visibleText(full).includes('Maximum limit of 10 phones reached')]).toEqual([
      400,
      true,
    ])
    expect(await waiting(user)).toEqual([])
    expect((await guest.submit(path, filled)).status).toBe(303)
  })

  test.each([
    [{ email0Value: 'ada' }, 'Email must be a valid email address'],
    [{ phone0Value: 'none' }, 'Phone must have a digit'],
    [{ phone0Value: `1${'x'.repeat(50)}` }, 'Phone must be at most 50 characters'],
    [{ phone0Value: '1\0' }, 'Phone contains characters that are not allowed'],
    [{ date0Day: '31', date0Month: '2' }, 'This day does not exist in that month'],
    [{ address0City: 'x'.repeat(201) }, 'City must be at most 200 characters'],
    [{}, 'Fill in at least one field'],
    [{ phone0Label: 'mobile' }, 'Fill in at least one field'],
  ])('refuses %j with the rules of a bud, and keeps what was typed and the link', async (form, msg) => {
    const { user, makeLink } = await withBud()
    const path = await makeLink()
    const refused = await createClient().submit(path, { ...form, address0Street: '' })
    expect([refused.status, visibleText(refused).includes(msg)]).toEqual([400, true])
    expect(await waiting(user)).toEqual([])
    expect((await createClient().visit(path)).status).toBe(200)
  })

  test('refuses more rows than the limit of a list', async () => {
    const { makeLink } = await withBud()
    const form = Object.fromEntries(
      Array.from({ length: 11 }, (_, n) => [`email${n}Value`, `a${n}@example.com`]),
    )
    const refused = await createClient().submit(await makeLink(), form)
    expect([refused.status, visibleText(refused).includes('Maximum limit of 10 emails reached')]).toEqual([
      400,
      true,
    ])
  })

  test('changes no row when it is read by 200 scanners', async () => {
    const { user, makeLink } = await withBud()
    const path = await makeLink()
    const state = async () => [
      await allRows(user.user._id),
      await linkRows(user.user._id),
      await changesOf(user),
    ]
    const before = await state()
    for (let n = 0; n < 200; n += 20)
      for (const { status } of await Promise.all(
        Array.from({ length: 20 }, () => createClient().visit(path)),
      ))
        expect(status).toBe(200)
    expect(await state()).toEqual(before)
  })
})

describe('an update', () => {
  test('waits as a proposal, as a change set that can be undone, and ends the link', async () => {
    const { user, bud, makeLink, readBud } = await withBud()
    const path = await makeLink()
    const before = await readBud()
    const sent = await createClient().submit(path, { ...filled, email0Value: ' ada@example.com ' })
    expect([sent.status, sent.headers.get('Location')]).toEqual([303, '/update/thanks'])
    expect(await readBud()).toEqual(before)
    expect(await waiting(user)).toEqual([
      {
        _id: expect.any(String),
        bud: { _id: bud._id, Firstname: 'Ada', Surname: 'Lovelace', photo: null },
        source: 'The bud themselves',
        createdAt: expect.any(String),
        fields: [
          { name: 'emails', before: [], after: [value('ada@example.com')] },
          { name: 'phones', before: [], after: [value('+44 20 7946 0018', 'mobile')] },
        ],
      },
    ])
    const [change] = await changesOf(user)
    expect(change).toMatchObject({ kind: 'create', title: 'Proposal for Ada Lovelace added' })
    expect((await user.get(`/api/v1/changes/${change?._id}`)).body.change.records).toEqual([
      {
        ...{ type: 'bud', _id: bud._id, name: 'Ada Lovelace' },
        fields: [
          {
            name: 'proposals',
            before: [],
            after: ['Emails: ada@example.com', 'Phones: mobile · +44 20 7946 0018'],
          },
        ],
      },
    ])
    for (const response of [await createClient().visit(path), await createClient().submit(path, filled)])
      expect(response.status).toBe(404)
    await undoLast(user)
    expect(await waiting(user)).toEqual([])
  })

  test('sent twice at the same time is one proposal', async () => {
    const { user, makeLink } = await withBud()
    const path = await makeLink()
    const sent = await Promise.all(Array.from({ length: 6 }, () => createClient().submit(path, filled)))
    expect(sent.map(({ status }) => status).sort()).toEqual([303, 404, 404, 404, 404, 404])
    expect(await waiting(user)).toHaveLength(1)
  })

  test('and a new link at the same time leave one of them: no proposal by a link that was ended', async () => {
    for (let n = 0; n < 5; n++) {
      const { user, makeLink } = await withBud()
      const path = await makeLink()
      const [sent] = await Promise.all([createClient().submit(path, filled), makeLink()])
      expect(await waiting(user)).toHaveLength(sent.status === 303 ? 1 : 0)
      expect(await linkRows(user.user._id)).toHaveLength(1)
    }
  })
})

describe('a link that opens nothing', () => {
  test('is the same 404: of a deleted bud, of an account that was deleted, of an ended account', async () => {
    const [deleted, gone, ended] = [await withBud(), await withBud(), await withBud()]
    const paths = [await deleted.makeLink(), await gone.makeLink(), await ended.makeLink()]
    await deleted.user.delete(deleted.path)
    await db.delete(users).where(eq(users._id, gone.user.user._id))
    await db.update(users).set({ endedAt: sql`now()` }).where(eq(users._id, ended.user.user._id))
    for (const path of [...paths, '/update/invented']) {
      const guest = createClient()
      for (const response of [await guest.visit(path), await guest.submit(path, filled)]) {
        expect(response.status).toBe(404)
        expect(visibleText(response)).toMatch(/Page Not Found .*Ask the person who sent it to you\. Home/)
      }
    }
    expect(await db.$count(proposals, eq(proposals.ownerId, ended.user.user._id))).toBe(0)
  })

  test('is counted, and a client with many guesses waits, for valid links too', async () => {
    const { makeLink } = await withBud()
    const path = await makeLink()
    const guest = createClient()
    for (let n = 0; n < 100; n++) expect((await guest.visit(`/update/guess-${n}`)).status).toBe(404)
    const refused = await guest.visit(path)
    expect(refused.status).toBe(429)
    expect(visibleText(refused)).toContain('Please try again in a minute')
    expect((await createClient().visit(path)).status).toBe(200)
    const call = { context: { address: () => '192.0.2.77' } } as Parameters<typeof throttleGuesses>[0]
    expect(await throttleGuesses(call, 'link', async () => 'found')).toBe('found')
  })
})

test('a proposal can be made without a link', async () => {
  const { user, bud } = await withBud()
  const emails = [value('ada@example.com')]
  await createProposal(user.user._id, bud._id, { fields: { emails }, replaces: false, source: '' })
  expect(await waiting(user)).toMatchObject([{ fields: [{ name: 'emails', after: emails }] }])
  const stranger = await signedIn()
  const foreign = createProposal(stranger.user._id, bud._id, {
    fields: { emails },
    replaces: false,
    source: '',
  })
  await expect(foreign).rejects.toMatchObject({ status: 404, msg: 'Bud not found' })
})
