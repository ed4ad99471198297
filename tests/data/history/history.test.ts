import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, describe, expect, test } from 'vitest'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import { waitForBackgroundTasks } from '~/base/node/background.server'
import { env } from '~/base/node/env.server'
import { buds, changes, circleBuds } from '~drizzle/schema'
import { type Client, createClient, visibleText } from '../../support/client'
import { isRemote } from '../../support/database'
import { createBud, createCircle, createEvent, signedIn } from '../../support/factories'
import { formIn, typed } from '../../support/form'
import {
  changesOf,
  lastChange,
  lastRecords,
  onePixel,
  undo,
  undoFormIn,
  undoLast,
  withMemberships,
} from '../../support/history'
import { kinds } from '../../support/parity'
import { records } from '../../support/records'

const api = '/api/v1/changes'
const screen = '/dashboard/history'
const done = 'Change undone successfully'
const partly = 'Change undone, except for what was changed since'

/** The body and the ETag of each path. */
const read = (client: Client, ...paths: string[]) =>
  Promise.all(
    paths.map(async (path) => {
      const { status, text, headers } = await client.get(path)
      return [status, text, headers.get('ETag')]
    }),
  )

test.each(kinds)('takes back an edit of each field of a $one by itself', async (kind) => {
  const user = await signedIn()
  const { api: path, one, name, text, minimal, asJson } = kind
  const made = await user.post(path, { ...minimal, [name]: 'Else', [text]: 'Bath' })
  const own = `${path}/${made.body[one]._id}`
  const before = await read(user, own)
  const times = { startDate: '2126-11-20T18:00', endDate: '2126-11-20T23:30' }
  for (const [field, value] of Object.entries({ ...asJson, ...('startDate' in asJson && times) })) {
    expect(await user.patch(own, { [field]: value }), field).toMatchObject({ status: 200 })
    // An event that is not repeated has nothing to skip.
    if (field === 'skipped') continue
    expect(await read(user, own), field).not.toEqual(before)
    expect(await undoLast(user), field).toMatchObject({ status: 200, body: { msg: done, kept: [] } })
    expect(await read(user, own), field).toEqual(before)
  }
})

