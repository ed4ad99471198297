import { eq, getTableColumns } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { type ClientResponse, visibleText } from './support/client'
import { createBud, signedIn } from './support/factories'
import { formIn, typed, valuesIn } from './support/form'
import { kinds } from './support/parity'
import { inputsOf, records } from './support/records'

type Client = Awaited<ReturnType<typeof signedIn>>

describe.each(records)('the form of a new $one', (kind) => {
  const { one, noun, api, add, saved, table, name, minimal, hasBuds } = kind
  const open = async (user: Client) => typed(formIn(await user.visit(add)), minimal)
  const idsOf = async ({ user }: Client) =>
    (await db.select({ _id: table._id }).from(table).where(eq(table.ownerId, user._id))).map(({ _id }) => _id)
  const idIn = (form: [string, string][]) => valuesIn(form, '_id')[0] ?? ''

  test('creates one record each time it is opened and sent, even if it is then sent again or twice at once', async () => {
    const user = await signedIn()
    const form = await open(user)
    const send = () => user.submit(add, form)
    for (const response of [...(await Promise.all([send(), send()])), await send()]) {
      expect(response).toHaveRedirect(saved)
      expect(response).toSendToast(`${noun} added successfully`)
    }
    expect(await idsOf(user)).toEqual([idIn(form)])
    await user.submit(add, await open(user))
    expect(await idsOf(user)).toHaveLength(2)
  })

  const withoutSaving: { how: string; fields: Record<string, string> }[] = [
    { how: 'is invalid', fields: { [name]: ' ' } },
    ...(one === 'bud' ? [{ how: 'gets another custom field', fields: { intent: 'add-custom-field' } }] : []),
    ...(hasBuds ? [{ how: 'finds buds', fields: { intent: 'find-buds', findBuds: 'a' } }] : []),
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
    const _account = `${user.user._id} ${user.user.Email}`
    expect(await user.submit(add, typed(form, { [name]: 'Mine', _account }))).toHaveRedirect(saved)
    const nameFor = async (client: Client) => (await client.get(`${api}/${idIn(form)}`)).body[one][name]
    expect([await nameFor(user), await nameFor(other)]).toEqual(['Mine', 'Theirs'])
  })

  test('replaces an id that is old, in the future, of another UUID version or not a UUID', async () => {
    const idFrom = (hours: number) => uuid({ msecs: Date.now() + hours * 3_600_000 })
    for (const _id of [idFrom(-48), idFrom(24), crypto.randomUUID(), 'mine']) {
      const user = await signedIn()
      expect(await user.submit(add, { ...minimal, _id })).toHaveRedirect(saved)
      const [made = ''] = await idsOf(user)
      expect(made).not.toBe(_id)
      expect(made).toMatch(/^[\da-f-]{14}7/)
    }
  })
})

describe.each(kinds)('the form that edits a $one', (kind) => {
  const { one, api, edit, saved, minimal, asJson, storedMinimal, table, create } = kind

  test('sent unchanged changes nothing, whatever the fields of the record contain', async () => {
    const user = await signedIn()
    const selectedBuds = [(await createBud(user.user))._id]
    const skipped = one === 'event' && { skipped: ['2026-04-05T01:30'] }
    const { _id } = await create(user.user, { ...asJson, ...skipped, selectedBuds })
    const record = (await user.get(`${api}/${_id}`)).body[one]
    for (const field of Object.keys(inputsOf(getTableColumns(table))))
      if (!(field in minimal)) expect.soft(record[field], field).not.toEqual(Object(storedMinimal)[field])
    const read = async () => {
      const { text, headers } = await user.get(`${api}/${_id}`)
      return [text, headers.get('ETag')]
    }
    const before = await read()
    const form = formIn(await user.visit(`${edit}/${_id}`))
    expect(await user.submit(`${edit}/${_id}`, form)).toHaveRedirect(saved)
    expect(await read()).toEqual(before)
  })
})

