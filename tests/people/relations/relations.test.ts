import { describe, expect, test } from 'vitest'
import { visibleText } from '../../support/client'
import { createBud, signedIn } from '../../support/factories'
import { changesOf, lastChange, lastRecords, undo, undoLast } from '../../support/history'

const pathOf = ({ _id }: { _id: string }) => `/api/v1/buds/${_id}/relations`

async function family(...names: string[]) {
  const user = await signedIn()
  const buds: { _id: string; Firstname: string }[] = []
  for (const Firstname of names) buds.push(await createBud(user.user, { Firstname, Surname: '' }))
  const idOf = (name: string) => buds.find(({ Firstname }) => Firstname === name)?._id ?? ''
  const relate = (from: string, kind: string, to: string, more = {}) =>
    user.post(pathOf({ _id: idOf(from) }), { kind, with: idOf(to), ...more })
  const read = async (name: string) => (await user.get(pathOf({ _id: idOf(name) }))).body
  const lines = async (name: string) => {
    const { relations, derived } = await read(name)
    return [
      ...relations.map((one: Read) => `${one.label || one.kind} ${one.bud.Firstname}`),
      ...derived.map(
        (one: Read) => `${one.kind} ${one.bud.Firstname} via ${one.via.map(({ Firstname }) => Firstname)}`,
      ),
    ]
  }
  return { user, idOf, relate, read, lines }
}
type Read = { kind: string; label: string; bud: { Firstname: string }; via: { Firstname: string }[] }

test('a relation is read from both ends, with its days, its note and its inverse kind', async () => {
  const { relate, read, idOf } = await family('Ada', 'Ben')
  const more = { label: 'Mother', note: 'By letter', since: '1815-12-10', until: null }
  const { status, body } = await relate('Ben', 'parent', 'Ada', more)
  expect([status, body.msg]).toEqual([201, 'Relation added successfully'])
  const { _id } = body.relation
  const person = (Firstname: string) => ({ _id: idOf(Firstname), Firstname, Surname: '', photo: null })
  expect((await read('Ben')).relations).toEqual([{ _id, kind: 'parent', bud: person('Ada'), ...more }])
  expect((await read('Ada')).relations).toEqual([
    { _id, kind: 'child', bud: person('Ben'), ...more, label: '' },
  ])
})

test('what is no relation is refused and changes nothing', async () => {
  const { user, relate, read, idOf } = await family('Ada', 'Ben', 'Cleo')
  const stranger = await createBud((await signedIn()).user)
  await relate('Ben', 'parent', 'Ada')
  await relate('Ben', 'manager', 'Ada')
  await relate('Ben', 'other', 'Ada', { label: 'Godmother' })
  const before = await read('Ben')
  const refusals = [
    await relate('Ben', 'friend', 'Ben'),
    await user.post(pathOf({ _id: idOf('Ben') }), { kind: 'friend', with: stranger._id }),
    await user.post(pathOf(stranger), { kind: 'friend', with: idOf('Ben') }),
    await relate('Ben', 'parent', 'Ada'),
    await relate('Ada', 'child', 'Ben'),
    await relate('Ada', 'parent', 'Ben'),
    await relate('Ada', 'report', 'Ben'),
    await relate('Ada', 'other', 'Ben', { label: 'GODMOTHER' }),
    await relate('Ada', 'other', 'Ben'),
    await relate('Ada', 'friend', 'Ben', { since: '2020-02-02', until: '2020-02-01' }),
    await relate('Ada', 'friend', 'Ben', { since: '2020-02-30' }),
    await relate('Ada', 'friend', 'Ben', { label: 'x'.repeat(51) }),
    await relate('Ada', 'other', 'Ben', { label: '\u200b' }),
    await relate('Ada', 'friend', 'Ben', { note: 'x'.repeat(2_001) }),
    await relate('Ada', 'cousin', 'Ben'),
  ]
  const statuses = [400, 404, 404, 409, 409, 409, 409, 409, 400, 400, 400, 400, 400, 400, 400]
  expect(refusals.map(({ status }) => status)).toEqual(statuses)
  expect(await read('Ben')).toEqual(before)
  const [{ _id }] = before.relations
  const patch = (change: object) => user.patch(`/api/v1/relations/${_id}`, change)
  const edits = [
    await patch({ kind: 'manager' }),
    await patch({ kind: 'other' }),
    await patch({ with: idOf('Ben') }),
  ]
  expect(edits.map(({ status }) => status)).toEqual([409, 400, 400])
  expect(await read('Ben')).toEqual(before)
  // The other way round, or in a longer circle, both can be true.
  expect((await relate('Ada', 'manager', 'Ben')).status).toBe(201)
  expect((await relate('Ada', 'parent', 'Cleo')).status).toBe(201)
  expect((await relate('Cleo', 'parent', 'Ben')).status).toBe(201)
})

