import { expect, test } from 'vitest'
import { type Client, visibleText } from '../../support/client'
import { createBud, createSmartList, signedIn } from '../../support/factories'
import { formIn, typed } from '../../support/form'
import { changesOf, lastChange, undo, undoLast } from '../../support/history'

const tagsOf = async (user: Client, id: string) => (await user.get(`/api/v1/buds/${id}`)).body.bud.tags
const kindsOf = async (user: Client) => (await user.get('/api/v1/tags')).body.tags

async function start() {
  const user = await signedIn()
  const ada = await createBud(user.user, { Firstname: 'Ada', tags: ['Climbing', 'Choir'] })
  const ben = await createBud(user.user, { Firstname: 'Ben', tags: ['Choir'] })
  return { user, ada, ben }
}

test('an existing spelling wins, and tags are listed with their buds by name', async () => {
  const { user, ada, ben } = await start()
  const { body } = await user.patch(`/api/v1/buds/${ben._id}`, { tags: ['CLIMBING', 'climbing', 'Ålesund'] })
  expect(body.bud.tags).toEqual(['Climbing', 'Ålesund'])
  expect(await kindsOf(user)).toEqual([
    { name: 'Ålesund', buds: 1 },
    { name: 'Choir', buds: 1 },
    { name: 'Climbing', buds: 2 },
  ])
  await user.patch(`/api/v1/buds/${ada._id}`, { tags: ['Choir'] })
  await user.patch(`/api/v1/buds/${ben._id}`, { tags: ['CLIMBING'] })
  expect(await tagsOf(user, ben._id)).toEqual(['Climbing'])
  expect(await kindsOf(await signedIn())).toEqual([])
})

test.each([
  ['21 tags', Array.from({ length: 21 }, (_, n) => `Tag ${n}`), 'Maximum of 20 tags'],
  ['51 characters', ['x'.repeat(51)], 'Tag must be at most 50 characters'],
  ['no character', [' '], 'Tag is required'],
  ['a comma', ['a, b'], 'A tag cannot have a comma'],
  ['a number', [1], 'Tag must be text'],
  ['no list', { a: 1 }, 'Tags must be a list'],
])('%s: 400, and nothing is changed', async (_, tags, msg) => {
  const { user, ada } = await start()
  expect(await user.patch(`/api/v1/buds/${ada._id}`, { tags, Surname: 'X' })).toMatchObject({
    status: 400,
    body: { errors: { tags: [msg] } },
  })
  expect(await tagsOf(user, ada._id)).toEqual(['Climbing', 'Choir'])
})

test('tags are equal however their accents are composed', async () => {
  const user = await signedIn()
  const [composed, decomposed] = ['Caf\u00e9', 'Cafe\u0301']
  const first = await createBud(user.user, { tags: [composed, decomposed] })
  const second = await createBud(user.user, { tags: [decomposed] })
  expect([first.tags, second.tags]).toEqual([[composed], [composed]])
  const bulk = { ids: [second._id], action: 'addTag', value: decomposed.toUpperCase() }
  expect((await user.post('/api/v1/buds/bulk', bulk)).body.changed).toBe(0)
  expect((await user.get('/api/v1/tags')).body.tags).toEqual([{ name: composed, buds: 2 }])
  await user.delete(`/api/v1/tags?name=${encodeURIComponent(decomposed)}`)
  expect((await user.get('/api/v1/tags')).body.tags).toEqual([])
})

test('a 501st kind is refused, also by the one of two requests that comes second', async () => {
  const { user, ada, ben } = await start()
  const named = (count: number, from: number) => Array.from({ length: count }, (_, n) => `Kind ${from + n}`)
  for (let n = 0; n < 24; n++) await createBud(user.user, { Firstname: 'A', tags: named(20, n * 20) })
  await createBud(user.user, { Firstname: 'A', tags: named(17, 480) })
  const add = (id: string, tag: string) =>
    user.patch(`/api/v1/buds/${id}`, { tags: ['Climbing', 'Choir', tag] })
  const [one, two] = await Promise.all([add(ada._id, 'New'), add(ben._id, 'Other')])
  expect([one.status, two.status].sort()).toEqual([200, 409])
  expect(await kindsOf(user)).toHaveLength(500)
  expect(await user.post('/api/v1/buds', { Firstname: 'C', tags: ['Yet another'] })).toMatchObject({
    status: 409,
    body: { msg: 'An account has at most 500 different tags' },
  })
  // The last bud of a kind may exchange it for another.
  const [last] = (await user.get('/api/v1/buds?search=Kind%20496')).body.buds
  expect((await user.patch(`/api/v1/buds/${last._id}`, { tags: ['Yet another'] })).status).toBe(200)
})

