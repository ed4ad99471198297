import { and, eq, NoopLogger, notInArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '~/base/db/db.server'
import { type PlainFilter, ruleFieldNames, ruleFields } from '~/people/buds/bud-filter'
import { buds, changeRows, smartLists } from '~drizzle/schema'
import { apply, dryRun } from '../../data/imports/support'
import { fileOf } from '../../support/backups'
import { visibleText } from '../../support/client'
import { isRemote } from '../../support/database'
import { createBud, createCircle, grown, signedIn } from '../../support/factories'
import { lastChange, undo, undoLast } from '../../support/history'
import { recordStatements } from '../../support/statements'

type Owner = Awaited<ReturnType<typeof signedIn>>
const filterOf = (...rules: object[]) => JSON.stringify({ match: 'all', rules })
const friends = filterOf({ field: 'type', is: 'any', value: ['Friend'] })
const linkIn = (text: string, label: string) =>
  [...text.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)/g)]
    .find(([, , words]) => words === label)?.[1]
    ?.replaceAll('&amp;', '&') ?? ''
const paramsOf = (path: string): Record<string, string | undefined> =>
  Object.fromEntries(new URL(path, 'http://x').searchParams)
const create = (owner: Owner, fields: object = {}) =>
  owner.post('/api/v1/lists', { name: 'Close friends', filter: friends, sort: 'A-Z', ...fields })

let owner: Owner
let names: Record<string, string>

beforeAll(async () => {
  owner = await signedIn()
  const made = await Promise.all(
    ['Ada', 'Ben', 'Cleo'].map((Firstname, n) =>
      createBud(owner.user, { Firstname, Budtype: n < 2 ? 'Friend' : 'Work' }),
    ),
  )
  names = Object.fromEntries(made.map(({ Firstname, _id }) => [Firstname, _id]))
})

