import { and, eq, isNotNull } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { type Bud, budInput } from '~/people/buds/bud-input.server'
import { createBuds } from '~/people/buds/buds.server'
import { bulkActions } from '~/people/bulk/bulk'
import { beginParts, budsAtOnce, continueBulks, finishParts } from '~/people/bulk/bulk-parts.server'
import { buds, changes } from '~drizzle/schema'
import { type Client, visibleText } from '../../support/client'
import { createBud, createCircle, signedIn } from '../../support/factories'
import { changesOf, undo } from '../../support/history'

const api = '/api/v1/buds/bulk'
const screen = '/dashboard/bulk'

/** A user with buds of these first names, and the call for all of them. */
async function withBuds(...names: string[]) {
  const user = await signedIn()
  const buds: Bud[] = []
  for (const Firstname of names) buds.push(await createBud(user.user, { Firstname }))
  const ids = buds.map(({ _id }) => _id)
  const bulk = (action: string, value?: unknown, selector: object = { ids }) =>
    user.post(api, { action, value, ...selector })
  return { user, buds, ids, bulk }
}

/** All data of a user, as the export has it. */
async function exported(user: Client) {
  const { exportedAt: _, ...data } = JSON.parse((await user.get('/api/v1/export?format=json')).text)
  return data
}

const read = async (user: Client, id = '') => (await user.get(`/api/v1/buds/${id}`)).body.bud
const unknownId = '019a9f6e-0000-7000-8000-000000000000'