describe.each(records)(
  'the history of a $one',
  ({ api: path, noun, one, name, text, minimal, edit, remove, saved }) => {
    const named = Object(minimal)[name]

    async function made() {
      const user = await signedIn()
      const { _id } = (await user.post(path, minimal)).body[one]
      return { user, _id, own: `${path}/${_id}` }
    }

    test('lists its creation, edits and deletion with title, kind and time, newest first', async () => {
      const { user, own, _id } = await made()
      await user.patch(own, { [text]: 'Bath' })
      await user.patch(own, { [name]: 'Else' })
      await user.delete(own)
      const entries = [
        ['delete', 'Else deleted'],
        ['update', 'Else edited'],
        ['update', `${named} edited`],
        ['create', `${named} added`],
      ]
      const list = await changesOf(user)
      expect(list).toEqual(
        entries.map(([kind, title]) => ({
          _id: expect.any(String),
          kind,
          title,
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          undoneAt: null,
          via: { kind: 'person', name: '' },
          rows: 1,
        })),
      )
      for (const { createdAt } of list)
        expect(Math.abs(new Date(createdAt).getTime() - Date.now())).toBeLessThan(60_000)
      expect(await changesOf(user, `?of=${_id}`)).toEqual(list)
      const shown = visibleText(await user.visit(screen))
      expect(shown).toMatch(new RegExp(entries.map(([, title]) => title).join('.*Undo.*')))
    })

    test('takes back an edit, a creation and a deletion, once each', async () => {
      const { user, own } = await made()
      const creation = await lastChange(user)
      const first = await read(user, own)
      await user.patch(own, { [text]: 'Bath' })
      const edit = await lastChange(user)
      expect(await undo(user, edit)).toMatchObject({ status: 200, body: { msg: done, kept: [] } })
      expect(await read(user, own)).toEqual(first)
      await user.delete(own)
      const deletion = await lastChange(user)
      expect((await undo(user, deletion)).body).toEqual({ msg: done, kept: [] })
      expect(await read(user, own)).toEqual(first)
      expect((await undo(user, creation)).body).toEqual({ msg: done, kept: [] })
      expect((await user.get(own)).status).toBe(404)
      const msg = 'This change has been undone already'
      for (const id of [creation, edit, deletion])
        expect(await undo(user, id)).toMatchObject({ status: 409, body: { msg } })
      expect(await user.submit(`${screen}/${edit}`, { intent: 'undo' })).toSendToast(msg)
      expect((await changesOf(user)).map(({ title }) => title)).toEqual([
        ...[`${named} removed`, `${named} restored`, `${named} deleted`],
        ...[`${named} changed back`, `${named} edited`, `${named} added`],
      ])
    })

    test('has no change set of an unchanged save, whose toast has no Undo', async () => {
      const { user, _id } = await made()
      const form = formIn(await user.visit(`${edit}/${_id}`))
      const response = await user.submit(`${edit}/${_id}`, form)
      expect(response).toSendToast(`${noun} edited successfully`)
      expect(undoFormIn(await user.visit(saved))).toBeUndefined()
      expect(await changesOf(user)).toHaveLength(1)
    })

    test('is undone without JavaScript by the toast of an edit and of a deletion, on the page where it is', async () => {
      const { user, own, _id } = await made()
      const before = await read(user, own)
      const form = typed(formIn(await user.visit(`${edit}/${_id}`)), { [text]: 'Bath' })
      for (const [change, page] of [
        [() => user.submit(`${edit}/${_id}`, form), saved],
        [() => user.submit(`${remove}/${_id}`, {}), '/dashboard/AllCircles?sort=A-Z&page=1'],
      ] as const) {
        expect(await change()).toHaveRedirect(saved)
        expect(await read(user, own)).not.toEqual(before)
        const shown = await user.visit(page)
        expect(visibleText(shown)).toContain(` successfully ${named} Undo`)
        const { path = '', fields = [] } = undoFormIn(shown) ?? {}
        expect(undoFormIn(await user.visit(page))).toBeUndefined()
        const undone = await user.submit(path, fields)
        expect(undone).toHaveRedirect(page)
        expect(undone).toSendToast(done)
        expect(undoFormIn(await user.visit(page))).toBeUndefined()
        expect(await read(user, own)).toEqual(before)
      }
    })
  },
)

describe('the list of changes', () => {
  test('has 20 on a page, or 1 to 100 as set by `limit`, and the total; a page past the end is empty', async () => {
    const user = await signedIn()
    for (let n = 1; n <= 21; n++) await createBud(user.user, { Firstname: `Bud ${n}` })
    for (const [query, length, numOfPages, first] of [
      ['', 20, 2, 'Bud 21 added'],
      ['?page=2', 1, 2, 'Bud 1 added'],
      ['?page=3', 0, 2, undefined],
      ['?limit=5&page=2', 5, 5, 'Bud 16 added'],
      ['?limit=100', 21, 1, 'Bud 21 added'],
    ] as const) {
      const { body } = await user.get(`${api}${query}`)
      expect(body, query).toMatchObject({ totalChanges: 21, numOfPages })
      expect([body.changes.length, body.changes[0]?.title]).toEqual([length, first])
    }
    for (const query of ['?page=2', '?page=99', '?page=2&type=odd&of=odd&limit=1'])
      expect(visibleText(await user.visit(`${screen}${query}`))).toMatch(/21 changes.*Bud 1 added/)
  })

  test('`of` selects the changes of one record, those of its members too', async () => {
    const { user, _id, circle, path } = await withMemberships()
    const other = await createBud(user.user)
    await user.patch(`/api/v1/circles/${circle._id}`, { selectedBuds: [_id, other._id] })
    await user.delete(path)
    const titles = async (query: string) => (await changesOf(user, query)).map(({ title }) => title)
    expect(await titles(`?of=${_id}`)).toEqual(['Ada deleted', 'Ada edited', 'Ada added'])
    const ofCircle = ['Ada deleted', 'Readers edited', 'Readers added']
    expect(await titles(`?of=${circle._id.toUpperCase()}`)).toEqual(ofCircle)
    expect(await titles(`?of=${circle._id}&type=deleted`)).toEqual(['Ada deleted'])
    expect(await titles(`?of=${crypto.randomUUID()}`)).toEqual([])
    expect(visibleText(await user.visit(`${screen}?of=${other._id}`))).toContain('1 change ')
  })

  test('of type `deleted` is the trash: deletions that are not undone', async () => {
    const { user, path, paths } = await withMemberships()
    const trash = async () => (await changesOf(user, '?type=deleted')).map(({ title }) => title)
    for (const one of paths) await user.delete(one)
    expect(await trash()).toEqual(['Supper deleted', 'Readers deleted', 'Ada deleted'])
    const deletions = await changesOf(user, '?type=deleted')
    await undo(user, deletions[2]?._id ?? '')
    expect(await trash()).toEqual(['Supper deleted', 'Readers deleted'])
    expect((await user.get(path)).status).toBe(200)
    expect(visibleText(await user.visit(`${screen}?type=deleted`))).toMatch(
      /Supper deleted.*Restore.*Readers/,
    )
    await undoLast(user)
    expect(await trash()).toContain('Ada deleted')
  })

  test.each([
    ['page=0', /^page must be a whole number/],
    ['page=x', /^page must be a whole number/],
    ['limit=0', /^limit must be a whole number from 1 to 100$/],
    ['limit=101', /^limit must be a whole number from 1 to 100$/],
    ['type=edited', /^type must be deleted$/],
    ['of=1', /^of must be an id$/],
  ])('refuses %s', async (query, msg) => {
    const response = await (await signedIn()).get(`${api}?${query}`)
    expect(response).toMatchObject({ status: 400, body: { msg: expect.stringMatching(msg) } })
  })
})