test('a tag is renamed and united in one change set, which an undo takes back tag by tag', async () => {
  const { user, ada, ben } = await start()
  const before = (await changesOf(user)).length
  const united = await user.patch('/api/v1/tags', { from: 'climbing', to: 'choir' })
  expect(united.body).toEqual({ msg: 'Tag renamed successfully', buds: 1 })
  expect(await tagsOf(user, ada._id)).toEqual(['Choir'])
  await undoLast(user)
  expect(await tagsOf(user, ada._id)).toEqual(['Climbing', 'Choir'])

  await user.patch('/api/v1/tags', { from: 'CHOIR', to: 'Singers' })
  expect([await tagsOf(user, ada._id), await tagsOf(user, ben._id)]).toEqual([
    ['Climbing', 'Singers'],
    ['Singers'],
  ])
  expect(await changesOf(user)).toHaveLength(before + 3)
  const change = await lastChange(user)
  await user.patch(`/api/v1/buds/${ada._id}`, { tags: ['Climbing', 'Singers', 'Later'] })
  expect((await undo(user, change)).body.kept).toEqual([])
  expect((await tagsOf(user, ada._id)).sort()).toEqual(['Choir', 'Climbing', 'Later'])

  await user.patch('/api/v1/tags', { from: 'Choir', to: 'choir' })
  expect(await kindsOf(user)).toContainEqual({ name: 'choir', buds: 2 })
  expect((await user.patch('/api/v1/tags', { from: 'Nothing', to: 'x' })).status).toBe(404)
  expect((await (await signedIn()).patch('/api/v1/tags', { from: 'choir', to: 'x' })).status).toBe(404)
})

test('a tag is renamed in the filters of lists too, and back by undo', async () => {
  const { user } = await start()
  const filter = (tag: string) =>
    JSON.stringify({ match: 'any', rules: [{ field: 'tag', is: 'any', value: [tag, 'Sailing'] }] })
  const { _id } = await createSmartList(user.user, { filter: filter('choir') })
  const other = await createSmartList(user.user, { filter: filter('Walking') })
  const stranger = await signedIn()
  const foreign = await createSmartList(stranger.user, { filter: filter('choir') })
  const listOf = async (client: typeof user, id: string) =>
    (await client.get(`/api/v1/lists/${id}`)).body.list
  await user.patch('/api/v1/tags', { from: 'Choir', to: 'Singers' })
  expect(await listOf(user, _id)).toMatchObject({ filter: filter('Singers'), buds: 2 })
  expect((await listOf(user, other._id)).filter).toBe(filter('Walking'))
  expect((await listOf(stranger, foreign._id)).filter).toBe(filter('choir'))
  await undoLast(user)
  expect(await listOf(user, _id)).toMatchObject({ filter: filter('choir'), buds: 2 })
})

test('a tag is deleted from all buds, and comes back by undo', async () => {
  const { user, ada, ben } = await start()
  const { status, body } = await user.delete('/api/v1/tags?name=choir')
  expect([status, body]).toEqual([200, { msg: 'Tag deleted successfully', buds: 2 }])
  expect(await kindsOf(user)).toEqual([{ name: 'Climbing', buds: 1 }])
  await undoLast(user)
  expect([await tagsOf(user, ada._id), await tagsOf(user, ben._id)]).toEqual([
    ['Climbing', 'Choir'],
    ['Choir'],
  ])
  expect((await user.delete('/api/v1/tags?name=none')).status).toBe(404)
})

test('the forms write tags with commas between them, and keep what was typed', async () => {
  const { user, ada } = await start()
  const path = `/dashboard/EditBud/${ada._id}`
  const form = formIn(await user.visit(path))
  expect(Object.fromEntries(form).tags).toBe('Climbing, Choir')
  await user.submit(path, typed(form, { tags: 'choir, Old friends,' }))
  expect(await tagsOf(user, ada._id)).toEqual(['Choir', 'Old friends'])
  const refused = await user.submit(path, typed(formIn(await user.visit(path)), { tags: 'x'.repeat(60) }))
  expect(refused.status).toBe(400)
  expect(visibleText(refused)).toContain('Tag must be at most 50 characters')
  expect(Object.fromEntries(formIn(refused)).tags).toBe('x'.repeat(60))
  await createBud(user.user, { Firstname: 'Cleo', tags: ['Climbing'] })
  const page = await user.visit(`/dashboard/Bud/${ada._id}?edit=tags`)
  expect(page.text).toContain('value="Choir, Climbing"')
  expect(visibleText(await user.visit(`/dashboard/Bud/${ada._id}`))).toContain('Old friends')
})

