import { describe, expect, test } from 'vitest'
import { interactionKinds } from '~/people/interactions/interaction'
import { interactionInput } from '~/people/interactions/interaction-input.server'
import { createInteraction as create } from '~/people/interactions/interactions.server'
import { visibleText } from '../../support/client'
import { createBud, createInteraction, createUser, signedIn } from '../../support/factories'
import { formIn, typed } from '../../support/form'
import { changesOf, lastRecords, undoLast } from '../../support/history'

const api = '/api/v1/interactions'
const today = () => new Date().toISOString().slice(0, 10)
const daysAgo = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10)

/** A user with two buds. */
async function setUp() {
  const user = await signedIn()
  const [ada, grace] = [
    await createBud(user.user, { Firstname: 'Ada', Surname: 'Lovelace' }),
    await createBud(user.user, { Firstname: 'Grace' }),
  ]
  const post = (fields: object = {}) => user.post(api, { selectedBuds: [ada._id], ...fields })
  return { user, ada, grace, post, owner: user.user }
}

const nameOf = ({ _id, Firstname, Surname }: { _id: string; Firstname: string; Surname: string }) => ({
  _id,
  Firstname,
  Surname,
})

describe('an interaction', () => {
  test('has a kind, a day, a note and buds; kind other and today are the defaults', async () => {
    const { user, ada, grace, post } = await setUp()
    const { status, body } = await post()
    expect([status, body.msg]).toEqual([201, 'Interaction added successfully'])
    expect(body.interaction).toEqual({
      _id: expect.any(String),
      kind: 'other',
      on: today(),
      note: '',
      buds: [nameOf(ada)],
      createdAt: expect.any(String),
    })
    const fields = { kind: 'call', on: '2026-03-03', note: ' Her\r\nlunch ' }
    const { interaction } = (await post({ ...fields, selectedBuds: [grace._id, ada._id, ada._id] })).body
    expect(interaction).toMatchObject({ kind: 'call', on: '2026-03-03', note: 'Her\nlunch' })
    expect(interaction.buds).toEqual([nameOf(ada), nameOf(grace)])
    expect((await user.get(`${api}/${interaction._id}`)).body).toEqual({ interaction })
  })

  test('has one of 7 kinds', async () => {
    const { post } = await setUp()
    for (const kind of interactionKinds) expect((await post({ kind })).body.interaction.kind).toBe(kind)
    expect(interactionKinds).toHaveLength(7)
    expect(await post({ kind: 'visit' })).toMatchObject({
      status: 400,
      body: { errors: { kind: [expect.any(String)] } },
    })
  })

  test.each([
    ['a day that does not exist', { on: '2026-04-31' }, 'Day must be a date (YYYY-MM-DD)'],
    ['a day in the future', { on: '9999-12-31' }, 'Day must not be in the future'],
    ['a note of 5,001 characters', { note: 'x'.repeat(5_001) }, 'Note must be at most 5000 characters'],
    ['a note with NUL', { note: 'a\0b' }, 'Note contains characters that are not allowed'],
    ['no buds', { selectedBuds: [] }, 'Choose at least one bud'],
    ['buds that are no list', { selectedBuds: 7 }, 'Selected buds must be a list'],
    [
      '501 buds',
      { selectedBuds: Array.from({ length: 501 }, () => crypto.randomUUID()) },
      'At most 500 buds can be chosen',
    ],
    ['a bud of nobody', { selectedBuds: [crypto.randomUUID()] }, 'One of the chosen buds does not exist'],
  ])('with %s is refused, and nothing is written', async (_, fields, msg) => {
    const { user, post } = await setUp()
    const before = await changesOf(user)
    expect(await post(fields)).toMatchObject({ status: 400, body: { msg } })
    const kept = (await post()).body.interaction
    expect(await user.patch(`${api}/${kept._id}`, fields)).toMatchObject({ status: 400, body: { msg } })
    expect((await user.get(api)).body).toMatchObject({
      totalInteractions: 1,
      interactions: [{ ...kept, totalBuds: 1 }],
    })
    expect(await changesOf(user)).toHaveLength(before.length + 1)
  })

  test('may have a note of 5,000 characters, and 500 buds', async () => {
    const { user, owner } = await setUp()
    const ids: string[] = []
    for (let n = 0; n < 500; n++) ids.push((await createBud(owner))._id)
    const response = await user.post(api, { note: 'é'.repeat(5_000), selectedBuds: ids })
    expect(response.status).toBe(201)
    expect(response.body.interaction.buds).toHaveLength(500)
  })

  test("cannot have another user's bud", async () => {
    const { post } = await setUp()
    const foreign = await createBud(await createUser())
    expect(await post({ selectedBuds: [foreign._id] })).toMatchObject({
      status: 400,
      body: { errors: { selectedBuds: ['One of the chosen buds does not exist'] } },
    })
  })

  test('is edited: an absent field keeps its value, and a list that is present replaces', async () => {
    const { user, grace, post } = await setUp()
    const { interaction } = (await post({ kind: 'letter', on: daysAgo(3), note: 'One' })).body
    const path = `${api}/${interaction._id}`
    const edited = await user.patch(path, { note: 'Two', selectedBuds: [grace._id] })
    expect(edited.body.msg).toBe('Interaction edited successfully')
    expect(edited.body.interaction).toEqual({ ...interaction, note: 'Two', buds: [nameOf(grace)] })
    expect((await user.get(path)).headers.get('ETag')).toBe(edited.headers.get('ETag'))
    const stale = await user.patch(path, { note: 'Three' }, { 'If-Match': '"1"' })
    expect(stale).toMatchObject({ status: 412, body: { errors: { note: ['Saved now: Two'] } } })
  })

  test('is deleted, and undo brings it back as it was', async () => {
    const { user, post } = await setUp()
    const { interaction } = (await post({ note: 'One' })).body
    const path = `${api}/${interaction._id}`
    const { headers } = await user.get(path)
    expect((await user.delete(path)).body).toEqual({ msg: 'Interaction deleted successfully' })
    expect(await user.get(path)).toMatchObject({ status: 404, body: { msg: 'Interaction not found' } })
    await undoLast(user)
    const restored = await user.get(path)
    expect(restored.body).toEqual({ interaction })
    expect(restored.headers.get('ETag')).toBe(headers.get('ETag'))
  })

  test('of a deleted bud stays, and has the bud again when the deletion is undone', async () => {
    const { user, ada, post } = await setUp()
    const { interaction } = (await post()).body
    await user.delete(`/api/v1/buds/${ada._id}`)
    expect((await user.get(`${api}/${interaction._id}`)).body.interaction.buds).toEqual([])
    await undoLast(user)
    expect((await user.get(`${api}/${interaction._id}`)).body).toEqual({ interaction })
  })

  test('is in the history by its kind and the name of its first bud', async () => {
    const { user, ada, grace, post } = await setUp()
    const { _id } = (await post({ kind: 'call', selectedBuds: [ada._id, grace._id] })).body.interaction
    await user.patch(`${api}/${_id}`, { kind: 'other', selectedBuds: [grace._id] })
    expect((await lastRecords(user))[0]).toMatchObject({
      type: 'interaction',
      fields: [
        { name: 'kind', before: 'call', after: 'other' },
        { name: 'selectedBuds', before: ['Ada Lovelace'], after: [] },
      ],
    })
    await user.delete(`${api}/${_id}`)
    const titles = (await changesOf(user, `?of=${_id}`)).map(({ title }) => title)
    expect(titles).toEqual([
      'Contact with Grace deleted',
      'Contact with Grace edited',
      'Call with Ada Lovelace and 1 other added',
    ])
  })

  test('is created once by a form that is sent twice', async () => {
    const { owner, ada } = await setUp()
    const id = crypto.randomUUID()
    const input = interactionInput.parse({ selectedBuds: [ada._id] })
    const [first, second] = [await create(owner._id, input, id), await create(owner._id, input, id)]
    expect(second.createdAt).toEqual(first.createdAt)
    expect(second.changeId).toBeUndefined()
  })
})