describe('a change set shows, field by field and in the order of the form,', () => {
  test('what an edit changed', async () => {
    const user = await signedIn()
    const { _id } = await createBud(user.user, {
      hobbies: ['Yoga'],
      dates: [{ label: 'B', year: null, month: 2, day: 29 }],
    })
    await user.patch(`/api/v1/buds/${_id}`, {
      dates: [],
      hobbies: ['Yoga', 'Chess'],
      Surname: '<i>Hopper</i>',
    })
    await user.send('PUT', `/api/v1/buds/${_id}/photo`, { body: onePixel })
    const [picture, edit] = await changesOf(user)
    expect((await user.get(`${api}/${edit?._id}`)).body.change).toEqual({
      ...edit,
      title: 'Grace <i>Hopper</i> edited',
      records: [
        {
          type: 'bud',
          _id,
          name: 'Grace <i>Hopper</i>',
          fields: [
            { name: 'Surname', before: '', after: '<i>Hopper</i>' },
            { name: 'hobbies', before: ['Yoga'], after: ['Yoga', 'Chess'] },
            { name: 'dates', before: [{ label: 'B', year: null, month: 2, day: 29 }], after: [] },
          ],
        },
      ],
      totalRecords: 1,
      kept: [],
    })
    const shown = visibleText(await user.visit(`${screen}/${edit?._id}`))
    expect(shown).toMatch(/Surname nothing <i>Hopper<\/i> .*Hobbies Yoga .*Dates B · 29 February nothing/)
    expect(visibleText(await user.visit(`${screen}/${picture?._id}`))).toContain('Photo nothing A photo')
  })

  test('the first records of a large change set completely, and how many more there are', async () => {
    const user = await signedIn()
    const { _id: ownerId } = user.user
    const [id, first, circle] = [uuid(), uuid(), uuid()]
    await db.insert(changes).values({ ownerId, _id: id, kind: 'import', name: 'people.vcf' })
    const insert = (table: string, record: unknown, after: unknown, count: number) =>
      db.execute(sql`insert into change_rows (owner_id, change_id, table_name, record_id, after)
        select ${ownerId}, ${id}, ${table}, ${record}, ${after} from generate_series(1, ${count}::int) n`)
    await insert(
      'buds',
      sql`${first}::uuid`,
      sql`jsonb_build_object('id', ${first}::text, 'first_name', 'Ada')`,
      1,
    )
    await insert(
      'circles',
      sql`${circle}::uuid`,
      sql`jsonb_build_object('id', ${circle}::text, 'name', 'Navy')`,
      1,
    )
    const bud = sql`md5(n::text)::uuid`
    await insert('buds', bud, sql`jsonb_build_object('id', ${bud}, 'first_name', 'Bud ' || n)`, 3_000)
    const member = sql`jsonb_build_object('circle_id', ${circle}::text, 'bud_id', ${bud})`
    await insert('circle_buds', sql`${circle}::uuid`, member, 500)

    const { change } = (await user.get(`${api}/${id}`)).body
    expect([change.rows, change.totalRecords]).toEqual([3_502, 3_002])
    expect(change.records).toHaveLength(1_500)
    expect(change.records.slice(0, 3)).toMatchObject([
      { name: 'Ada' },
      { name: 'Navy', fields: [{ name: 'Name' }, { name: 'selectedBuds' }] },
      { name: 'Bud 1' },
    ])
    expect(change.records[1].fields[1].after).toHaveLength(500)
    const shown = visibleText(await user.visit(`${screen}/${id}`))
    expect(shown).toContain('3,002 records, the first 1,500 of which are shown')
    expect(shown).toContain('and 1,502 more')
  })

  test('the fields and members of a new record, without empty ones', async () => {
    const user = await signedIn()
    const [ada, grace] = [await createBud(user.user, { Firstname: 'Ada' }), await createBud(user.user)]
    const { _id } = await createCircle(user.user, { Name: 'Readers', selectedBuds: [ada._id, grace._id] })
    const fields = [
      { name: 'Name', before: null, after: 'Readers' },
      { name: 'Circletype', before: null, after: 'Other' },
      { name: 'selectedBuds', before: [], after: ['Ada', 'Grace'] },
    ]
    expect(await lastRecords(user)).toEqual([{ type: 'circle', _id, name: 'Readers', fields }])
    const mary = await createBud(user.user, { Firstname: 'Mary' })
    await user.patch(`/api/v1/circles/${_id}`, { selectedBuds: [grace._id, mary._id] })
    const members = { name: 'selectedBuds', before: ['Ada'], after: ['Mary'] }
    expect(await lastRecords(user)).toMatchObject([{ name: 'Readers', fields: [members] }])
  })

  test('what a deletion removed, also from other records', async () => {
    const { user, _id, path, circle, event, photo } = await withMemberships()
    await user.delete(path)
    const left = [{ name: 'selectedBuds', before: ['Ada'], after: [] }]
    expect(await lastRecords(user)).toEqual([
      {
        type: 'bud',
        _id,
        name: 'Ada',
        fields: [
          { name: 'Firstname', before: 'Ada', after: null },
          { name: 'Budtype', before: 'Other', after: null },
          { name: 'notes', before: 'Likes tea', after: null },
          { name: 'photo', before: photo, after: null },
        ],
      },
      { type: 'circle', _id: circle._id, name: 'Readers', fields: left },
      { type: 'event', _id: event._id, name: 'Supper', fields: left },
    ])
    expect((await changesOf(user))[0]).toMatchObject({ title: 'Ada deleted', rows: 4 })
  })
})