describe.each(records.filter(({ hasBuds }) => hasBuds))('the buds in the form of a $one', (kind) => {
  const { add, edit, saved, name, minimal, create } = kind
  const asJson = (ids: string[]): [string, string][] => [['selectedBuds', JSON.stringify(ids)]]

  /** The ids of the checkboxes, in the order of the page. */
  const offeredIn = ({ text }: ClientResponse) =>
    [...text.matchAll(/<input[^>]*name="selectedBuds"[^>]*>/g)].map(
      ([input]) => /value="([^"]*)"/.exec(input)?.[1],
    )

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
    for (const selected of [ids.map((id): [string, string] => ['selectedBuds', id]), asJson(ids)]) {
      const page = await user.submit(add, [...form, ...selected])
      expect(page.status).toBe(400)
      expect(valuesIn(formIn(page), 'selectedBuds')).toEqual(ids)
      const [hobbies, preferences] = visibleText(page).split('Common Preferences')
      expect(hobbies).toMatch(
        /Common Hobbies.* Chess .*Bud10, Bud11 and Bud12 3 in common Yoga .*Bud10 and Bud12 2 in common/,
      )
      expect(preferences).toMatch(/Vegan .*3 in common/)
    }
  })

  test('that share nothing get a note about it, and fewer than two get a note that two are needed', async () => {
    const user = await signedIn()
    const ids = []
    for (const hobby of ['Chess', 'Yoga']) ids.push((await createBud(user.user, { hobbies: [hobby] }))._id)
    const [one, two] = [
      await create(user.user, { selectedBuds: ids.slice(1) }),
      await create(user.user, { selectedBuds: ids }),
    ]
    const tooFew = [
      'Add at least two buds to see shared hobbies',
      'Add at least two buds to see shared preferences',
    ]
    const nothing = [
      'No shared hobbies found among selected buds',
      'No shared preferences found among selected buds',
    ]
    for (const [path, texts] of [
      [add, tooFew],
      [`${edit}/${one._id}`, tooFew],
      [`${edit}/${two._id}`, nothing],
    ] as const) {
      const page = visibleText(await user.visit(path))
      for (const text of texts) expect(page).toContain(text)
    }
  })

  test.each(['find-buds', 'enter'])(
    'are found by %s without JavaScript, which saves nothing and keeps the input',
    async (intent) => {
      const { user, ids } = await withBuds(30)
      const [first = '', last = ''] = [ids[0], ids.at(-1)]
      const opened = typed(formIn(await user.visit(add)), { ...minimal, intent, findBuds: 'bud39' })
      const page = await user.submit(add, [...opened, ['selectedBuds', first]])
      expect(page.status).toBe(200)
      expect(offeredIn(page)).toEqual([last, first])
      const form = formIn(page)
      expect(Object.fromEntries(form)).toMatchObject({ ...minimal, findBuds: 'bud39', selectedBuds: first })
      expect((await user.get(kind.api)).body[kind.many]).toEqual([])
      // Pressing Enter in a search field whose text has not changed saves the form.
      const chosen: typeof form = [...form, ['selectedBuds', last], ['intent', 'enter']]
      expect(await user.submit(add, chosen)).toHaveRedirect(saved)
      const [made] = (await user.get(kind.api)).body[kind.many]
      expect(made.buds.map(({ _id }: { _id: string }) => _id)).toEqual([first, last])
    },
  )

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

  test('are those of the record by name, then the first 20 others by name', async () => {
    const { user, ids } = await withBuds(60)
    expect(offeredIn(await user.visit(add))).toEqual(ids.slice(0, 20))
    const { _id } = await create(user.user, { selectedBuds: ids.slice(5, 29).toReversed() })
    const page = await user.visit(`${edit}/${_id}`)
    expect(valuesIn(formIn(page), 'selectedBuds')).toEqual(ids.slice(5, 29))
    expect(offeredIn(page).slice(24)).toEqual([...ids.slice(0, 5), ...ids.slice(29, 44)])
  })
})