describe('GET /interactions', () => {
  test('lists the latest day first, then the newest, 20 a page, of all buds or of one', async () => {
    const { user, owner, ada, grace } = await setUp()
    const made: string[] = []
    for (const [on, bud] of [
      [daysAgo(5), ada],
      [daysAgo(1), ada],
      [daysAgo(5), grace],
    ] as const)
      made.push((await createInteraction(owner, { on, selectedBuds: [bud._id] }))._id)
    const ids = async (query = '') =>
      (await user.get(`${api}${query}`)).body.interactions.map(({ _id }: { _id: string }) => _id)
    expect(await ids()).toEqual([made[1], made[2], made[0]])
    expect(await ids(`?bud=${ada._id}`)).toEqual([made[1], made[0]])
    expect(await ids('?limit=1&page=2')).toEqual([made[2]])
    const { body } = await user.get(`${api}?limit=2&page=9`)
    expect(body).toEqual({ interactions: [], totalInteractions: 3, numOfPages: 2, currentPage: 9 })
    for (const query of ['?bud=x', '?page=0', '?limit=101'])
      expect((await user.get(api + query)).status).toBe(400)
    expect((await (await signedIn()).get(`${api}?bud=${ada._id}`)).body.totalInteractions).toBe(0)
  })
})

describe('POST /buds/{id}/log', () => {
  test('logs a contact of today with the bud', async () => {
    const { user, ada } = await setUp()
    const { status, body } = await user.post(`/api/v1/buds/${ada._id}/log`, {})
    expect([status, body.msg]).toEqual([201, 'Contact logged'])
    expect(body.interaction).toMatchObject({ kind: 'other', on: today(), note: '', buds: [nameOf(ada)] })
    expect((await user.get(`/api/v1/buds/${ada._id}`)).body.bud.lastContactOn).toBe(today())
  })

  test("is a 404 for another user's bud and an unknown one", async () => {
    const { ada } = await setUp()
    const other = await signedIn()
    for (const id of [ada._id, crypto.randomUUID(), 'x'])
      expect(await other.post(`/api/v1/buds/${id}/log`, {})).toMatchObject({
        status: 404,
        body: { msg: 'Bud not found' },
      })
    expect((await other.get(api)).body.totalInteractions).toBe(0)
  })
})