describe('undo', () => {
  test('restores a deleted bud with its id, creation time, version, photo, circles and events', async () => {
    const { user, path, photo, paths } = await withMemberships()
    const before = await read(user, ...paths, photo)
    await user.delete(path)
    expect((await read(user, path, photo)).map(([status]) => status)).toEqual([404, 404])
    expect((await undoLast(user)).body).toEqual({ msg: done, kept: [] })
    expect(await read(user, ...paths, photo)).toEqual(before)
  })

  test('stands on the screen below its day and time in the zone of the account', async () => {
    const user = await signedIn({ timeZone: 'Pacific/Kiritimati' })
    await createBud(user.user)
    await user.patch(`/api/v1/buds/${(await user.get('/api/v1/buds')).body.buds[0]._id}`, {
      Location: 'Wells',
    })
    const local = new Date(Date.now() + 14 * 3_600_000).toISOString()
    const page = visibleText(await user.visit('/dashboard/history'))
    expect(page).toMatch(/Today Grace edited \d\d:\d\d Undo/)
    expect(page).toContain(` ${local.slice(11, 13)}:`)
    expect(page).not.toContain('UTC')
  })

  test('can be undone, and then the first change can be undone again, and so on', async () => {
    const user = await signedIn()
    const path = `/api/v1/buds/${(await createBud(user.user, { Location: 'Bath' }))._id}`
    const bath = await read(user, path)
    await user.patch(path, { Location: 'Wells' })
    const edit = await lastChange(user)
    const wells = await read(user, path)
    for (let round = 0; round < 3; round++) {
      await undo(user, edit)
      expect(await read(user, path)).toEqual(bath)
      const [back, ...older] = await changesOf(user)
      expect(back).toMatchObject({ kind: 'undo', title: 'Grace changed back', undoneAt: null })
      expect(older.find(({ _id }) => _id === edit)?.undoneAt).not.toBeNull()
      expect((await undo(user, edit)).status).toBe(409)
      expect((await undoLast(user)).body.msg).toBe(done)
      expect(await read(user, path)).toEqual(wells)
      expect((await undo(user, back?._id ?? '')).status).toBe(409)
    }
  })

  test('keeps a new record that was edited since, names the fields, and makes no change set', async () => {
    const user = await signedIn()
    const { _id } = await createBud(user.user)
    const creation = await lastChange(user)
    await user.patch(`/api/v1/buds/${_id}`, { notes: 'Tea', Location: 'Bath' })
    const before = await read(user, `/api/v1/buds/${_id}`, api)
    expect(await undo(user, creation)).toMatchObject({
      status: 200,
      body: {
        msg: 'Nothing was undone, because all of it was changed since',
        kept: [{ type: 'bud', _id, name: 'Grace', fields: ['notes', 'Location'] }],
      },
    })
    expect(await read(user, `/api/v1/buds/${_id}`, api)).toEqual(before)
  })

  test('keeps a field that was edited since, and takes back the others under a new version', async () => {
    const user = await signedIn()
    const path = `/api/v1/buds/${(await createBud(user.user))._id}`
    const versions = [(await user.get(path)).headers.get('ETag')]
    await user.patch(path, { Location: 'Bath', notes: 'Tea' })
    const edit = await lastChange(user)
    versions.push((await user.patch(path, { Location: 'Wells' })).headers.get('ETag'))
    expect((await undo(user, edit)).body).toMatchObject({ msg: partly, kept: [{ fields: ['Location'] }] })
    const { body, headers } = await user.get(path)
    expect(body.bud).toMatchObject({ Location: 'Wells', notes: '' })
    expect(versions).not.toContain(headers.get('ETag'))
  })

  test('restores a circle without a member who is gone, and names both', async () => {
    const user = await signedIn()
    const [ada, grace] = [await createBud(user.user, { Firstname: 'Ada' }), await createBud(user.user)]
    const { _id } = await createCircle(user.user, { selectedBuds: [ada._id, grace._id] })
    await user.delete(`/api/v1/circles/${_id}`)
    const deletion = await lastChange(user)
    await user.delete(`/api/v1/buds/${ada._id}`)
    const response = await user.submit(`${screen}/${deletion}`, {
      intent: 'undo',
      returnTo: '/dashboard/AllCircles',
    })
    expect(response).toHaveRedirect('/dashboard/AllCircles')
    expect(response).toSendToast(partly)
    const members = async () => (await user.get(`/api/v1/circles/${_id}`)).body.circle.buds
    expect(await members()).toEqual([{ _id: grace._id, Firstname: 'Grace', Surname: '' }])
    await undoLast(user)
    expect((await undo(user, deletion)).body.kept).toEqual([
      { type: 'circle', _id, name: 'Book Club', fields: ['selectedBuds'] },
      { type: 'bud', _id: ada._id, name: 'Ada', fields: [] },
    ])
  })

  test('keeps the start of an event that would be after an end that was edited since', async () => {
    const user = await signedIn()
    const { _id } = await createEvent(user.user, {
      startDate: '2026-11-20T19:00',
      endDate: '2026-11-20T21:00',
    })
    const path = `/api/v1/events/${_id}`
    await user.patch(path, { startDate: '2026-11-20T16:00', Name: 'Tea' })
    const edit = await lastChange(user)
    await user.patch(path, { endDate: '2026-11-20T18:00' })
    expect(await undo(user, edit)).toMatchObject({
      status: 200,
      body: { msg: partly, kept: [{ type: 'event', _id, fields: ['startDate'] }] },
    })
    const times = { startDate: '2026-11-20T16:00', endDate: '2026-11-20T18:00' }
    expect((await user.get(path)).body.event).toMatchObject({ ...times, Name: 'Dinner' })
  })

  test('returns no removed members to a circle that would have more than 500', async () => {
    const user = await signedIn()
    const people = Array.from({ length: 501 }, () => ({
      ownerId: user.user._id,
      _id: uuid(),
      Firstname: 'Ada',
    }))
    await db.insert(buds).values(people)
    const [first = '', second = '', ...others] = people.map(({ _id }) => _id).sort()
    const { _id } = await createCircle(user.user, { selectedBuds: [first, ...others] })
    const path = `/api/v1/circles/${_id}`
    await user.patch(path, { selectedBuds: others })
    const edit = await lastChange(user)
    await user.patch(path, { selectedBuds: [second, ...others] })
    const kept = [{ type: 'circle', _id, name: 'Book Club', fields: ['selectedBuds'] }]
    expect((await undo(user, edit)).body.kept).toEqual(kept)
    const members = () => db.$count(circleBuds, eq(circleBuds.recordId, _id))
    expect(await members()).toBe(500)
    await user.patch(path, { selectedBuds: others })
    expect((await undo(user, edit)).body).toEqual({ msg: done, kept: [] })
    expect(await members()).toBe(500)
  })

  test('returns to the history if the form names a page of another site', async () => {
    const user = await signedIn()
    await createBud(user.user)
    const fields = { intent: 'undo', returnTo: '//evil.example' }
    expect(await user.submit(`${screen}/${await lastChange(user)}`, fields)).toHaveRedirect(screen)
  })
})

