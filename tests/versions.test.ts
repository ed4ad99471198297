import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/db.server'
import { type ClientResponse, visibleText } from './support/client'
import { createBud, createCircle, createEvent, createUser, signedIn } from './support/factories'
import { formIn, typed, valuesIn } from './support/form'
import { bud, records } from './support/records'

const tagOf = ({ headers }: ClientResponse) => headers.get('ETag') ?? ''
const strong = /^"[\w-]+"$/

describe.each(records)('over the API a $one', (of) => {
  const { one, noun, api, minimal, name, table, create } = of
  const changed = `This ${one} has changed since you opened it`

  /** A record, the ETag that its reader knows, and a way to change it behind the reader's back. */
  async function known() {
    const user = await signedIn()
    const { _id } = await create(user.user, { Location: 'Bristol' })
    const path = `${api}/${_id}`
    const tag = tagOf(await user.get(path))
    const stored = async () => (await user.get(path)).body[one]
    const change = async (fields: object) => {
      expect((await user.patch(path, fields)).status).toBe(200)
    }
    return { user, path, tag, stored, change }
  }

  describe('GET', () => {
    test('carries a strong ETag that changes when, and only when, the record does', async () => {
      const { user, path, tag, change } = await known()
      expect(tag).toMatch(strong)
      expect(tagOf(await user.get(path))).toBe(tag)
      expect(tagOf(await user.send('HEAD', path))).toBe(tag)
      await change({ Location: 'Bristol' })
      expect(tagOf(await user.get(path))).toBe(tag)
      await change({ Location: 'Bath' })
      const next = tagOf(await user.get(path))
      expect(next).toMatch(strong)
      expect(next).not.toBe(tag)
      await change({ Location: 'Bristol' })
      expect(tagOf(await user.get(path))).toBe(tag)
    })

    test('is a 304 for who knows it, also by a weak tag or one of several, and minds no If-Match', async () => {
      const { user, path, tag } = await known()
      for (const tags of [tag, `W/${tag}`, `"other", ${tag}`]) {
        const answer = await user.send('GET', path, { headers: { 'If-None-Match': tags } })
        expect([answer.status, answer.text, tagOf(answer)]).toEqual([304, '', tag])
      }
      expect((await user.send('GET', path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
      expect((await user.send('GET', path, { headers: { 'If-Match': '"other"' } })).status).toBe(200)
    })

    test('has the same ETag when it is sent compressed', async () => {
      const { user, path, change } = await known()
      const long = one === 'bud' ? { LastInteraction: 'x'.repeat(2_000) } : { Description: 'x'.repeat(2_000) }
      await change(long)
      const packed = await user.send('GET', path, { headers: { 'Accept-Encoding': 'gzip' } })
      const plain = await user.send('GET', path, { headers: { 'Accept-Encoding': 'identity' } })
      expect(packed.headers.get('Content-Encoding')).toBe('gzip')
      expect(plain.headers.get('Content-Encoding')).toBe(null)
      expect(tagOf(packed)).toBe(tagOf(plain))
      expect((await user.patch(path, { Location: 'Bath' }, { 'If-Match': tagOf(packed) })).status).toBe(200)
    })
  })

  test('is answered by POST with the ETag that it is read by from now on', async () => {
    const user = await signedIn()
    const made = await user.post(api, minimal, { 'If-Match': '"other"' })
    expect(made.status).toBe(201)
    expect(tagOf(made)).toMatch(strong)
    expect(tagOf(await user.get(`${api}/${made.body[one]._id}`))).toBe(tagOf(made))
  })

  describe('PATCH', () => {
    test.each([
      ['its ETag', (tag: string) => tag],
      ['any', () => '*'],
      ['its ETag among others', (tag: string) => `"other", ${tag} , W/"third"`],
      ['any among others', () => '"other", *'],
    ])('with %s in If-Match changes it, and answers with the next ETag', async (_what, match) => {
      const { user, path, tag } = await known()
      const answer = await user.patch(path, { Location: 'Bath' }, { 'If-Match': match(tag) })
      expect(answer).toMatchObject({ status: 200, body: { [one]: { Location: 'Bath' } } })
      expect(tagOf(answer)).toMatch(strong)
      expect(tagOf(await user.get(path))).toBe(tagOf(answer))
      const next = await user.patch(path, { Location: 'Wells' }, { 'If-Match': tagOf(answer) })
      expect(next.status).toBe(200)
    })

    test.each([
      ['another ETag', () => '"other"'],
      ['others', () => '"other", "third"'],
      ['its ETag made weak', (tag: string) => `W/${tag}`],
      ['its ETag without quotes', (tag: string) => tag.replaceAll('"', '')],
      ['a part of its ETag', (tag: string) => `${tag.slice(0, -3)}"`],
      ['nothing', () => ''],
    ])('with %s in If-Match is a 412, and nothing is changed', async (_what, match) => {
      const { user, path, tag, stored } = await known()
      const before = await stored()
      const answer = await user.patch(path, { Location: 'Bath' }, { 'If-Match': match(tag) })
      expect(answer).toMatchObject({
        status: 412,
        body: { msg: changed, errors: { Location: ['Saved now: Bristol'] } },
      })
      expect(await stored()).toEqual(before)
    })

    test('with what it was before says what is saved now, by field', async () => {
      const { user, path, tag, stored, change } = await known()
      const emptied = one === 'bud' ? 'Surname' : 'Description'
      await change({ [name]: 'Theirs', [emptied]: '' })
      const mine = { [name]: 'Mine', [emptied]: 'Mine', Location: 'Bristol' }
      const answer = await user.patch(path, mine, { 'If-Match': tag })
      expect(answer.status).toBe(412)
      expect(answer.body).toEqual({
        msg: changed,
        errors: { [name]: ['Saved now: Theirs'], [emptied]: ['Saved now: nothing'] },
      })
      expect((await stored())[name]).toBe('Theirs')
    })

    test('of another field than the one that changed is a 412 too', async () => {
      const { user, path, tag, stored, change } = await known()
      await change({ Location: 'Bath' })
      expect((await user.patch(path, { [name]: 'Mine' }, { 'If-Match': tag })).status).toBe(412)
      expect((await stored())[name]).not.toBe('Mine')
    })

    test('after reading again goes through', async () => {
      const { user, path, tag, stored, change } = await known()
      await change({ Location: 'Bath' })
      expect((await user.patch(path, { Location: 'Wells' }, { 'If-Match': tag })).status).toBe(412)
      const again = tagOf(await user.get(path))
      expect((await user.patch(path, { Location: 'Wells' }, { 'If-Match': again })).status).toBe(200)
      expect((await stored()).Location).toBe('Wells')
    })

    test('without If-Match lets the last one win', async () => {
      const { user, path, stored, change } = await known()
      await change({ Location: 'Bath' })
      expect((await user.patch(path, { Location: 'Wells' })).status).toBe(200)
      expect((await stored()).Location).toBe('Wells')
    })

    test('sent twice with the same If-Match is no conflict', async () => {
      const { user, path, tag } = await known()
      const send = () => user.patch(path, { Location: ' Bath ', [name]: 'Mine' }, { 'If-Match': tag })
      const [first, second] = [await send(), await send()]
      expect([first.status, second.status]).toEqual([200, 200])
      expect(second.body).toEqual(first.body)
      expect(tagOf(second)).toBe(tagOf(first))
    })

    test('sent twice with a change by somebody else in between is one', async () => {
      const { user, path, tag, stored, change } = await known()
      const send = () => user.patch(path, { Location: 'Bath' }, { 'If-Match': tag })
      expect((await send()).status).toBe(200)
      await change({ Location: 'Wells' })
      expect((await send()).status).toBe(412)
      expect((await stored()).Location).toBe('Wells')
    })

    test('of nothing is no conflict', async () => {
      const { user, path } = await known()
      expect((await user.patch(path, {}, { 'If-Match': '"other"' })).status).toBe(200)
    })

    test('that breaks a rule is a 400 whatever is known', async () => {
      const { user, path } = await known()
      expect((await user.patch(path, { [name]: ' ' }, { 'If-Match': '"other"' })).status).toBe(400)
    })
  })

  describe('DELETE', () => {
    test.each([
      ['its ETag', (tag: string) => ({ 'If-Match': tag })],
      ['any', () => ({ 'If-Match': '*' })],
      ['no If-Match', () => undefined],
    ])('with %s deletes it, and answers without an ETag', async (_what, headers) => {
      const { user, path, tag } = await known()
      const answer = await user.delete(path, headers(tag))
      expect(answer).toMatchObject({ status: 200, body: { msg: `${noun} deleted successfully` } })
      expect(answer.headers.get('ETag')).toBe(null)
      expect((await user.get(path)).status).toBe(404)
      expect((await user.delete(path, headers(tag))).status).toBe(404)
    })

    test.each([
      ['another', () => '"other"'],
      ['its own made weak', (tag: string) => `W/${tag}`],
      ['none', () => ''],
    ])('with %s in If-Match is a 412, and nothing is deleted', async (_what, match) => {
      const { user, path, tag } = await known()
      expect((await user.delete(path, { 'If-Match': match(tag) })).body).toEqual({ msg: changed })
      expect((await user.delete(path, { 'If-Match': match(tag) })).status).toBe(412)
      expect((await user.get(path)).status).toBe(200)
    })

    test('with what it was before is a 412', async () => {
      const { user, path, tag, change } = await known()
      await change({ Location: 'Bath' })
      expect((await user.delete(path, { 'If-Match': tag })).status).toBe(412)
      expect(await db.$count(table, eq(table.ownerId, user.user._id))).toBe(1)
    })
  })

  test("of another is a 404, even to who knows its ETag or guesses it by '*'", async () => {
    const { path, tag, stored } = await known()
    const stranger = await signedIn()
    for (const match of [tag, '*', '"other"']) {
      const headers = { 'If-Match': match }
      expect((await stranger.patch(path, { Location: 'Bath' }, headers)).status).toBe(404)
      expect((await stranger.delete(path, headers)).status).toBe(404)
    }
    expect((await stored()).Location).toBe('Bristol')
  })
})

describe.each(records.filter((of) => of !== bud))('the ETag of a $one', ({ one, api, create }) => {
  async function withBud() {
    const user = await signedIn()
    const [ada, grace] = [
      await createBud(user.user, { Firstname: 'Ada', Surname: 'King' }),
      await createBud(user.user, { Firstname: 'Grace', Surname: 'Hopper' }),
    ]
    const { _id } = await create(user.user, { selectedBuds: [ada._id] })
    const path = `${api}/${_id}`
    return { user, ada, grace, path, tag: tagOf(await user.get(path)) }
  }

  test('changes with who is in it, and the conflict names them', async () => {
    const { user, ada, grace, path, tag } = await withBud()
    await user.patch(path, { selectedBuds: [grace._id, ada._id] })
    const answer = await user.patch(path, { selectedBuds: [] }, { 'If-Match': tag })
    expect(answer).toMatchObject({
      status: 412,
      body: { errors: { selectedBuds: ['Saved now: Ada King, Grace Hopper'] } },
    })
    const same = { selectedBuds: [ada._id.toUpperCase(), grace._id] }
    expect((await user.patch(path, same, { 'If-Match': tag })).status).toBe(200)
  })

  test('changes when one of them is renamed or deleted', async () => {
    const { user, ada, path, tag } = await withBud()
    await user.patch(`/api/v1/buds/${ada._id}`, { Surname: 'Lovelace' })
    const renamed = tagOf(await user.get(path))
    await user.delete(`/api/v1/buds/${ada._id}`)
    const without = tagOf(await user.get(path))
    expect(new Set([tag, renamed, without]).size).toBe(3)
    expect((await user.delete(path, { 'If-Match': renamed })).status).toBe(412)
    expect((await user.patch(path, { selectedBuds: [ada._id] }, { 'If-Match': tag })).status).toBe(412)
    expect((await user.get(path)).body[one].buds).toEqual([])
  })
})

describe.each(records)('by the form a $one', (of) => {
  const { one, noun, api, edit, saved, name, create } = of
  const changed = `This ${one} has changed since you opened it`

  /** A form as it was opened, and somebody who saves something else in the meantime. */
  async function opened(fields: object = {}) {
    const user = await signedIn()
    const { _id } = await create(user.user, { [name]: 'Ours', Location: 'Bristol', ...fields })
    const path = `${edit}/${_id}`
    const form = formIn(await user.visit(path))
    const stored = async () => (await user.get(`${api}/${_id}`)).body?.[one]
    const elsewhere = async (change: object) => {
      expect((await user.patch(`${api}/${_id}`, change)).status).toBe(200)
    }
    return { user, _id, path, form, stored, elsewhere }
  }

  const isSaved = (answer: ClientResponse) => {
    expect(answer).toHaveRedirect(saved)
    expect(answer).toSendToast(`${noun} edited successfully`)
  }

  test('that nobody else has changed is saved', async () => {
    const { user, path, form, stored } = await opened()
    isSaved(await user.submit(path, typed(form, { [name]: 'Mine' })))
    expect(await stored()).toMatchObject({ [name]: 'Mine', Location: 'Bristol' })
  })

  test('that somebody else has changed is a 412: it says so, and what was saved; nothing is written', async () => {
    const { user, path, form, stored, elsewhere } = await opened()
    await elsewhere({ Location: 'Bath' })
    const before = await stored()
    const page = await user.submit(path, typed(form, { [name]: 'Mine' }))
    expect(page.status).toBe(412)
    expect(visibleText(page)).toContain(changed)
    expect(visibleText(page)).toContain('Saved now: Bath')
    expect(await stored()).toEqual(before)
  })

  test('keeps what was typed, and saves it when it is sent again', async () => {
    const { user, path, form, stored, elsewhere } = await opened()
    await elsewhere({ [name]: 'Theirs', Location: 'Bath' })
    const page = await user.submit(path, typed(form, { [name]: ' Mine ', Location: 'Wells' }))
    const kept = formIn(page)
    expect([valuesIn(kept, name), valuesIn(kept, 'Location')]).toEqual([[' Mine '], ['Wells']])
    isSaved(await user.submit(path, kept))
    expect(await stored()).toMatchObject({ [name]: 'Mine', Location: 'Wells' })
  })

  test('can take over what was saved, and save the rest', async () => {
    const { user, path, form, stored, elsewhere } = await opened()
    await elsewhere({ Location: 'Bath' })
    const page = await user.submit(path, typed(form, { [name]: 'Mine' }))
    isSaved(await user.submit(path, typed(formIn(page), { Location: 'Bath' })))
    expect(await stored()).toMatchObject({ [name]: 'Mine', Location: 'Bath' })
  })

  test('is told again when it has changed again', async () => {
    const { user, path, form, stored, elsewhere } = await opened()
    await elsewhere({ Location: 'Bath' })
    const first = await user.submit(path, typed(form, { Location: 'Wells' }))
    await elsewhere({ Location: 'Truro' })
    const second = await user.submit(path, formIn(first))
    expect(second.status).toBe(412)
    expect(visibleText(second)).toContain('Saved now: Truro')
    expect((await stored()).Location).toBe('Truro')
    isSaved(await user.submit(path, formIn(second)))
    expect((await stored()).Location).toBe('Wells')
  })

  test('is told of what was opened, not of what is there now, after a form that broke the rules', async () => {
    const { user, path, form, stored, elsewhere } = await opened()
    await elsewhere({ Location: 'Bath' })
    const refused = await user.submit(path, typed(form, { [name]: ' ' }))
    expect(refused.status).toBe(400)
    const page = await user.submit(path, typed(formIn(refused), { [name]: 'Mine' }))
    expect(page.status).toBe(412)
    expect((await stored()).Location).toBe('Bath')
  })

  test.each([
    ...(one === 'bud' ? ['add-custom-field'] : ['find-buds']),
    ...(one === 'circle' ? ['add-milestone', 'remove-milestone-1'] : []),
  ])('is told of what was opened after %s, which sends the form without saving', async (intent) => {
    const { user, path, form, stored, elsewhere } = await opened()
    await elsewhere({ Location: 'Bath' })
    const back = await user.submit(path, typed(form, { [name]: 'Mine', intent }))
    expect(back.status).toBe(200)
    const page = await user.submit(path, formIn(back))
    expect(page.status).toBe(412)
    expect(valuesIn(formIn(page), name)).toEqual(['Mine'])
    expect(await stored()).toMatchObject({ [name]: 'Ours', Location: 'Bath' })
  })

  test('sent twice is no conflict, one after the other or at once', async () => {
    const { user, path, form, stored } = await opened()
    const send = () => user.submit(path, typed(form, { [name]: 'Mine' }))
    for (const answer of [await send(), await send(), ...(await Promise.all([send(), send()]))])
      isSaved(answer)
    expect((await stored())[name]).toBe('Mine')
  })

  test('that was opened, and saved by another in the same words, is no conflict', async () => {
    const { user, path, form, stored, elsewhere } = await opened()
    await elsewhere({ Location: 'Bath' })
    isSaved(await user.submit(path, typed(form, { Location: ' Bath ' })))
    expect((await stored()).Location).toBe('Bath')
  })

  test('without a version, which only programs send, lets the last one win', async () => {
    const { user, path, form, stored, elsewhere } = await opened()
    await elsewhere({ Location: 'Bath' })
    const bare = form.filter(([field]) => field !== '_version')
    isSaved(await user.submit(path, bare))
    expect((await stored()).Location).toBe('Bristol')
  })

  test('that is gone when its form is sent leads to the list, and is not made anew', async () => {
    const { user, _id, path, form, stored } = await opened()
    await user.delete(`${api}/${_id}`)
    const answer = await user.submit(path, typed(form, { [name]: 'Mine' }))
    expect(answer).toHaveRedirect(saved)
    expect(answer).toSendToast(`${noun} not found`)
    expect(await stored()).toBe(undefined)
  })
})

describe('in a form the meantime', () => {
  test("of a circle's milestones and buds is told by what they say, and what was typed stays", async () => {
    const user = await signedIn()
    const [ada, grace] = [
      await createBud(user.user, { Firstname: 'Ada', Surname: 'King' }),
      await createBud(user.user, { Firstname: 'Grace', Surname: 'Hopper' }),
    ]
    const { _id } = await createCircle(user.user, { selectedBuds: [ada._id] })
    const path = `/dashboard/EditCircle/${_id}`
    const form = formIn(await user.visit(path))
    await user.patch(`/api/v1/circles/${_id}`, {
      milestones: [{ date: '2027-01-15', description: 'Theirs' }],
      selectedBuds: [ada._id, grace._id],
    })
    const mine = { 'milestone-date-1': '2026-12-01', 'milestone-description-1': 'Mine' }
    const page = await user.submit(path, typed(form, mine))
    expect(page.status).toBe(412)
    expect(visibleText(page)).toMatch(/Saved now: [^:]*2027-01-15 Theirs/)
    expect(visibleText(page)).toContain('Saved now: Ada King, Grace Hopper')
    const kept = formIn(page)
    expect(Object.fromEntries(kept)).toMatchObject(mine)
    expect(valuesIn(kept, 'selectedBuds')).toEqual([ada._id])
    expect(await user.submit(path, kept)).toHaveRedirect('/dashboard/allcircles')
    expect((await user.get(`/api/v1/circles/${_id}`)).body.circle).toMatchObject({
      milestones: [{ id: 1, date: '2026-12-01', description: 'Mine' }],
      buds: [{ _id: ada._id }],
    })
  })

  test("of a bud's lists and custom fields is told too", async () => {
    const user = await signedIn()
    const { _id } = await createBud(user.user, { hobbies: ['Chess'] })
    const path = `/dashboard/EditBud/${_id}`
    const form = formIn(await user.visit(path))
    await user.patch(`/api/v1/buds/${_id}`, {
      hobbies: ['Chess', 'Yoga'],
      customFields: [{ name: 'Ship', value: 'Hopper' }],
    })
    const page = await user.submit(path, typed(form, { Surname: 'Mine' }))
    expect(page.status).toBe(412)
    expect(visibleText(page)).toContain('Saved now: Chess, Yoga')
    expect(visibleText(page)).toContain('Saved now: Ship Hopper')
    expect(valuesIn(formIn(page), 'Surname')).toEqual(['Mine'])
  })

  test('of an event may move its start behind the end that was typed', async () => {
    const user = await signedIn()
    const { _id } = await createEvent(user.user)
    const path = `/dashboard/EditEvent/${_id}`
    const form = formIn(await user.visit(path))
    const later = { startDate: '2026-11-21T19:00', endDate: '2026-11-21T23:00' }
    await user.patch(`/api/v1/events/${_id}`, later)
    const page = await user.submit(path, typed(form, { endDate: '2026-11-20T22:00' }))
    expect(page.status).toBe(412)
    expect((await user.get(`/api/v1/events/${_id}`)).body.event).toMatchObject(later)
  })
})

describe('a bud that is deleted while it is chosen in an open form', () => {
  test.each(records.filter((of) => of !== bud))(
    'of a $one',
    async ({ one, api, edit, saved, add, minimal, create }) => {
      const user = await signedIn()
      const [ada, grace] = [
        await createBud(user.user, { Firstname: 'Ada', Surname: 'King' }),
        await createBud(user.user, { Firstname: 'Grace', Surname: 'Hopper' }),
      ]
      const { _id } = await create(user.user)
      for (const path of [add, `${edit}/${_id}`]) {
        const form = [
          ...typed(formIn(await user.visit(path)), { ...minimal, Name: 'Mine' }),
          ...[ada, grace].map(({ _id }): [string, string] => ['selectedBuds', _id]),
        ]
        await user.delete(`/api/v1/buds/${ada._id}`)
        const page = await user.submit(path, form)
        expect(page.status).toBe(400)
        expect(visibleText(page)).toContain('One of the chosen buds does not exist')
        const kept = formIn(page)
        expect(valuesIn(kept, 'Name')).toEqual(['Mine'])
        expect(valuesIn(kept, 'selectedBuds')).toEqual([grace._id])
        expect(await user.submit(path, kept)).toHaveRedirect(saved)
      }
      const { body } = await user.get(`${api}?search=mine`)
      expect(body[`${one}s`].map((entry: { buds: object[] }) => entry.buds)).toEqual([
        [{ _id: grace._id, Firstname: 'Grace', Surname: 'Hopper' }],
        [{ _id: grace._id, Firstname: 'Grace', Surname: 'Hopper' }],
      ])
    },
  )
})

test("nobody learns another's record by a version", async () => {
  const stranger = await signedIn()
  for (const { create, edit, saved, minimal } of records) {
    const { _id } = await create(await createUser(), { Location: 'Secret' })
    const form = { ...minimal, _version: '"other"', Location: 'Mine' }
    const answer = await stranger.submit(`${edit}/${_id}`, form)
    expect(answer).toHaveRedirect(saved)
    expect(answer.text).not.toContain('Secret')
  }
})