describe('a smart list', () => {
  test('is added, read, changed and deleted, counts its buds, and each write is undone', async () => {
    const { status, body } = await create(owner)
    expect([status, body.list]).toEqual([
      201,
      { ...body.list, name: 'Close friends', filter: friends, sort: 'A-Z', buds: 2 },
    ])
    const path = `/api/v1/lists/${body.list._id}`
    const work = filterOf({ field: 'type', is: 'any', value: ['Work'] })
    expect((await owner.patch(path, { filter: work })).body.list).toMatchObject({
      name: 'Close friends',
      buds: 1,
    })
    expect((await owner.patch(path, { name: ' ' })).status).toBe(400)
    expect((await owner.patch(path, { filter: '{"match":"all"}' })).body.errors.filter[0]).toContain(
      'rules must be a list',
    )
    await undoLast(owner)
    expect((await owner.get(path)).body.list).toMatchObject({ filter: friends, buds: 2 })
    expect((await owner.delete(path)).status).toBe(200)
    expect((await owner.get('/api/v1/lists')).body.lists).toEqual([])
    await undoLast(owner)
    expect((await owner.get('/api/v1/lists')).body.lists).toMatchObject([{ _id: body.list._id, buds: 2 }])
  })

  test('of another owner is the same 404 as none', async () => {
    const { list } = (await create(owner)).body
    const stranger = await signedIn()
    for (const id of [list._id, crypto.randomUUID(), 'x'])
      for (const send of [
        stranger.get(`/api/v1/lists/${id}`),
        stranger.patch(`/api/v1/lists/${id}`, { name: 'Mine' }),
        stranger.delete(`/api/v1/lists/${id}`),
        stranger.get(`/api/v1/together?list=${id}`),
      ])
        expect([(await send).status, (await send).body.msg]).toEqual([404, 'List not found'])
    expect((await stranger.visit(`/dashboard?list=${list._id}`)).text).not.toContain('Close friends')
  })

  test('is refused beyond 50', async () => {
    const busy = await signedIn()
    for (let n = 0; n < 50; n++) expect((await create(busy, { name: `List ${n}` })).status).toBe(201)
    expect((await create(busy)).status).toBe(409)
    const { lists } = (await busy.get('/api/v1/lists')).body
    expect(lists).toHaveLength(50)
    await busy.delete(`/api/v1/lists/${lists[0]._id}`)
    const deletion = await lastChange(busy)
    await create(busy, { name: 'In its place' })
    expect((await undo(busy, deletion)).status).toBe(409)
    expect((await busy.get('/api/v1/lists')).body.lists).toHaveLength(50)
  })

  test('chooses the buds of a plan, and those of a list and other buds are refused together', async () => {
    const { list } = (await create(owner)).body
    const { body } = await owner.get(`/api/v1/together?list=${list._id}`)
    expect(body.buds.map(({ Firstname }: { Firstname: string }) => Firstname)).toEqual(['Ada', 'Ben'])
    expect((await owner.get(`/api/v1/together?list=${list._id}&buds=${names.Ada}`)).status).toBe(400)
    expect((await owner.visit(`/dashboard/Together?list=${list._id}`)).text).toContain(
      'Close friends, 2 buds',
    )
    const form = await owner.visit(`/dashboard/AddEvent?list=${list._id}`)
    expect(form.text).toContain(names.Ada)
    const added = await owner.submit('/dashboard/AddEvent', {
      Name: 'Supper',
      selectedBuds: [names.Cleo],
      intent: 'add-list',
      fromList: list._id,
    } as never)
    for (const id of Object.values(names)) expect(added.text).toContain(`value="${id}"`)
    const many = Array.from({ length: 499 }, () => crypto.randomUUID())
    const crowded = await owner.submit('/dashboard/AddEvent', {
      selectedBuds: JSON.stringify(many),
      intent: 'add-list',
      fromList: list._id,
    } as never)
    expect(crowded.text).toContain('At most 500 buds can be chosen')
    expect(crowded.text).toContain(many[498])
  })

  test('comes back from a backup with its filter', async () => {
    const circle = await createCircle(owner.user, { Name: 'Readers' })
    const filter = filterOf(
      { field: 'circle', is: 'none', value: [circle._id] },
      { field: 'due', is: 'overdue' },
    )
    const { list } = (await create(owner, { name: 'Others', filter })).body
    const { text } = await owner.get('/api/v1/export?format=json')
    const { lists } = JSON.parse(text)
    expect(lists).toContainEqual({
      _id: list._id,
      name: 'Others',
      filter,
      sort: 'A-Z',
      createdAt: expect.any(String),
    })
  })
})

describe('who a list is about', () => {
  const related = (...ids: string[]) => filterOf({ field: 'related', is: 'any', value: ids })

  async function withFriends() {
    const user = await signedIn()
    const buds = []
    for (const Firstname of ['Ada', 'Ada II', 'Ben']) buds.push(await createBud(user.user, { Firstname }))
    const [ada = '', twin = '', ben = ''] = buds.map(({ _id }) => _id)
    await user.post(`/api/v1/buds/${twin}/relations`, { kind: 'friend', with: ben })
    const { list } = (await create(user, { filter: related(twin) })).body
    const read = async () => (await user.get(`/api/v1/lists/${list._id}`)).body.list
    return { user, ada, twin, ben, read }
  }

  test('stays when that bud is merged into another, and comes back with the undo', async () => {
    const { user, ada, twin, read } = await withFriends()
    await user.post(`/api/v1/buds/${ada}/merge`, { with: twin })
    expect(await read()).toMatchObject({ filter: related(ada), buds: 1 })
    await undoLast(user)
    expect(await read()).toMatchObject({ filter: related(twin), buds: 1 })
  })

  test('is named as gone when nobody has that id', async () => {
    const { user, twin } = await withFriends()
    await user.delete(`/api/v1/buds/${twin}`)
    const page = visibleText(await user.visit(`/dashboard?filter=${encodeURIComponent(related(twin))}`))
    expect(page).toContain('Related to is any of Not there any more')
    expect(page).not.toContain(twin)
  })

  test('can be chosen in a form that names nobody yet', async () => {
    const { user } = await withFriends()
    const form = await user.visit('/dashboard?build=1&match=all&0.field=related&0.is=any')
    expect(form.status).toBe(200)
    expect(visibleText(form)).toMatch(/Related to.*Ada II.*Ben/s)
  })

  test('is the bud of the account that a backup restores it to', async () => {
    const { user } = await withFriends()
    const file = await fileOf(user, '/api/v1/export?format=json')
    const other = await signedIn()
    const same = await createBud(other.user, { Firstname: 'Ada II' })
    const { _id, counts } = await dryRun(other, file as BodyInit, 'budkeeper.json')
    expect(counts).toMatchObject({ add: expect.any(Number) })
    await apply(other, _id)
    const { lists } = (await other.get('/api/v1/lists')).body
    const [id] = JSON.parse(lists[0].filter).rules[0].value
    const { bud } = (await other.get(`/api/v1/buds/${id}`)).body
    expect([bud.Firstname, lists[0].buds]).toEqual(['Ada II', 1])
    expect(id).toBe(same._id)
  })
})