test('an edit is read from the bud that the relation was made from, can change the other bud, and is undone', async () => {
  const { user, relate, lines, idOf } = await family('Ada', 'Ben', 'Cleo')
  const { _id } = (await relate('Ben', 'parent', 'Ada')).body.relation
  const path = `/api/v1/relations/${_id}`
  await user.patch(path, { kind: 'mentor', note: 'Maths' })
  expect([await lines('Ben'), await lines('Ada')]).toEqual([['mentor Ada'], ['mentee Ben']])
  expect(await lastRecords(user)).toMatchObject([
    {
      type: 'bud',
      name: 'Ben',
      fields: [{ name: 'relations', before: ['Ada: Parent'], after: ['Ada: Mentor, Maths'] }],
    },
  ])
  await user.patch(path, { with: idOf('Cleo') })
  expect([await lines('Ben'), await lines('Ada')]).toEqual([['mentor Cleo'], []])
  await undoLast(user)
  expect([await lines('Ben'), await lines('Cleo')]).toEqual([['mentor Ada'], []])
  await user.delete(path)
  expect(await lines('Ben')).toEqual([])
  // What is there again in the meantime stays as it is.
  await relate('Ada', 'mentee', 'Ben')
  const [, deletion] = await changesOf(user)
  expect(deletion).toMatchObject({ kind: 'delete', title: expect.stringContaining('Relation of Ben') })
  const { body } = await user.post(`/api/v1/changes/${deletion?._id}/undo`, {})
  expect(body.kept).toMatchObject([{ name: 'Ben', fields: ['relations'] }])
  expect(await lines('Ben')).toEqual(['mentor Ada'])
})

test('the undo of a deletion brings relations back, and an edited one keeps a bud that was added with it', async () => {
  const { user, relate, lines, idOf } = await family('Ada', 'Ben')
  await relate('Ben', 'friend', 'Ada')
  await user.delete(`/api/v1/buds/${idOf('Ada')}`)
  expect(await lines('Ben')).toEqual([])
  await undoLast(user)
  expect(await lines('Ben')).toEqual(['friend Ada'])
  const [, , added] = await changesOf(user)
  const { body } = await user.post(`/api/v1/changes/${(await changesOf(user)).at(-2)?._id}/undo`, {})
  expect([added?.kind, body.kept.length > 0]).toEqual(['create', true])
  expect(await lines('Ben')).toEqual(['friend Ada'])
})

test('a relation comes back with the second of two buds whose deletions are undone, unless that one is erased', async () => {
  const { user, relate, lines, idOf } = await family('Ada', 'Ben')
  await relate('Ben', 'other', 'Ada', { label: 'Godmother' })
  const deletion = async (name: string) => {
    await user.delete(`/api/v1/buds/${idOf(name)}`)
    return lastChange(user)
  }
  for (const names of [
    ['Ada', 'Ben'],
    ['Ben', 'Ada'],
  ]) {
    const [first = '', second = ''] = [await deletion(names[0] ?? ''), await deletion(names[1] ?? '')]
    await undo(user, first)
    await undo(user, second)
    expect(await lines('Ben')).toEqual(['Godmother Ada'])
  }
  const [first, second] = [await deletion('Ada'), await deletion('Ben')]
  await undo(user, first)
  await user.delete(`/api/v1/changes/${second}`)
  const changes = await Promise.all(
    (await changesOf(user)).map(async ({ _id }) => (await user.get(`/api/v1/changes/${_id}`)).text),
  )
  expect(changes.filter((text) => /Godmother|Ben/.test(text))).toEqual([])
})

test('in-laws, grandparents and siblings follow from partners and parents of today, with their way', async () => {
  const { user, relate, lines } = await family('Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Flo')
  await relate('Ada', 'parent', 'Cleo')
  await relate('Ben', 'parent', 'Cleo')
  const { _id } = (await relate('Ben', 'partner', 'Dan')).body.relation
  await relate('Dan', 'parent', 'Eve')
  await relate('Flo', 'parent', 'Dan')
  expect(await lines('Ada')).toEqual([
    'parent Cleo',
    'sibling Ben via Cleo',
    'sibling-in-law Dan via Cleo,Ben',
  ])
  expect(await lines('Dan')).toEqual([
    ...['parent Eve', 'child Flo', 'partner Ben'],
    ...['parent-in-law Cleo via Ben', 'sibling-in-law Ada via Ben,Cleo'],
  ])
  expect(await lines('Eve')).toEqual(['child Dan', 'grandchild Flo via Dan', 'child-in-law Ben via Dan'])
  await relate('Ada', 'sibling', 'Ben')
  expect(await lines('Ada')).toEqual(['parent Cleo', 'sibling Ben', 'sibling-in-law Dan via Ben'])
  await user.patch(`/api/v1/relations/${_id}`, { until: '2020-01-01' })
  expect(await lines('Ada')).toEqual(['parent Cleo', 'sibling Ben'])
  await user.patch(`/api/v1/relations/${_id}`, { until: '9999-01-01' })
  expect(await lines('Ada')).toHaveLength(3)
  await user.patch(`/api/v1/relations/${_id}`, { kind: 'former-partner' })
  expect(await lines('Ada')).toHaveLength(2)
})

