import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { type ClientResponse, visibleText } from './support/client'
import { createBud, createCircle, createEvent, signedIn } from './support/factories'
import { formIn, typed, valuesIn } from './support/form'
import { records } from './support/records'

const etagOf = ({ headers }: ClientResponse) => headers.get('ETag') ?? ''
const strong = /^"[\w-]+"$/

describe.each(records)('$one in the API', (kind) => {
  const { one, noun, api, minimal, name, text, optional, table, create } = kind
  const changed = `This ${one} has changed since you opened it`

  /** A record with its ETag, and functions that read and edit it. */
  async function setUp() {
    const user = await signedIn()
    const { _id } = await create(user.user, { [text]: 'Bristol' })
    const path = `${api}/${_id}`
    const etag = etagOf(await user.get(path))
    const stored = async () => (await user.get(path)).body[one]
    const edit = async (fields: object) => {
      expect((await user.patch(path, fields)).status).toBe(200)
    }
    return { user, path, etag, stored, edit }
  }

  describe('GET', () => {
    test('has its version as a strong ETag; each change gives it a new one, and nothing else does', async () => {
      const { user, path, etag } = await setUp()
      expect(etag).toMatch(/^"\d+"$/)
      const seen = new Set([etag])
      for (const [value, versions] of [
        ['Bristol', 1],
        ['Bath', 2],
        ['Bristol', 3],
      ] as const) {
        const changed = await user.patch(path, { [text]: value })
        const next = etagOf(changed)
        expect(seen.add(next).size).toBe(versions)
        for (const response of [changed, await user.get(path)]) {
          expect(etagOf(response)).toBe(next)
          expect(response.body[one]).not.toHaveProperty('version')
        }
        expect(etagOf(await user.send('HEAD', path))).toBe(next)
      }
    })

    test('responds 304 to its ETag in If-None-Match, also weak or in a list, and ignores If-Match', async () => {
      const { user, path, etag } = await setUp()
      for (const etags of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const response = await user.send('GET', path, { headers: { 'If-None-Match': etags } })
        expect([response.status, response.text, etagOf(response)]).toEqual([304, '', etag])
      }
      expect((await user.send('GET', path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
      expect((await user.send('GET', path, { headers: { 'If-Match': '"other"' } })).status).toBe(200)
    })

    test('has the same ETag when its response is compressed', async () => {
      const { user, path, edit } = await setUp()
      await edit(kind.long)
      const compressed = await user.send('GET', path, { headers: { 'Accept-Encoding': 'gzip' } })
      const plain = await user.send('GET', path, { headers: { 'Accept-Encoding': 'identity' } })
      expect(compressed.headers.get('Content-Encoding')).toBe('gzip')
      expect(plain.headers.get('Content-Encoding')).toBe(null)
      const headers = { 'If-Match': etagOf(compressed) }
      expect(etagOf(plain)).toBe(headers['If-Match'])
      expect((await user.patch(path, { [text]: 'Bath' }, headers)).status).toBe(200)
    })
  })

  test('gets the same ETag from POST as from GET', async () => {
    const user = await signedIn()
    const made = await user.post(api, minimal, { 'If-Match': '"other"' })
    expect(made.status).toBe(201)
    expect(etagOf(made)).toMatch(strong)
    expect(etagOf(await user.get(`${api}/${made.body[one]._id}`))).toBe(etagOf(made))
  })

  describe('PATCH', () => {
    test('with its ETag or * in If-Match, also among others, responds 200 with the next ETag', async () => {
      const { user, path, etag } = await setUp()
      let last = etag
      for (const [n, match] of ['own', '*', '"other", own , W/"third"', '"other", *'].entries()) {
        const headers = { 'If-Match': match.replace('own', last) }
        const response = await user.patch(path, { [text]: `Bath ${n}` }, headers)
        expect(response).toMatchObject({ status: 200, body: { [one]: { [text]: `Bath ${n}` } } })
        expect(etagOf(response)).toMatch(strong)
        expect(etagOf(response)).not.toBe(last)
        last = etagOf(await user.get(path))
        expect(etagOf(response)).toBe(last)
      }
    })

    test('with any other value in If-Match responds 412 and changes nothing', async () => {
      const { user, path, etag, stored } = await setUp()
      const before = await stored()
      const parts = [`W/${etag}`, etag.replaceAll('"', ''), `${etag.slice(0, -3)}"`]
      for (const match of ['"other"', '"other", "third"', ...parts, '']) {
        const errors = { [text]: ['Saved now: Bristol'] }
        expect(await user.patch(path, { [text]: 'Bath' }, { 'If-Match': match }), match).toMatchObject({
          status: 412,
          body: { msg: changed, errors },
        })
      }
      expect(await stored()).toEqual(before)
    })

    test('with a stale ETag responds 412 for any field, with the stored values; without If-Match, 200', async () => {
      const { user, path, etag, stored, edit } = await setUp()
      const nothing = Object.fromEntries(
        Object.keys(optional).map((field) => [field, ['Saved now: nothing']]),
      )
      await edit({ [name]: 'Theirs' })
      const before = await stored()
      for (const [mine, errors] of [
        [{ [name]: 'Mine', [text]: before[text] }, { [name]: ['Saved now: Theirs'] }],
        [optional, nothing],
      ] as const) {
        const response = await user.patch(path, mine, { 'If-Match': etag })
        expect([response.status, response.body]).toEqual([412, { msg: changed, errors }])
      }
      expect(await stored()).toEqual(before)
      await edit(optional)
      expect(await stored()).toMatchObject(optional)
    })

    test('sent twice is a conflict only after another change', async () => {
      const { user, path, etag, stored, edit } = await setUp()
      const send = () => user.patch(path, { [text]: ' Bath ', [name]: 'Mine' }, { 'If-Match': etag })
      const [first, second] = [await send(), await send()]
      expect([first.status, second.status]).toEqual([200, 200])
      expect(second.body).toEqual(first.body)
      expect(etagOf(second)).toBe(etagOf(first))
      await edit({ [text]: 'Wells' })
      expect((await send()).status).toBe(412)
      expect((await stored())[text]).toBe('Wells')
    })

    test('without any field responds 200, and with an invalid value 400, whatever If-Match says', async () => {
      const { user, path } = await setUp()
      const send = (change: object) => user.patch(path, change, { 'If-Match': '"other"' })
      expect([(await send({})).status, (await send({ [name]: ' ' })).status]).toEqual([200, 400])
    })
  })

  describe('DELETE', () => {
    test('with its ETag, * or no If-Match deletes it and responds without an ETag', async () => {
      for (const match of ['own', '*', undefined]) {
        const { user, path, etag } = await setUp()
        const headers = match ? { 'If-Match': match.replace('own', etag) } : undefined
        const response = await user.delete(path, headers)
        expect(response).toMatchObject({ status: 200, body: { msg: `${noun} deleted successfully` } })
        expect(response.headers.get('ETag')).toBe(null)
        expect(await user.get(path)).toMatchObject({ status: 404, body: { msg: `${noun} not found` } })
        expect((await user.delete(path, headers)).status).toBe(404)
      }
    })

    test('with another value in If-Match responds 412 and deletes nothing', async () => {
      const { user, path, etag, edit } = await setUp()
      for (const match of ['"other"', `W/${etag}`, '']) {
        const response = await user.delete(path, { 'If-Match': match })
        expect(response, match).toMatchObject({ status: 412, body: { msg: changed } })
      }
      await edit({ [text]: 'Bath' })
      expect((await user.delete(path, { 'If-Match': etag })).status).toBe(412)
      expect(await db.$count(table, eq(table.ownerId, user.user._id))).toBe(1)
    })
  })

  test("of another user responds 404, also with its ETag or '*'", async () => {
    const { path, etag, stored } = await setUp()
    const stranger = await signedIn()
    for (const match of [etag, '*', '"other"']) {
      const headers = { 'If-Match': match }
      expect((await stranger.patch(path, { [text]: 'Bath' }, headers)).status).toBe(404)
      expect((await stranger.delete(path, headers)).status).toBe(404)
    }
    expect((await stored())[text]).toBe('Bristol')
  })
})

describe.each(records.filter(({ hasBuds }) => hasBuds))('ETag of a $one with buds', (kind) => {
  const { one, api, edit, saved, create } = kind

  async function withBud() {
    const user = await signedIn()
    const [ada, grace] = [
      await createBud(user.user, { Firstname: 'Ada', Surname: 'King' }),
      await createBud(user.user, { Firstname: 'Grace', Surname: 'Hopper' }),
    ]
    const { _id } = await create(user.user, { selectedBuds: [ada._id] })
    const path = `${api}/${_id}`
    return { user, ada, grace, _id, path, etag: etagOf(await user.get(path)) }
  }

  test('changes with the chosen buds, and the conflict shows their names', async () => {
    const { user, ada, grace, path, etag } = await withBud()
    await user.patch(path, { selectedBuds: [grace._id, ada._id] })
    const response = await user.patch(path, { selectedBuds: [] }, { 'If-Match': etag })
    expect(response).toMatchObject({
      status: 412,
      body: { errors: { selectedBuds: ['Saved now: Ada King, Grace Hopper'] } },
    })
    const same = { selectedBuds: [ada._id.toUpperCase(), grace._id] }
    expect((await user.patch(path, same, { 'If-Match': etag })).status).toBe(200)
  })

  test('changes when a bud is renamed or deleted', async () => {
    const { user, ada, path, etag } = await withBud()
    await user.patch(`/api/v1/buds/${ada._id}`, { Surname: 'Lovelace' })
    const renamed = etagOf(await user.get(path))
    await user.delete(`/api/v1/buds/${ada._id}`)
    const without = etagOf(await user.get(path))
    expect(new Set([etag, renamed, without]).size).toBe(3)
    expect((await user.delete(path, { 'If-Match': renamed })).status).toBe(412)
    expect((await user.patch(path, { selectedBuds: [ada._id] }, { 'If-Match': etag })).status).toBe(412)
    expect((await user.get(path)).body[one].buds).toEqual([])
  })

  test('is not compared with the version in the form: a renamed bud is not a conflict', async () => {
    const { user, ada, _id, path, etag } = await withBud()
    const form = formIn(await user.visit(`${edit}/${_id}`))
    await user.patch(`/api/v1/buds/${ada._id}`, { Surname: 'Lovelace' })
    expect(await user.submit(`${edit}/${_id}`, typed(form, { Name: 'Mine' }))).toHaveRedirect(saved)
    const versionOf = (tag: string) => Number(/^"(\d+)-/.exec(tag)?.[1])
    expect(versionOf(etagOf(await user.get(path)))).toBeGreaterThan(versionOf(etag))
  })
})

describe.each(records)('form of a $one', (kind) => {
  const { one, noun, api, edit, saved, name, text, hasBuds, create } = kind
  const changed = `This ${one} has changed since you opened it`

  /** An open form, and a function that edits the record by the API. */
  async function opened(fields: object = {}) {
    const user = await signedIn()
    const { _id } = await create(user.user, { [name]: 'Ours', [text]: 'Bristol', ...fields })
    const path = `${edit}/${_id}`
    const form = formIn(await user.visit(path))
    const stored = async () => (await user.get(`${api}/${_id}`)).body?.[one]
    const editByApi = async (change: object) => {
      expect((await user.patch(`${api}/${_id}`, change)).status).toBe(200)
    }
    return { user, _id, path, form, stored, editByApi }
  }

  const expectSaved = (response: ClientResponse) => {
    expect(response).toHaveRedirect(saved)
    expect(response).toSendToast(`${noun} edited successfully`)
  }

  test('gets 412 with the stored values after another change, keeps what was typed, and saves it if sent again', async () => {
    const { user, path, form, stored, editByApi } = await opened()
    await editByApi({ [name]: 'Theirs', [text]: 'Bath' })
    const before = await stored()
    const page = await user.submit(path, typed(form, { [name]: ' Mine ', [text]: 'Wells' }))
    expect(page.status).toBe(412)
    for (const shown of [changed, 'Saved now: Theirs', 'Saved now: Bath']) {
      expect(visibleText(page)).toContain(shown)
    }
    expect(await stored()).toEqual(before)
    const kept = formIn(page)
    expect([valuesIn(kept, name), valuesIn(kept, text)]).toEqual([[' Mine '], ['Wells']])
    await editByApi({ [text]: 'Truro' })
    const second = await user.submit(path, kept)
    expect(second.status).toBe(412)
    expect(visibleText(second)).toContain('Saved now: Truro')
    expectSaved(await user.submit(path, formIn(second)))
    expect(await stored()).toMatchObject({ [name]: 'Mine', [text]: 'Wells' })
  })

  test('after a conflict, can be sent with the stored value in one field, and saves the others', async () => {
    const { user, path, form, stored, editByApi } = await opened()
    await editByApi({ [text]: 'Bath' })
    const page = await user.submit(path, typed(form, { [name]: 'Mine' }))
    expectSaved(await user.submit(path, typed(formIn(page), { [text]: 'Bath' })))
    expect(await stored()).toMatchObject({ [name]: 'Mine', [text]: 'Bath' })
  })

  test('keeps the version that it was opened with when it is invalid or sent without saving', async () => {
    for (const fields of [
      { [name]: ' ' },
      ...(one === 'bud' ? [{ intent: 'add-custom-field' }] : []),
      ...(hasBuds ? [{ intent: 'find-buds' }] : []),
      ...(one === 'circle' ? [{ intent: 'add-milestone' }, { intent: 'remove-milestone-1' }] : []),
    ] as Record<string, string>[]) {
      const { user, path, form, stored, editByApi } = await opened()
      await editByApi({ [text]: 'Bath' })
      const back = await user.submit(path, typed(form, fields))
      expect(back.status).toBe('intent' in fields ? 200 : 400)
      const page = await user.submit(path, typed(formIn(back), { [name]: 'Mine' }))
      expect(page.status).toBe(412)
      expect(valuesIn(formIn(page), name)).toEqual(['Mine'])
      expect(await stored()).toMatchObject({ [name]: 'Ours', [text]: 'Bath' })
    }
  })

  test('sent twice is not a conflict, one after the other or concurrently', async () => {
    const { user, path, form, stored } = await opened()
    const send = () => user.submit(path, typed(form, { [name]: 'Mine' }))
    for (const response of [await send(), await send(), ...(await Promise.all([send(), send()]))])
      expectSaved(response)
    expect((await stored())[name]).toBe('Mine')
  })

  test('does not conflict with another change to the same values', async () => {
    const { user, path, form, stored, editByApi } = await opened()
    await editByApi({ [text]: 'Bath' })
    expectSaved(await user.submit(path, typed(form, { [text]: ' Bath ' })))
    expect((await stored())[text]).toBe('Bath')
  })

  test('sent without a version, as only programs do, overwrites the record: the last write wins', async () => {
    const { user, path, form, stored, editByApi } = await opened()
    await editByApi({ [text]: 'Bath' })
    const bare = form.filter(([field]) => field !== '_version')
    expectSaved(await user.submit(path, bare))
    expect((await stored())[text]).toBe('Bristol')
  })

  test('of a deleted record redirects to the list and creates nothing', async () => {
    const { user, _id, path, form, stored } = await opened()
    await user.delete(`${api}/${_id}`)
    const response = await user.submit(path, typed(form, { [name]: 'Mine' }))
    expect(response).toHaveRedirect(saved)
    expect(response).toSendToast(`${noun} not found`)
    expect(await stored()).toBe(undefined)
  })
})

describe('a conflict', () => {
  test("of a circle's milestones and buds shows their texts and keeps the typed values", async () => {
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

  test("of a bud's lists and custom fields shows their values", async () => {
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

  test('of an event is reported before its end is compared with its start', async () => {
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

describe('a bud that is selected in an open form and deleted meanwhile', () => {
  test.each(records.filter(({ hasBuds }) => hasBuds))(
    'is refused by the form of a $one, which keeps the other buds',
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
