import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/db.server'
import { visibleText } from './support/client'
import { createBud, signedIn } from './support/factories'
import { formIn, typed, valuesIn } from './support/form'
import { bud, records } from './support/records'

type Client = Awaited<ReturnType<typeof signedIn>>

describe.each(records)('the form of a new $one', ({ one, noun, api, add, saved, table, name, minimal }) => {
  const open = async (user: Client) => typed(formIn(await user.visit(add)), minimal)
  const idsOf = async ({ user }: Client) =>
    (await db.select({ _id: table._id }).from(table).where(eq(table.ownerId, user._id))).map(({ _id }) => _id)
  const idIn = (form: [string, string][]) => valuesIn(form, '_id')[0] ?? ''

  test('creates one record when it is sent several times, also at once', async () => {
    const user = await signedIn()
    const form = await open(user)
    const send = () => user.submit(add, form)
    for (const response of [...(await Promise.all([send(), send()])), await send()]) {
      expect(response).toHaveRedirect(saved)
      expect(response).toSendToast(`${noun} added successfully`)
    }
    expect(await idsOf(user)).toEqual([idIn(form)])
  })

  test('has another idempotency key each time it is opened', async () => {
    const user = await signedIn()
    for (let n = 0; n < 2; n++) await user.submit(add, await open(user))
    expect(await idsOf(user)).toHaveLength(2)
  })

  const withoutSaving: { how: string; fields: Record<string, string> }[] = [
    { how: 'is invalid', fields: { [name]: ' ' } },
    one === 'bud'
      ? { how: 'gets another custom field', fields: { intent: 'add-custom-field' } }
      : { how: 'finds buds', fields: { intent: 'find-buds', findBuds: 'a' } },
    ...(one === 'circle' ? [{ how: 'gets another milestone', fields: { intent: 'add-milestone' } }] : []),
  ]

  test.each(withoutSaving)('keeps its idempotency key when it $how', async ({ fields }) => {
    const user = await signedIn()
    const form = await open(user)
    const back = formIn(await user.submit(add, typed(form, fields)))
    expect(idIn(back)).toBe(idIn(form))
    expect(await idsOf(user)).toEqual([])
    expect(await user.submit(add, typed(back, minimal))).toHaveRedirect(saved)
    expect(await idsOf(user)).toEqual([idIn(form)])
  })

  test("does not affect another user's record of the same id", async () => {
    const [user, other] = [await signedIn(), await signedIn()]
    const form = await open(other)
    await other.submit(add, typed(form, { [name]: 'Theirs' }))
    expect(await user.submit(add, typed(form, { [name]: 'Mine' }))).toHaveRedirect(saved)
    const nameFor = async (client: Client) => (await client.get(`${api}/${idIn(form)}`)).body[one][name]
    expect([await nameFor(user), await nameFor(other)]).toEqual(['Mine', 'Theirs'])
  })

  test.each([
    ['created two days ago', uuid({ msecs: Date.now() - 2 * 86_400_000 })],
    ['created tomorrow', uuid({ msecs: Date.now() + 86_400_000 })],
    ['of another UUID version', crypto.randomUUID()],
    ['that is not a UUID', 'mine'],
  ])('does not give the record an id %s', async (_what, _id) => {
    const user = await signedIn()
    expect(await user.submit(add, { ...minimal, _id })).toHaveRedirect(saved)
    const [made = ''] = await idsOf(user)
    expect(made).not.toBe(_id)
    expect(made).toMatch(/^[\da-f-]{14}7/)
  })
})

describe.each(records)('the form that edits a $one', ({ api, edit, saved, create }) => {
  test('sent unchanged changes nothing', async () => {
    const user = await signedIn()
    const { _id } = await create(user.user, {
      Location: 'Bristol',
      Description: 'one\n\ntwo',
      LastInteraction: 'one\ntwo',
      hobbies: ['Chess', 'Yoga'],
      customFields: [{ name: 'Ship', value: '' }],
      selectedBuds: [(await createBud(user.user))._id],
      milestones: [
        { date: '', description: 'Somewhen' },
        { date: '2026-11-20', description: '' },
      ],
    })
    const read = async () => (await user.get(`${api}/${_id}`)).text
    const before = await read()
    expect(await user.submit(`${edit}/${_id}`, formIn(await user.visit(`${edit}/${_id}`)))).toHaveRedirect(
      saved,
    )
    expect(await read()).toBe(before)
  })
})