test('the screen renames and deletes tags', async () => {
  const { user, ben } = await start()
  await user.submit('/dashboard/tags', { name: 'Choir', to: 'Singers' })
  await user.submit('/dashboard/tags', { name: 'Climbing', to: 'Climbing', intent: 'delete' })
  const page = visibleText(await user.visit('/dashboard/tags'))
  expect(page).toContain('Singers')
  expect(page).toContain('2 buds')
  expect(page).not.toContain('Climbing')
  expect(await tagsOf(user, ben._id)).toEqual(['Singers'])
  const refused = await user.submit('/dashboard/tags', { name: 'Singers', to: 'a,b' })
  expect(refused).toSendToast('A tag cannot have a comma')
})

test('lists and quick find find a bud by a tag', async () => {
  const { user, ada } = await start()
  const { body } = await user.get('/api/v1/find?q=climb')
  expect(body.buds).toEqual([
    expect.objectContaining({ _id: ada._id, archivedAt: null, note: expect.stringMatching(/^Climbing/) }),
  ])
  expect((await user.get('/api/v1/buds?search=limbin')).body.totalBuds).toBe(1)
})

test('a merge unites the tags up to 20, and the rest goes to the notes', async () => {
  const { user, ada } = await start()
  const many = Array.from({ length: 19 }, (_, n) => `Tag ${n}`)
  const other = await createBud(user.user, { Firstname: 'Ada', tags: ['choir', ...many] })
  const { body } = await user.post(`/api/v1/buds/${ada._id}/merge`, { with: other._id })
  expect(body.bud.tags).toEqual(['Climbing', 'Choir', ...many.slice(0, 18)])
  expect(body.bud.notes).toBe('Tags: Tag 18')
})

test('a tag leads to the buds that have it, archived or not, and to no others', async () => {
  const user = await signedIn()
  const [ada, ben] = [
    await createBud(user.user, { Firstname: 'Ada', tags: ['Art'] }),
    await createBud(user.user, { Firstname: 'Ben', tags: ['art'] }),
  ]
  await createBud(user.user, { Firstname: 'Martha' })
  await user.post(`/api/v1/buds/${ben._id}/archive`, {})
  for (const path of ['/dashboard/tags', `/dashboard/Bud/${ada._id}`]) {
    const [, link = ''] = /href="(\/dashboard\?filter=[^"]+)"/.exec((await user.visit(path)).text) ?? []
    const list = visibleText(await user.visit(link.replaceAll('&amp;', '&')))
    expect(list, path).toMatch(/Ada.*Ben/s)
    expect(list, path).not.toContain('Martha')
  }
})

test('a list is not written for a tag that stays, and no tag gets too long for it', async () => {
  const { user } = await start()
  const versionOf = async (id: string) => (await user.get(`/api/v1/lists/${id}`)).headers.get('ETag')
  const rules = (...tags: string[][]) => ({
    match: 'all',
    rules: tags.map((value) => ({ field: 'tag', is: 'any', value })),
  })
  const short = await createSmartList(user.user, { filter: JSON.stringify(rules(['Choir'])) })
  const before = await versionOf(short._id)
  expect((await user.patch('/api/v1/tags', { from: 'Choir', to: 'Choir' })).body.buds).toBe(0)
  expect(await versionOf(short._id)).toBe(before)
  const rest = Array.from({ length: 49 }, (_, n) => `${n}`.padStart(2, '0'))
  const lengthOf = (by: number) => JSON.stringify(rules(...two(by))).length
  const two = (by: number) => [0, 1].map(() => ['Choir', ...rest.map((tag) => tag.padEnd(by, 'x'))])
  const fitting = Array.from({ length: 50 }, (_, by) => by).findLast((by) => lengthOf(by) <= 4_000) ?? 0
  await createSmartList(user.user, { name: 'Singers', filter: JSON.stringify(rules(...two(fitting))) })
  const to = 'Choir of the town hall on Mondays and Wednesdays'
  expect(await user.patch('/api/v1/tags', { from: 'Choir', to })).toMatchObject({
    status: 409,
    body: { msg: 'The filter of the list Singers would be too long' },
  })
  expect((await kindsOf(user)).map(({ name }: { name: string }) => name)).toEqual(['Choir', 'Climbing'])
})