describe('an action on many buds', () => {
  test.each([
    ['setType', 'Work', { Budtype: 'Work' }],
    ['setCadence', 30, { cadenceDays: 30, dueOn: expect.any(String) }],
    ['addTag', 'Choir', { tags: ['Choir'] }],
    ['archive', undefined, { archivedAt: expect.any(String) }],
    ['logContact', { kind: 'call', note: 'All of them' }, { lastContactOn: expect.any(String) }],
  ])(
    '%s is one change set, counts what it changed, and is undone byte for byte',
    async (action, value, fields) => {
      const { user, ids, bulk } = await withBuds('Ada', 'Ben', 'Cleo')
      const before = await exported(user)
      const { status, body } = await bulk(action, value)
      expect({ status, ...body }).toMatchObject({ status: 200, changed: 3, changeId: expect.any(String) })
      for (const id of ids) expect(await read(user, id)).toMatchObject(fields)
      const [change, ...others] = await changesOf(user)
      expect([change, others.length]).toMatchObject([
        { _id: body.changeId, title: /3 buds edited|Call with/ },
        3,
      ])
      if (action !== 'logContact')
        expect((await bulk(action, value)).body).toMatchObject({ changed: 0, changeId: null })
      await undo(user, body.changeId)
      expect(await exported(user)).toEqual(before)
    },
  )

  test('the days on which buds are due follow their cadence and the archive', async () => {
    const { user, ids, bulk } = await withBuds('Ada', 'Ben')
    const due = () => Promise.all(ids.map(async (id) => (await read(user, id)).dueOn))
    await bulk('setCadence', 30)
    const [day] = await due()
    expect(await due()).toEqual([expect.any(String), day])
    await bulk('archive')
    expect(await due()).toEqual([null, null])
    await bulk('unarchive')
    expect(await due()).toEqual([day, day])
    await bulk('setCadence', null)
    expect(await due()).toEqual([null, null])
  })

  test('a circle gains and loses buds, at most 500', async () => {
    const { user, ids, bulk } = await withBuds('Ada', 'Ben')
    const circle = await createCircle(user.user, { selectedBuds: ids.slice(0, 1), cadenceDays: 7 })
    const path = `/api/v1/circles/${circle._id}`
    const before = [await exported(user), (await user.get(path)).headers.get('ETag')]
    const { body } = await bulk('addToCircle', circle._id)
    expect(body).toMatchObject({ changed: 1, changeId: expect.any(String) })
    expect((await user.get(path)).body.circle.buds).toHaveLength(2)
    expect((await read(user, ids[1])).dueOn).toEqual(expect.any(String))
    await undo(user, body.changeId)
    expect([await exported(user), (await user.get(path)).headers.get('ETag')]).toEqual(before)
    expect((await bulk('removeFromCircle', circle._id)).body).toMatchObject({ changed: 1 })
    expect((await user.get(path)).body.circle.buds).toEqual([])
    const members = Array.from({ length: 499 }, (_, n) => budInput.parse({ Firstname: `Member ${n}` }))
    await createBuds(user.user._id, members, uuid())
    const full = await bulk('addToCircle', circle._id, { Budtype: 'all' })
    expect(full).toMatchObject({ status: 400, body: { msg: expect.stringContaining('500 buds') } })
    expect((await user.get(path)).body.circle.buds).toEqual([])
  })

  test('a deletion takes circles and contacts with it, and its undo keeps what was edited since', async () => {
    const { user, ids, bulk } = await withBuds('Ada', 'Ben', 'Cleo')
    await createCircle(user.user, { selectedBuds: ids })
    await bulk('logContact')
    const before = await exported(user)
    const { body } = await bulk('delete')
    expect((await exported(user)).buds).toEqual([])
    await undo(user, body.changeId)
    expect(await exported(user)).toEqual(before)
    const typed = await bulk('setType', 'Client')
    await user.patch(`/api/v1/buds/${ids[1]}`, { Budtype: 'Family' })
    const { kept } = (await undo(user, typed.body.changeId)).body
    expect(kept).toEqual([{ type: 'bud', _id: ids[1], name: 'Ben', fields: ['Budtype'] }])
    expect(await Promise.all(ids.map(async (id) => (await read(user, id)).Budtype))).toEqual([
      'Other',
      'Family',
      'Other',
    ])
  })

  test('is for ids, or for all that the list finds', async () => {
    const { user, ids, bulk } = await withBuds('Ada', 'Adam', 'Ben')
    expect((await bulk('setType', 'Work', { search: 'ada' })).body).toMatchObject({ changed: 2 })
    const rules = [{ field: 'type', is: 'any', value: ['Work'] }]
    const filter = JSON.stringify({ match: 'all', rules })
    expect((await bulk('archive', undefined, { filter })).body).toMatchObject({ changed: 2 })
    expect((await bulk('setCadence', 7, { Budtype: 'all' })).body).toMatchObject({ changed: 1 })
    expect((await read(user, ids[2])).cadenceDays).toBe(7)
    expect((await bulk('setType', 'Work', { search: 'nobody' })).body).toMatchObject({
      changed: 0,
      changeId: null,
    })
    const csv = await user.get(`/api/v1/export?format=csv&buds=${ids[2]}`)
    expect(csv.text).toContain('Ben')
    expect(csv.text).not.toContain('Ada')
    const { _id } = await createBud((await signedIn()).user)
    expect((await user.get(`/api/v1/export?format=csv&buds=${ids[2]},${_id}`)).status).toBe(404)
  })

  test.each([
    ['nothing chosen', {}, 400],
    ['no ids', { ids: [] }, 400],
    ['empty texts', { search: '', filter: '' }, 400],
    ['ids beside a search', { ids: [unknownId], search: 'a' }, 400],
    ['too many ids', { ids: Array.from({ length: 10_001 }, () => unknownId) }, 400],
    ['an unknown id', { ids: [unknownId] }, 404],
    ['an unknown action', { Budtype: 'all', action: 'explode' }, 400],
    ['an unknown type', { Budtype: 'all', value: 'Foe' }, 400],
    ['an unknown circle', { Budtype: 'all', action: 'addToCircle', value: unknownId }, 404],
    ['an empty tag', { Budtype: 'all', action: 'addTag', value: ' ' }, 400],
  ])('is refused for %s', async (_what, body, status) => {
    const { user } = await withBuds('Ada')
    expect((await user.post(api, { action: 'setType', value: 'Work', ...body })).status).toBe(status)
    expect(await changesOf(user)).toHaveLength(1)
  })

  test('knows a tag in another case, and leaves the others in their order', async () => {
    const { user, ids, bulk } = await withBuds('Ada', 'Ben')
    await user.patch(`/api/v1/buds/${ids[0]}`, { tags: ['Chess', 'École', 'Attic'] })
    expect((await bulk('addTag', 'ÉCOLE')).body).toMatchObject({ changed: 1 })
    expect((await read(user, ids[1])).tags).toEqual(['École'])
    expect((await bulk('removeTag', 'école')).body).toMatchObject({ changed: 2 })
    expect((await read(user, ids[0])).tags).toEqual(['Chess', 'Attic'])
  })

  test('a contact has 500 buds at most', async () => {
    const user = await signedIn()
    const many = Array.from({ length: 501 }, (_, n) => budInput.parse({ Firstname: `Bud ${n}` }))
    await createBuds(user.user._id, many, uuid())
    const { body } = await user.post(api, { action: 'logContact', Budtype: 'all' })
    expect(body.changed).toBe(501)
    const { interactions } = (await user.get('/api/v1/interactions')).body
    const numbers = interactions.map(({ totalBuds }: { totalBuds: number }) => totalBuds)
    expect(numbers.sort()).toEqual([1, 500])
  })

  test("is refused as a whole for another account's bud, and for a 21st tag", async () => {
    const { user, ids, bulk } = await withBuds('Ada', 'Ben')
    const other = await withBuds('Grace')
    expect((await bulk('delete', undefined, { ids: [...ids, ...other.ids] })).status).toBe(404)
    await user.patch(`/api/v1/buds/${ids[1]}`, { tags: Array.from({ length: 20 }, (_, n) => `tag ${n}`) })
    expect((await bulk('addTag', 'one more')).status).toBe(409)
    expect((await bulk('addTag', 'TAG 3')).body).toMatchObject({ changed: 1 })
    expect((await read(user, ids[0])).tags).toEqual(['tag 3'])
    expect((await read(other.user, other.ids[0])).Firstname).toBe('Grace')
  })
})