test('a list with more buds than can be chosen says so', async () => {
  const user = await signedIn()
  await db.execute(sql`insert into buds (owner_id, id, first_name)
    select ${user.user._id}::uuid, gen_random_uuid(), 'Ada' from generate_series(1, 501)`)
  const everybody = filterOf({ field: 'archived', is: 'no' })
  const { list } = (await create(user, { filter: everybody })).body
  const msg = 'Close friends has more than 500 buds, the most that can be chosen'
  expect(await user.get(`/api/v1/together?list=${list._id}`)).toMatchObject({ status: 400, body: { msg } })
})

describe('the screen', () => {
  const steps = async (path: string) => {
    const response = await owner.visit(path)
    return response.status === 302 ? (response.headers.get('Location') ?? '') : response
  }

  test.each(ruleFieldNames)('opens its form with a new rule about %s', async (field) => {
    const form = await owner.visit(`/dashboard?build=1&match=all&0.field=${field}`)
    expect(form.status).toBe(200)
    expect(visibleText(form)).toContain(ruleFields[field].label)
  })

  test('builds a filter by forms alone', async () => {
    const added = String(await steps('/dashboard?build=1&match=all&field=type&step=add'))
    expect(new URL(added, 'http://x').searchParams.get('0.field')).toBe('type')
    const form = await owner.visit(added)
    expect(form.text).toMatch(/name="0.value"[^>]*value="Friend"/)
    const applied = String(await steps(`${added}&0.value=Friend&step=apply`))
    expect(new URL(applied, 'http://x').searchParams.get('filter')).toBe(friends)
    const list = await owner.visit(applied)
    expect(list.text).toContain('Type is any of Friend')
    expect(list.text).toContain('2 Buds found')
    const removed = String(await steps(`${added}&0.value=Friend&step=0`))
    expect(removed).not.toContain('0.field')
    const wrong = String(
      await steps('/dashboard?build=1&match=all&0.field=added&0.is=before&0.value=soon&step=apply'),
    )
    expect((await owner.visit(wrong)).text).toContain('value must be a date')
  })

  test('leads back from its form to the filter that was there, also after a step', async () => {
    const filter = encodeURIComponent(friends)
    const { text } = await owner.visit(`/dashboard?filter=${filter}`)
    const form = await owner.visit(linkIn(text, 'Change filter'))
    expect(paramsOf(linkIn(form.text, 'Cancel'))).toMatchObject({ filter: friends })
    const next = String(await steps(`${linkIn(text, 'Change filter')}&field=tag&step=add`))
    expect(paramsOf(linkIn((await owner.visit(next)).text, 'Cancel'))).toMatchObject({ filter: friends })
    const applied = paramsOf(String(await steps(`${next}&1.value=Choir&step=apply`)))
    expect(JSON.parse(applied.filter ?? '').rules).toHaveLength(2)
    expect(applied['0.field']).toBeUndefined()
  })

  test('of a list is kept by its form and by a search, with its sort, until another is built', async () => {
    const user = await signedIn()
    await createBud(user.user, { Firstname: 'Ada', Budtype: 'Friend' })
    const { list } = (await create(user)).body
    const page = await user.visit(`/dashboard?list=${list._id}&sort=A-Z&once=sort`)
    const own = { list: list._id, sort: 'A-Z', once: 'sort' }
    expect(paramsOf(linkIn(page.text, 'Change filter'))).toMatchObject(own)
    const [search = ''] = /<form action="\/dashboard" role="search".*?<\/form>/s.exec(page.text) ?? []
    const hidden = [...search.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
    expect(hidden.map(([, name, value]) => [name, value])).toEqual([
      ['list', list._id],
      ['once', 'sort'],
    ])
    const searched = await user.visit(`/dashboard?search=ada&sort=A-Z&list=${list._id}&once=sort`)
    expect(searched.text).toContain('Edit list')
    expect(searched.headers.get('Set-Cookie') ?? '').not.toContain('sort')
    const emptied = String(
      await user
        .visit(`/dashboard?build=1&match=all&list=${list._id}&sort=A-Z&once=sort&step=apply`)
        .then(({ headers }) => headers.get('Location')),
    )
    expect(JSON.parse(paramsOf(emptied).filter ?? '').rules).toEqual([])
    const everybody = await user.visit(emptied)
    expect(everybody.text).toContain('Save to Close friends')
    expect(paramsOf(linkIn(everybody.text, 'Save to Close friends'))).toMatchObject({ sort: 'A-Z' })
    expect(paramsOf(linkIn(everybody.text, 'Clear filter'))).toEqual({})
  })

  test('shows the first of its buds in its form, in its order, and those of another filter', async () => {
    const user = await signedIn()
    for (const Firstname of ['Ada', 'Zoe', 'Ben']) await createBud(user.user, { Firstname, Surname: '' })
    const { list } = (await create(user, { sort: 'Z-A', filter: filterOf({ field: 'archived', is: 'no' }) }))
      .body
    const shown = async (path: string) =>
      /Who is in it (.*?) Cancel/.exec(visibleText(await user.visit(path)))?.[1] ?? ''
    expect(await shown(`/dashboard/EditList/${list._id}`)).toMatch(/^3 buds.*Zoe.*Ben.*Ada$/)
    expect(await shown('/dashboard/AddList?sort=A-Z')).toMatch(/^3 buds.*Ada.*Ben.*Zoe$/)
    expect(await shown(`/dashboard/AddList?filter=${encodeURIComponent(friends)}`)).toBe(
      'Nobody meets the rules so far.',
    )
  })

  test('offers its sorts in words', async () => {
    const { text } = await owner.visit('/dashboard/AddList')
    const offered = [...text.matchAll(/<option[^>]*value="([^"]+)"[^>]*>([^<]+)/g)].map(([, ...pair]) => pair)
    expect(offered).toContainEqual(['newestFirst', 'Newest first'])
    expect(offered).toContainEqual(['A-Z', 'A-Z'])
  })

  test('does not show everybody for a list whose filter cannot be read', async () => {
    const user = await signedIn()
    await createBud(user.user, { Firstname: 'Ada' })
    const { list } = (await create(user)).body
    await db.execute(sql`update smart_lists set filter = ${filterOf({ field: 'hobby', is: 'any', value: ['No such hobby'] })}::jsonb
      where id = ${list._id}`)
    const { headers, text } = await user.visit(`/dashboard?list=${list._id}&sort=A-Z&once=sort`)
    expect([headers.get('Location'), text.includes('Ada')]).toEqual([
      `/dashboard/EditList/${list._id}`,
      false,
    ])
    expect((await user.visit(`/dashboard/EditList/${list._id}`)).text).toContain('Close friends')
    const edit = { name: 'Friends again', filter: friends, sort: 'A-Z' }
    await user.submit(`/dashboard/EditList/${list._id}`, edit)
    expect((await user.get('/api/v1/lists')).body.lists).toMatchObject([{ ...edit, buds: 0 }])
  })

  test('says that the filter of an address cannot be read, and opens its form', async () => {
    const user = await signedIn()
    const { status, text } = await user.visit('/dashboard?filter={')
    expect([status, text]).toEqual([
      200,
      expect.stringContaining('The filter of this address cannot be read'),
    ])
    expect(text).toContain('name="match"')
    const { list } = (await create(user)).body
    const ofList = await user.visit(`/dashboard?list=${list._id}&filter={`)
    expect(ofList.text).toMatch(/name="0\.field"|name="0\.is"/)
  })

  test('shows whom the archive holds if it holds all', async () => {
    const user = await signedIn()
    const { _id } = await createBud(user.user, { Firstname: 'Ada' })
    await user.post('/api/v1/buds/bulk', { ids: [_id], action: 'archive' })
    const { text } = await user.visit('/dashboard')
    expect(text).toContain('All of your buds are archived.')
    expect((await user.visit(linkIn(text, 'Show archived buds'))).text).toContain('Ada')
  })

  test('says that nobody meets the rules, and does not begin anew', async () => {
    const filter = encodeURIComponent(filterOf({ field: 'type', is: 'any', value: ['Client'] }))
    const { text } = await owner.visit(`/dashboard?filter=${filter}`)
    expect(text).toContain('Nobody meets these rules.')
    expect(text).toContain('Change filter')
  })

  test('saves the filter as a list, which the sidebar shows with its number of buds', async () => {
    const user = await signedIn()
    await createBud(user.user, { Budtype: 'Friend' })
    const added = await user.submit('/dashboard/AddList', {
      name: 'Near & dear',
      filter: friends,
      sort: 'Z-A',
    })
    const path = added.headers.get('Location') ?? ''
    expect(path).toMatch(/^\/dashboard\?list=[\da-f-]{36}&sort=Z-A/)
    const page = await user.visit(path)
    expect(page.text).toMatch(/Near &amp; dear<\/span>.*?<span class="count">1<\/span>/s)
    expect(page.text).toContain('<h1 tabindex="-1">Near &amp; dear</h1>')
    const id = new URL(path, 'http://x').searchParams.get('list')
    await user.submit(`/dashboard/EditList/${id}`, { name: 'Dear', filter: friends, sort: 'A-Z' })
    expect((await user.get('/api/v1/lists')).body.lists).toMatchObject([{ name: 'Dear', sort: 'A-Z' }])
    await user.submit(`/dashboard/DeleteList/${id}`, {})
    expect((await user.get('/api/v1/lists')).body.lists).toEqual([])
  })

  test('has nobody if its rules cannot be read, beside lists that have their numbers', async () => {
    const user = await signedIn()
    await createBud(user.user, { Budtype: 'Friend' })
    await create(user)
    const rules = [{ field: 'hobby', is: 'any', value: ['An option that is gone'] }]
    const _id = crypto.randomUUID()
    await db.insert(smartLists).values({
      ownerId: user.user._id,
      _id,
      name: 'Former hobbies',
      filter: { match: 'all', rules } as PlainFilter,
      sort: 'A-Z',
    })
    const { text } = await user.visit('/dashboard/Today')
    expect(text).toMatch(/Close friends<\/span>.*?<span class="count">1<\/span>/s)
    expect(text).toMatch(/Former hobbies<\/span>.*?<span class="count">0<\/span>/s)
    const numbers = [
      { name: 'Close friends', buds: 1 },
      { name: 'Hobbies', buds: 0 },
    ]
    expect((await user.patch(`/api/v1/lists/${_id}`, { name: 'Hobbies' })).status).toBe(200)
    expect((await user.get('/api/v1/lists')).body.lists).toMatchObject(numbers)
    const { status, body } = await user.get(`/api/v1/together?list=${_id}`)
    expect([status, body.msg]).toEqual([400, 'The rules of the list Hobbies must be chosen again'])
    expect((await user.delete(`/api/v1/lists/${_id}`)).status).toBe(200)
    expect((await user.get('/api/v1/lists')).body.lists).toHaveLength(1)
  })

  test('names the people of a rule, in the list and in the form of a smart list', async () => {
    const user = await signedIn()
    const [a, b] = [
      await createBud(user.user, { Firstname: 'Ada' }),
      await createBud(user.user, { Firstname: 'Ben' }),
    ]
    await user.post(`/api/v1/buds/${a._id}/relations`, { kind: 'friend', with: b._id })
    const filter = encodeURIComponent(filterOf({ field: 'related', is: 'any', value: [a._id] }))
    for (const path of ['/dashboard', '/dashboard/AddList']) {
      const page = visibleText(await user.visit(`${path}?filter=${filter}`))
      expect(page, path).toMatch(/Related to[^.]*Ada/)
      expect(page, path).not.toContain(a._id)
    }
  })

  test.skipIf(isRemote)('reads a list with a filter in two statements', async () => {
    const filter = encodeURIComponent(friends)
    await owner.get(`/api/v1/buds?filter=${filter}`)
    const { statements } = await recordStatements(() => owner.get(`/api/v1/buds?filter=${filter}`))
    expect(statements).toHaveLength(2)
  })

  describe.skipIf(isRemote)('has its number from the statement of the session', () => {
    const numberOn = (page: string) =>
      /Close friends<\/span>.*?<span class="count">(\d+)<\/span>/s.exec(page)?.[1]

    const isOwn = ({ user }: Owner) => eq(changeRows.ownerId, user._id)

    async function begin() {
      const user = await signedIn(grown())
      await create(user)
      const friend = await createBud(user.user, { Budtype: 'Friend' })
      await createBud(user.user, { Budtype: 'Work' })
      expect(numberOn((await user.visit('/dashboard')).text)).toBe('1')
      const count = async () => {
        const { result, statements } = await recordStatements(() => user.visit('/dashboard'))
        return [numberOn(result.text), statements.length]
      }
      return { user, friend, count }
    }

    test('also after a change of the session and its undo, and by another statement after one of others', async () => {
      const { user, count } = await begin()
      await user.post('/api/v1/buds', { Firstname: 'Ada', Budtype: 'Friend' })
      expect(await count()).toEqual(['2', 2])
      expect(await count()).toEqual(['2', 2])
      await undoLast(user)
      expect(await count()).toEqual(['1', 2])
      await createBud(user.user, { Budtype: 'Friend' })
      expect(await count()).toEqual(['2', 3])
      expect(await count()).toEqual(['2', 2])
    })

    test('until it is deleted', async () => {
      const { user, count } = await begin()
      const { lists } = (await user.get('/api/v1/lists')).body
      await user.delete(`/api/v1/lists/${lists[0]._id}`)
      expect(await count()).toEqual([undefined, 2])
      const { statements } = await recordStatements(() => user.visit('/dashboard'))
      expect(statements.filter(({ sql }) => sql.includes('count(*) filter'))).toEqual([])
    })

    test('which counts each minute without a change', async () => {
      const { user, friend, count } = await begin()
      const earlier = await db.select({ id: changeRows.changeId }).from(changeRows).where(isOwn(user))
      await db.update(buds).set({ archivedAt: new Date() }).where(eq(buds._id, friend._id))
      const ids = earlier.map(({ id }) => id)
      await db.delete(changeRows).where(and(isOwn(user), notInArray(changeRows.changeId, ids)))
      expect(await count()).toEqual(['1', 2])
      const later = Date.now() + 61_000
      const now = vi.spyOn(Date, 'now').mockImplementation(() => later)
      onTestFinished(() => now.mockRestore())
      expect(await count()).toEqual(['0', 2])
    })

    test('and none for a while if it cannot be read, on a page that is shown', async () => {
      const { user, count } = await begin()
      await user.post('/api/v1/buds', { Firstname: 'Ada', Budtype: 'Friend' })
      const failing = vi.spyOn(NoopLogger.prototype, 'logQuery').mockImplementation((...call: unknown[]) => {
        if (`${call[0]}`.includes('count(*) filter')) throw new Error('The numbers cannot be read')
      })
      onTestFinished(() => failing.mockRestore())
      expect(numberOn((await user.visit('/dashboard')).text)).toBeUndefined()
      failing.mockRestore()
      expect(await count()).toEqual([undefined, 2])
      const later = performance.now() + 11_000
      const now = vi.spyOn(performance, 'now').mockImplementation(() => later)
      onTestFinished(() => now.mockRestore())
      expect(await count()).toEqual(['2', 3])
    })
  })
})