test('nobody can list, read, undo or erase the changes of another user', async () => {
  const [{ user, path, _id }, other] = [await withMemberships(), await signedIn()]
  await user.delete(path)
  const before = await read(user, api, path)
  for (const query of ['', `?of=${_id}`, '?type=deleted'])
    expect((await other.get(`${api}${query}`)).body).toMatchObject({ changes: [], totalChanges: 0 })
  for (const { _id: id } of await changesOf(user)) {
    const body = { msg: 'Change not found' }
    for (const response of [
      await other.get(`${api}/${id}`),
      await undo(other, id),
      await other.delete(`${api}/${id}`),
    ])
      expect(response).toMatchObject({ status: 404, body })
    for (const intent of ['undo', 'erase'])
      expect(await other.submit(`${screen}/${id}`, { intent })).toSendToast(body.msg)
    expect(await other.visit(`${screen}/${id}`)).toHaveRedirect(screen)
  }
  expect(await read(user, api, path)).toEqual(before)
})

/** The tables of the database with a row that contains one of the texts, also as bytes. */
async function tablesWith(...texts: string[]) {
  const tables = await db
    .select({ name: sql<string>`tablename` })
    .from(sql`pg_tables`)
    .where(sql`schemaname = 'public'`)
  const wanted = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')])
  const found: string[] = []
  for (const { name } of tables) {
    const has = sql.join(
      wanted.map((text) => sql`position(${text} in content) > 0`),
      sql` or `,
    )
    // The offset keeps the database from making the text of a row once for each comparison.
    const rows = sql`(select t::text as content from ${sql.identifier(name)} t offset 0) as contents`
    if ((await db.$count(rows, has)) > 0) found.push(name)
  }
  return found.sort()
}