describe('the form', () => {
  test('stores the same as the API, and returns to where it was opened', async () => {
    const { user, ada, grace } = await setUp()
    const path = `/dashboard/LogInteraction?buds=${ada._id},${grace._id}&returnTo=/dashboard/Bud/${ada._id}`
    const page = await user.visit(path)
    expect(visibleText(page)).toContain('Call Message Meeting Letter Gift Other Note')
    expect(visibleText(page)).toContain('Ada Lovelace')
    const fields = typed(formIn(page), { kind: 'meeting', note: 'Dinner\r\nat home' })
    const response = await user.submit('/dashboard/LogInteraction', fields)
    expect(response).toHaveRedirect(`/dashboard/Bud/${ada._id}`)
    expect(response).toSendToast('Interaction added successfully')
    const [stored] = (await user.get(api)).body.interactions
    expect(stored).toMatchObject({ kind: 'meeting', on: today(), note: 'Dinner\nat home', totalBuds: 2 })
    const edit = await user.submit(`/dashboard/EditInteraction/${stored._id}`, {
      kind: 'gift',
      on: daysAgo(2),
      note: '',
      selectedBuds: JSON.stringify([grace._id]),
      returnTo: 'https://elsewhere.example/',
    })
    expect(edit).toHaveRedirect('/dashboard/Today')
    expect((await user.get(api)).body.interactions[0]).toMatchObject({
      kind: 'gift',
      on: daysAgo(2),
      totalBuds: 1,
    })
    const deletion = await user.submit(`/dashboard/DeleteInteraction/${stored._id}`, {})
    expect(deletion).toHaveRedirect('/dashboard/Today')
    expect(deletion).toSendToast('Interaction deleted successfully')
  })

  test('comes back filled in when it is refused', async () => {
    const { user, ada } = await setUp()
    const response = await user.submit('/dashboard/LogInteraction', {
      on: '9999-01-01',
      note: 'Kept text',
      selectedBuds: JSON.stringify([ada._id]),
    })
    expect(response.status).toBe(400)
    expect(visibleText(response)).toContain('Day must not be in the future')
    expect(response.text).toContain('Kept text')
    expect(visibleText(response)).toContain('Ada Lovelace')
  })
})