describe.each(records.filter((of) => of !== bud))('the buds in the form of a $one', (of) => {
  const { add, edit, saved, name, minimal, create } = of

  async function withBuds(n: number) {
    const user = await signedIn()
    const ids: string[] = []
    for (let i = 10; i < 10 + n; i++) {
      const shared = { hobbies: i % 2 ? ['Chess'] : ['Chess', 'Yoga'], preferences: ['Vegan'] }
      ids.push((await createBud(user.user, { Firstname: `Bud${i}`, ...shared }))._id)
    }
    return { user, ids }
  }

  test('stay selected when the form is refused, with what they have in common', async () => {
    const { user, ids } = await withBuds(3)
    const form = typed(formIn(await user.visit(add)), { ...minimal, [name]: ' ' })
    const page = await user.submit(add, [...form, ...ids.map((id): [string, string] => ['selectedBuds', id])])
    expect(page.status).toBe(400)
    expect(valuesIn(formIn(page), 'selectedBuds').toSorted()).toEqual(ids.toSorted())
    expect(visibleText(page)).toMatch(/Common Hobbies.*Chess.*3 in common.*Yoga.*2 in common/)
    expect(visibleText(page)).toMatch(/Common Preferences.*Vegan.*3 in common/)
  })

  test("that are fewer than two show 'Add at least two buds to see shared hobbies'", async () => {
    const { user, ids } = await withBuds(1)
    const { _id } = await create(user.user, { selectedBuds: ids })
    for (const path of [add, `${edit}/${_id}`]) {
      const page = visibleText(await user.visit(path))
      expect(page).toContain('Add at least two buds to see shared hobbies')
      expect(page).toContain('Add at least two buds to see shared preferences')
    }
  })

  test("without shared options show 'No shared hobbies found among selected buds'", async () => {
    const user = await signedIn()
    const ids = []
    for (const hobby of ['Chess', 'Yoga']) ids.push((await createBud(user.user, { hobbies: [hobby] }))._id)
    const { _id } = await create(user.user, { selectedBuds: ids })
    const page = visibleText(await user.visit(`${edit}/${_id}`))
    expect(page).toContain('No shared hobbies found among selected buds')
    expect(page).toContain('No shared preferences found among selected buds')
  })

  test('are found by submitting the form, which saves nothing and keeps the input', async () => {
    const { user, ids } = await withBuds(30)
    const [first = '', last = ''] = [ids[0], ids.at(-1)]
    const opened = typed(formIn(await user.visit(add)), minimal)
    const page = await user.submit(add, [
      ...typed(opened, { intent: 'find-buds', findBuds: 'bud39' }),
      ['selectedBuds', first],
    ])
    expect(page.status).toBe(200)
    expect(visibleText(page)).toContain('Bud39')
    const form = formIn(page)
    expect(Object.fromEntries(form)).toMatchObject({ ...minimal, findBuds: 'bud39', selectedBuds: first })
    expect(page.text).toContain(last)
    expect((await user.get(of.api)).body[of.many]).toEqual([])
    expect(await user.submit(add, [...form, ['selectedBuds', last]])).toHaveRedirect(saved)
    const [made] = (await user.get(of.api)).body[of.many]
    expect(made.buds.map(({ _id }: { _id: string }) => _id)).toEqual([first, last])
  })

  test('of another user are not offered, found or shown, even when their id is sent', async () => {
    const { user } = await withBuds(1)
    const { user: stranger } = await withBuds(0)
    const theirs = await createBud(stranger.user, { Firstname: 'Mata', Surname: 'Hari' })
    const opened = typed(formIn(await user.visit(add)), minimal)
    for (const fields of [
      { intent: 'find-buds', findBuds: 'mata' },
      { intent: 'find-buds', findBuds: '', selectedBuds: theirs._id },
      { selectedBuds: theirs._id },
    ]) {
      const page = await user.submit(add, typed(opened, fields as Record<string, string>))
      expect(visibleText(page)).not.toContain('Hari')
      expect(valuesIn(formIn(page), 'selectedBuds')).toEqual([])
    }
  })

  test('are limited to 20 on the page', async () => {
    const { user } = await withBuds(60)
    const page = await user.visit(add)
    const offered = page.text.match(/name="selectedBuds"/g) ?? []
    expect(offered.length).toBeGreaterThan(0)
    expect(offered.length).toBeLessThanOrEqual(20)
    expect(page.text).not.toContain('Bud65')
  })
})