describe('erasing', () => {
  test('a deletion leaves no image of the record in any table', async () => {
    const { user, _id, path, photo, circle, paths } = await withMemberships()
    const secret = `secret-${crypto.randomUUID()}`
    await user.patch(path, { notes: secret, emails: [{ value: `${secret}@example.com` }] })
    await user.patch(path, { Firstname: secret, notes: '' })
    await user.patch(`/api/v1/circles/${circle._id}`, { selectedBuds: [] })
    await undoLast(user)
    await user.delete(path)
    await undoLast(user)
    await user.delete(path)
    const texts = [secret, _id, photo]
    expect(await tablesWith(...texts)).toEqual(['change_rows', 'changes'])
    const erased = await user.delete(`${api}/${await lastChange(user)}`)
    expect(erased).toMatchObject({ status: 200, body: { msg: 'Change erased successfully' } })
    expect(await tablesWith(...texts)).toEqual([])
    expect(await changesOf(user, `?of=${_id}`)).toEqual([])
    expect((await changesOf(user)).map(({ title }) => title)).toEqual([
      'Readers changed back',
      'Readers edited',
      'Supper added',
      'Readers added',
    ])
    for (const path of paths.slice(1)) expect((await user.get(path)).status).toBe(200)
  })

  test('an edit keeps its record and the other changes', async () => {
    const { user, paths } = await withMemberships()
    await user.patch(paths[0] ?? '', { notes: 'Coffee' })
    const [edit, ...others] = await changesOf(user)
    const before = await read(user, ...paths)
    const response = await user.submit(`${screen}/${edit?._id}`, { intent: 'erase' })
    expect(response).toHaveRedirect(screen)
    expect(response).toSendToast('Change erased successfully')
    expect(await read(user, ...paths)).toEqual(before)
    expect(await changesOf(user)).toEqual(others)
    for (const gone of [await user.get(`${api}/${edit?._id}`), await undo(user, edit?._id ?? '')])
      expect(gone.status).toBe(404)
  })

  test('an edit or an undone deletion of a record in the trash leaves it there', async () => {
    const { user, paths } = await withMemberships()
    const [path = ''] = paths
    await user.patch(path, { notes: 'Coffee' })
    const edit = await lastChange(user)
    const before = await read(user, ...paths)
    await user.delete(path)
    const undoneDeletion = await lastChange(user)
    await undoLast(user)
    await user.delete(path)
    const deletion = await lastChange(user)
    for (const id of [edit, undoneDeletion]) {
      expect((await user.delete(`${api}/${id}`)).status).toBe(200)
      expect((await user.get(`${api}/${id}`)).status).toBe(404)
    }
    expect((await undo(user, deletion)).body).toEqual({ msg: done, kept: [] })
    expect(await read(user, ...paths)).toEqual(before)
  })

  test('the deletion of a bud keeps that of its circle in the trash', async () => {
    const { user, paths } = await withMemberships()
    for (const path of paths) await user.delete(path)
    const [, circle, bud] = await changesOf(user)
    await user.delete(`${api}/${bud?._id}`)
    expect((await changesOf(user, '?type=deleted')).map(({ title }) => title)).toEqual([
      'Supper deleted',
      'Readers deleted',
    ])
    expect((await undo(user, circle?._id ?? '')).body.msg).toBe(done)
    expect((await user.get(paths[1] ?? '')).body.circle).toMatchObject({ Name: 'Readers', buds: [] })
  })
})