test('an action that was left unfinished is carried on as the same change set, but for what was changed since', async () => {
  const user = await signedIn()
  const ownerId = user.user._id
  const names = Array.from({ length: 2 * budsAtOnce + 1 }, (_, n) =>
    budInput.parse({ Firstname: `Bud ${n}` }),
  )
  // Of the last part, as ids are in the order of creation.
  for (const Firstname of ['Full', 'Tagged']) names.push(budInput.parse({ Firstname }))
  await createBuds(ownerId, names, uuid())
  const selection = { filter: '', search: '', Budtype: 'all' } as const
  const isUnfinished = and(eq(changes.ownerId, ownerId), isNotNull(changes.position))
  // Processes of other tests carry on what they find, and find nothing until the buds are changed here.
  const { changeId, bulk } = await db.transaction(async (tx) => {
    const begun = await beginParts({ tx, ownerId, selection }, { action: 'addTag', value: 'Choir' })
    const [stored] = await tx.select({ bulk: changes.bulk }).from(changes).where(isUnfinished)
    await tx.update(changes).set({ bulk: null }).where(isUnfinished)
    return { ...begun, ...stored }
  })
  const tagged = async () => (await user.get('/api/v1/tags')).body.tags[0].buds
  expect(await tagged()).toBe(budsAtOnce)
  expect((await user.post(`/api/v1/changes/${changeId}/undo`, {})).status).toBe(409)
  const others = Array.from({ length: 20 }, (_, n) => `tag ${n}`)
  const retag = (Firstname: string, tags: string[]) =>
    db
      .update(buds)
      .set({ tags })
      .where(and(eq(buds.ownerId, ownerId), eq(buds.Firstname, Firstname)))
  await retag('Full', others)
  await retag('Tagged', ['Choir'])
  await db.update(changes).set({ bulk }).where(isUnfinished)
  await Promise.all([continueBulks(), continueBulks(), finishParts(ownerId, changeId ?? '')])
  expect(await tagged()).toBe(names.length - 1)
  expect(await finishParts(ownerId, changeId ?? '')).toEqual({ changed: names.length - 2, changeId })
  expect((await changesOf(user)).filter(({ _id }) => _id === changeId)).toHaveLength(1)
})