describe('two buds who become one', () => {
  const merge = ({ user, idOf }: Awaited<ReturnType<typeof family>>, kept: string, gone: string) =>
    user.post(`/api/v1/buds/${idOf(kept)}/merge`, { with: idOf(gone) })

  test('keep the label, the days and the notes of a relation that both have, from whichever end it was made', async () => {
    const all = await family('Ada', 'Ada II', 'Cleo', 'Dan', 'Eve')
    const { relate, read, lines, user } = all
    await relate('Ada', 'parent', 'Cleo', { until: '2020-01-01' })
    await relate('Ada II', 'parent', 'Cleo', { label: 'Mother', since: '1970-01-01', note: 'By letter' })
    await relate('Ada', 'parent', 'Dan')
    await relate('Dan', 'child', 'Ada II', { label: 'Daughter' })
    await relate('Ada', 'sibling', 'Eve', { label: 'Sister', until: '2010-01-01' })
    await relate('Ada II', 'sibling', 'Eve', { label: 'Twin', since: '2015-01-01' })
    const before = await Promise.all(['Ada', 'Ada II', 'Cleo', 'Dan', 'Eve'].map(read))
    expect((await merge(all, 'Ada', 'Ada II')).status).toBe(200)
    expect((await read('Ada')).relations).toMatchObject([
      { label: 'Mother', since: '1970-01-01', until: '2020-01-01', note: 'By letter' },
      { kind: 'parent', label: '', bud: { Firstname: 'Dan' } },
      { label: 'Sister', until: '2010-01-01', since: null, note: 'Twin\nsince 2015-01-01' },
    ])
    expect(await lines('Dan')).toContain('Daughter Ada')
    await undoLast(user)
    expect(await Promise.all(['Ada', 'Ada II', 'Cleo', 'Dan', 'Eve'].map(read))).toEqual(before)
  })

  test('note what contradicts, and are refused if a note has no room', async () => {
    const all = await family('Ada', 'Ada II', 'Cleo', 'Dan')
    const { relate, read } = all
    await relate('Ada', 'parent', 'Cleo')
    await relate('Ada II', 'child', 'Cleo', { note: 'x'.repeat(1_990) })
    expect((await merge(all, 'Ada', 'Ada II')).status).toBe(200)
    expect((await read('Ada')).relations).toMatchObject([
      { kind: 'parent', note: `${'x'.repeat(1_990)}\nChild` },
    ])
    await relate('Dan', 'parent', 'Cleo', { note: 'y'.repeat(1_990) })
    const before = [await read('Ada'), await read('Dan')]
    expect(await merge(all, 'Ada', 'Dan')).toMatchObject({ status: 409 })
    expect([await read('Ada'), await read('Dan')]).toEqual(before)
  })
})

test('an edit of the note at the same time as one of the other bud leaves both', async () => {
  const { user, relate, read, idOf } = await family('Ada', 'Ben', 'Cleo')
  const { _id } = (await relate('Ben', 'parent', 'Ada')).body.relation
  for (const [n, name] of ['Cleo', 'Ada', 'Cleo', 'Ada'].entries()) {
    const edits = [{ with: idOf(name) }, { note: `Note ${n}` }]
    await Promise.all(edits.map((change) => user.patch(`/api/v1/relations/${_id}`, change)))
    expect((await read('Ben')).relations).toMatchObject([{ note: `Note ${n}`, bud: { Firstname: name } }])
  }
})