describe.skipIf(isRemote)('the age of the history', () => {
  const day = 24 * 60 * 60 * 1_000
  const secret = 'a secret of the scheduler'
  afterAll(async () => {
    env.CRON_SECRET = undefined
    await clock.advanceTo(new Date())
  })

  test('is at most 30 days, and 90 for imports', async () => {
    env.CRON_SECRET = secret
    const user = await signedIn()
    const own = eq(changes.ownerId, user.user._id)
    await createBud(user.user, { Firstname: 'Imported' })
    await db.update(changes).set({ kind: 'import' }).where(own)
    await createBud(user.user)
    const begin = Date.now()
    for (const [days, titles] of [
      [29.9, ['Grace added', 'Imported imported']],
      [30.1, ['Imported imported']],
      [89.9, ['Imported imported']],
      [90.1, []],
    ] as const) {
      await clock.advanceTo(new Date(begin + days * day))
      const headers = { Authorization: `Bearer ${secret}` }
      expect((await createClient().post('/jobs/expire-trials', {}, headers)).status).toBe(200)
      await waitForBackgroundTasks()
      expect((await changesOf(user)).map(({ title }) => title)).toEqual(titles)
    }
    expect((await user.get('/api/v1/buds')).body.totalBuds).toBe(2)
    await createBud(user.user)
    const [{ createdAt } = { createdAt: '' }] = await changesOf(user)
    expect(new Date(createdAt).getTime()).toBeGreaterThan(begin + 90 * day)
  })
})
