import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { buds, changes, circles, events, interactions, posts } from '~drizzle/schema'
import { visibleText } from '../../support/client'
import { createBud, signedIn } from '../../support/factories'
import { formIn, typed, valuesIn } from '../../support/form'

const bud = { table: buds, screen: 'AddBud', edit: 'EditBud', first: { Firstname: 'Ada' } }
const kinds = [
  { ...bud, second: { Firstname: 'Grace' }, name: 'Firstname' },
  { ...bud, second: { Firstname: 'Ada', notes: 'more' }, name: 'notes' },
  {
    table: circles,
    screen: 'AddCircle',
    edit: 'EditCircle',
    first: { Name: 'Club' },
    second: { Name: 'Choir' },
    name: 'Name',
  },
  {
    table: events,
    screen: 'AddEvent',
    edit: 'EditEvent',
    first: {
      Name: 'Dinner',
      Location: 'Bath',
      Eventtype: 'Social',
      startDate: '2026-12-01T18:00',
      endDate: '2026-12-01T19:00',
    },
    second: {
      Name: 'Dinner',
      Location: 'York',
      Eventtype: 'Social',
      startDate: '2026-12-01T18:00',
      endDate: '2026-12-01T19:00',
    },
    name: 'Location',
  },
  {
    table: interactions,
    screen: 'LogInteraction',
    edit: 'EditInteraction',
    first: { note: 'first' },
    second: { note: 'second' },
    name: 'note',
  },
]

describe.each(kinds)('$screen, sent twice ($name)', ({ table, screen, edit, first, second, name }) => {
  const path = `/dashboard/${screen}`
  const noun = edit.replace('Edit', '')
  async function begin() {
    const client = await signedIn()
    const own = await createBud(client.user)
    const isOwn = eq(table.ownerId, client.user._id)
    const before = await db.$count(table, isOwn)
    const page = await client.visit(screen === 'LogInteraction' ? `${path}?buds=${own._id}` : path)
    const form = typed(formIn(page), first as unknown as Record<string, string>)
    const count = async () => (await db.$count(table, isOwn)) - before
    const record = async () =>
      (
        await db
          .select()
          .from(table)
          .where(eq(table._id, valuesIn(form, '_id')[0] ?? ''))
      )[0]
    return { client, form, count, record }
  }
  const other = (form: ReturnType<typeof formIn>) => typed(form, second as unknown as Record<string, string>)

  test('equal content is stored once, also after an edit', async () => {
    const { client, form, count, record } = await begin()
    expect((await client.submit(path, form)).status).toBe(302)
    expect((await client.submit(path, form)).status).toBe(302)
    const id = (await record())?._id
    const editForm = typed(
      formIn(await client.visit(`/dashboard/${edit}/${id}`)),
      second as unknown as Record<string, string>,
    )
    expect((await client.submit(`/dashboard/${edit}/${id}`, editForm)).status).toBe(302)
    expect((await client.submit(path, form)).status).toBe(302)
    expect(await record()).toMatchObject(second)
    expect(await count()).toBe(1)
  })

  test('other content is 409 with both, then a change of it', async () => {
    const { client, form, count, record } = await begin()
    await client.submit(path, form)
    const refused = await client.submit(path, other(form))
    expect(refused.status).toBe(409)
    expect(visibleText(refused)).toContain('is there already, with other content')
    expect(visibleText(refused)).toContain(
      `Saved now: ${(first as unknown as Record<string, string>)[name] ?? 'nothing'}`,
    )
    const shown = formIn(refused)
    expect(valuesIn(shown, name)).toEqual([(second as unknown as Record<string, string>)[name]])
    expect(await record()).toMatchObject(first)
    const saved = await client.submit(path, shown)
    expect(saved).toSendToast(`${noun} edited successfully`)
    expect(await record()).toMatchObject(second)
    expect(await count()).toBe(1)
  })

  test('other content is saved as another one', async () => {
    const { client, form, count, record } = await begin()
    await client.submit(path, form)
    const refused = await client.submit(path, other(form))
    const [, another = ''] = /name="another" value="([^"]+)"/.exec(refused.text) ?? []
    const chosen: [string, string][] = [...formIn(refused), ['another', another]]
    expect((await client.submit(path, chosen)).status).toBe(302)
    expect((await client.submit(path, chosen)).status).toBe(302)
    expect(await record()).toMatchObject(first)
    expect(await count()).toBe(2)
  })
})

test('what the history has forgotten is compared with what is stored', async () => {
  const client = await signedIn()
  const form = typed(formIn(await client.visit('/dashboard/AddBud')), { Firstname: 'Ada' })
  await client.submit('/dashboard/AddBud', form)
  await db.delete(changes).where(eq(changes.ownerId, client.user._id))
  expect((await client.submit('/dashboard/AddBud', form)).status).toBe(302)
  expect((await client.submit('/dashboard/AddBud', typed(form, { Firstname: 'Bo' }))).status).toBe(409)
})

test('a post of the blog is no exception', async () => {
  const admin = await signedIn({ Role: 'admin' })
  const fields = { title: 'One', excerpt: 'e', author: 'A', content: '<p>c</p>', category: 'Tips', tags: 'a' }
  const form = typed(formIn(await admin.visit('/dashboard/blog/new')), fields)
  const first = await admin.submit('/dashboard/blog/new', form)
  expect(first.status).toBe(302)
  expect((await admin.submit('/dashboard/blog/new', form)).status).toBe(302)
  expect((await admin.submit('/dashboard/blog/new', typed(form, { title: 'Two' }))).status).toBe(409)
  expect(await db.$count(posts, eq(posts.title, 'Two'))).toBe(0)
})