test('the form of a relation overwrites nothing that was written since, and the API neither with If-Match', async () => {
  const { user, relate, read } = await family('Ada', 'Ben')
  const { _id } = (await relate('Ben', 'parent', 'Ada')).body.relation
  const path = `/dashboard/EditRelation/${_id}`
  const opened = /name="_version" value="(\d+)"/.exec((await user.visit(path)).text)?.[1] ?? ''
  expect(opened).not.toBe('')
  const sent = await user.patch(`/api/v1/relations/${_id}`, { note: 'Written elsewhere' })
  const form = { kind: 'parent', label: 'Mother', note: '', since: '', until: '' }
  const refused = await user.submit(path, { ...form, _version: opened })
  expect(refused.status).toBe(412)
  expect(refused.text).toContain('has changed since you opened it')
  expect(refused.text).toContain('Saved now: Written elsewhere')
  const outdated = await user.send('PATCH', `/api/v1/relations/${_id}`, {
    headers: { 'If-Match': `"${opened}"`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ label: 'Mum' }),
  })
  expect([outdated.status, (await read('Ben')).relations[0]]).toEqual([
    412,
    expect.objectContaining({ label: '', note: 'Written elsewhere' }),
  ])
  const again = /name="_version" value="(\d+)"/.exec(refused.text)?.[1] ?? ''
  expect([again !== opened, `"${again}"`]).toEqual([true, sent.headers.get('ETag')])
  expect((await user.submit(path, { ...form, _version: again })).status).toBe(302)
})

test('the form of a relation does not offer the bud itself', async () => {
  const { user, idOf } = await family('Ada', 'Ben')
  const { text } = await user.visit(`/dashboard/AddRelation/${idOf('Ada')}`)
  expect(text).toContain(`value="${idOf('Ben')}"`)
  expect(text).not.toContain(`value="${idOf('Ada')}"`)
})

test('a form that is sent again is one relation, and with other content it is refused', async () => {
  const { user, idOf, read } = await family('Ada', 'Ben', 'Cleo')
  const path = `/dashboard/AddRelation/${idOf('Ada')}`
  const _id = /name="_id" value="([^"]+)"/.exec((await user.visit(path)).text)?.[1] ?? ''
  const send = (more = {}) =>
    user.submit(path, {
      _id,
      kind: 'friend',
      selectedBuds: idOf('Ben'),
      ...more,
    })
  expect([(await send()).status, (await send()).status]).toEqual([302, 302])
  const other = await send({ note: 'From school', since: '2001-01-01' })
  expect([other.status, other.text]).toEqual([409, expect.stringContaining('with other content')])
  expect(other.text).toContain('From school')
  expect(other.text).toContain(`href="/dashboard/EditRelation/${_id}"`)
  expect((await read('Ada')).relations).toMatchObject([{ note: '', since: null }])
  const _version = /name="_version" value="(\d+)"/.exec(other.text)?.[1] ?? ''
  const change = await send({ note: 'From school', since: '2001-01-01', _version })
  expect(change.headers.get('Location')).toContain(`/dashboard/Bud/${idOf('Ada')}`)
  expect((await read('Ada')).relations).toMatchObject([{ note: 'From school', since: '2001-01-01' }])
  expect((await send()).status, 'the form that made it').toBe(302)
  const [version = ''] =
    (await user.get(`/dashboard/EditRelation/${_id}`)).text.match(/(?<=name="_version" value=")\d+/) ?? []
  const both = { selectedBuds: JSON.stringify([idOf('Cleo'), idOf('Ben')]) }
  const two = await user.submit(path, { _id, kind: 'friend', _version: version, ...both })
  expect([two.status, visibleText(two)]).toEqual([
    400,
    expect.stringContaining('Choose one bud, and add others'),
  ])
  expect((await send({ selectedBuds: idOf('Cleo'), _version: version })).status).toBe(302)
  expect((await read('Ada')).relations).toMatchObject([{ bud: { Firstname: 'Cleo' } }])
  const outdated = await user.send('DELETE', `/api/v1/relations/${_id}`, {
    headers: { 'If-Match': `"${_version}"` },
  })
  expect([outdated.status, (await read('Ada')).relations.length]).toEqual([412, 1])
})

test('erasing the deletion of a relation leaves nothing of its texts', async () => {
  const { user, relate } = await family('Ada', 'Ben')
  const { _id } = (await relate('Ada', 'other', 'Ben', { label: 'Secret rival', note: 'Never told' })).body
    .relation
  await user.patch(`/api/v1/relations/${_id}`, { note: 'Told nobody' })
  await user.delete(`/api/v1/relations/${_id}`)
  const [deletion] = (await user.get('/api/v1/changes')).body.changes
  expect((await user.delete(`/api/v1/changes/${deletion._id}`)).status).toBe(200)
  const { changes } = (await user.get('/api/v1/changes')).body
  const texts = await Promise.all(
    changes.map(async (one: { _id: string }) =>
      JSON.stringify((await user.get(`/api/v1/changes/${one._id}`)).body),
    ),
  )
  expect(texts.join()).not.toMatch(/rival|told/i)
})