describe('the form of the list', () => {
  const fields = (ids: string[], more: [string, string][]): [string, string][] => [
    ...ids.map((id): [string, string] => ['ids', id]),
    ['returnTo', '/dashboard?view=rows'],
    ...more,
  ]

  test('sent twice is one change set, and each answer can undo it', async () => {
    const { user, ids } = await withBuds('Ada', 'Ben')
    const form = fields(ids, [
      ['action', 'logContact'],
      ['kind', 'call'],
      ['_id', (await user.get('/dashboard')).text.match(/name="_id" value="([^"]+)"/)?.[1] ?? ''],
    ])
    const answers = await Promise.all([user.submit(screen, form), user.submit(screen, form)])
    for (const answer of answers) expect(answer.headers.get('Location')).toBe('/dashboard?view=rows')
    expect(await changesOf(user)).toHaveLength(3)
  })

  test('sent again after its undo is refused', async () => {
    const { user, ids } = await withBuds('Ada', 'Ben')
    const key = (await user.get('/dashboard')).text.match(/name="_id" value="([^"]+)"/)?.[1] ?? ''
    const form = fields(ids, [
      ['action', 'addTag'],
      ['tag', 'Choir'],
      ['_id', key],
    ])
    await user.submit(screen, form)
    await undo(user, (await changesOf(user))[0]?._id ?? '')
    expect(await user.submit(screen, form)).toSendToast(
      'This was done and undone already. To do it again, choose the buds again',
    )
    expect((await read(user, ids[0])).tags).toEqual([])
  })

  test('ends reminders only if that is chosen', async () => {
    const { user, ids, bulk } = await withBuds('Ada', 'Ben')
    await bulk('setCadence', 30)
    const msg = 'value must be a number of days or null'
    const form = (action: string) =>
      fields(ids, [
        ['action', action],
        ['days', ''],
      ])
    expect((await user.submit(screen, form('setCadence'))).text).toContain('This must be a number of days')
    expect(await bulk('setCadence')).toMatchObject({ status: 400, body: { msg } })
    expect((await read(user, ids[0])).cadenceDays).toBe(30)
    await user.submit(screen, form('endCadence'))
    expect((await read(user, ids[0])).cadenceDays).toBe(null)
  })

  test('asks again for what it refuses, with the buds that were chosen', async () => {
    const { user, ids } = await withBuds('Ada', 'Ben')
    const form = (tag: string) =>
      fields(ids, [
        ['action', 'addTag'],
        ['tag', tag],
      ])
    for (const tag of ['', 'Choir, Bath']) {
      const { status, text } = await user.submit(screen, form(tag))
      expect(status).toBe(400)
      expect(text).toMatch(new RegExp(`name="tag"[^>]* value="${tag}"`))
      for (const id of ids) expect(text).toContain(`name="ids" value="${id}"`)
      expect(text).toContain('<li>Ada</li><li>Ben</li>')
      expect(text.match(/name="tag"/g)).toHaveLength(1)
    }
    expect((await user.submit(screen, form('Choir'))).headers.get('Location')).toBe('/dashboard?view=rows')
    expect((await read(user, ids[1])).tags).toEqual(['Choir'])
  })

  test('asks again for another tag where a bud has as many as it can', async () => {
    const { user, ids } = await withBuds('Ada', 'Ben')
    const tags = Array.from({ length: 20 }, (_, n) => `Tag ${n}`)
    await user.patch(`/api/v1/buds/${ids[0]}`, { tags })
    const form = fields(ids, [
      ['action', 'addTag'],
      ['tag', 'Choir'],
    ])
    const refused = await user.submit(screen, form)
    expect(refused.status).toBe(409)
    for (const id of ids) expect(refused.text).toContain(`name="ids" value="${id}"`)
    expect(visibleText(refused)).toContain('Maximum of 20 tags')
    expect((await read(user, ids[1])).tags).toEqual([])
  })

  test('asks before it deletes, and for a circle', async () => {
    const { user, ids } = await withBuds('Ada', 'Ben')
    const circle = await createCircle(user.user, { Name: 'Readers' })
    const asked = await user.submit(screen, fields(ids, [['action', 'delete']]))
    expect(asked.text).toContain('Delete 2 buds')
    expect((await user.submit(screen, fields(ids, [['action', 'addToCircle']]))).text).toContain('Readers')
    await user.submit(
      screen,
      fields(ids, [
        ['action', 'addToCircle'],
        ['circle', circle._id],
      ]),
    )
    expect((await user.get(`/api/v1/circles/${circle._id}`)).body.circle.buds).toHaveLength(2)
    const confirmed: [string, string][] = [
      ['action', 'delete'],
      ['isConfirmed', 'true'],
    ]
    await user.submit(screen, fields(ids, confirmed))
    expect((await user.get('/api/v1/buds')).body.totalBuds).toBe(0)
  })

  test('deletes as many as it has shown, or none', async () => {
    const { user } = await withBuds('Ada', 'Ben')
    const all: [string, string][] = [
      ['action', 'delete'],
      ['all', 'true'],
      ['Budtype', 'all'],
    ]
    const asked = await user.submit(screen, fields([], all))
    const [, shown = ''] = /name="shown" value="(\d+)"/.exec(asked.text) ?? []
    const confirmed: [string, string][] = [...all, ['isConfirmed', 'true'], ['shown', shown]]
    const { _id } = await createBud(user.user, { Firstname: 'Cleo' })
    expect(await user.submit(screen, fields([], confirmed))).toSendToast(
      'The list has 3 buds by now. Nothing was changed',
    )
    expect((await user.get('/api/v1/buds')).body.totalBuds).toBe(3)
    await user.delete(`/api/v1/buds/${_id}`)
    await user.submit(screen, fields([], confirmed))
    expect((await user.get('/api/v1/buds')).body.totalBuds).toBe(0)
  })

  test.each(['toString', 'constructor', '__proto__', 'no action', ''])('refuses %s', async (action) => {
    const { user, ids } = await withBuds('Ada')
    expect(await user.submit(screen, fields(ids, [['action', action]]))).toSendToast(
      `action must be one of ${bulkActions.join(', ')}`,
    )
  })

  test('leads to the planner and to the export', async () => {
    const { user, ids } = await withBuds('Ada', 'Ben')
    const target = async (more: [string, string][], chosen = ids) =>
      (await user.submit(screen, fields(chosen, more))).headers.get('Location')
    expect(await target([['action', 'plan']])).toBe(`/dashboard/Together?buds=${ids.toSorted().join(',')}`)
    const all: [string, string][] = [
      ['all', 'true'],
      ['Budtype', 'all'],
      ['search', 'ada'],
    ]
    const path = await target([['action', 'csv'], ...all])
    expect((await user.get(path ?? '')).text).toMatch(/^[^\n]*\n[^\n]*Ada[^\n]*\n$/)
  })
})
