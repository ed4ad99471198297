import { eq } from 'drizzle-orm'
import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { addDays } from '~/events/calendar/calendar-days'
import { buds } from '~drizzle/schema'
import { visibleText } from '../../support/client'
import { createBud, createCircle, createEvent, signedIn } from '../../support/factories'
import { bud, circle, event, records } from '../../support/records'

type Kind = (typeof records)[number]
type Owner = Awaited<ReturnType<typeof signedIn>>

/** The part of a list screen that depends on the view. */
async function screenOf(owner: Owner, path: string) {
  const page = await owner.visit(path)
  expect(page.status, page.text).toBe(200)
  const { document, FormData } = new JSDOM(page.text).window
  const hrefOf = (label: string) =>
    [...document.querySelectorAll('a')].find((link) => link.textContent === label)?.getAttribute('href') ?? ''
  return {
    document,
    cards: document.querySelectorAll('.list-cards > .list-card').length,
    rows: document.querySelectorAll('.list-rows > .list-row').length,
    current: document.querySelector('.list-views > [aria-current]')?.textContent,
    cookies: page.cookies,
    text: visibleText(page),
    hrefOf,
    /** The query that a browser without JavaScript sends for the form. */
    queryOf: (form: HTMLFormElement, button?: HTMLButtonElement) => {
      const query = new URLSearchParams()
      for (const [name, value] of new FormData(form)) query.append(name, String(value))
      if (button) query.append(button.name, button.value)
      return `?${query}`
    },
  }
}

async function ownerOf({ create, name }: Kind, count: number, fields: object = {}) {
  const owner = await signedIn()
  for (let n = 1; n <= count; n++) await create(owner.user, { [name]: `Number ${n}`, ...fields })
  return owner
}

test.each(records)('the list of $many shows cards, and rows if the URL requests them', async (kind) => {
  const owner = await ownerOf(kind, 2)
  expect(await screenOf(owner, kind.list)).toMatchObject({ cards: 2, rows: 0, current: 'Cards' })
  expect(await screenOf(owner, `${kind.list}?view=rows`)).toMatchObject({
    cards: 0,
    rows: 2,
    current: 'Rows',
  })
})

test.each(records)('a page of $many has 12 cards or 40 rows, whatever `limit` is', async (kind) => {
  const owner = await ownerOf(kind, 41)
  expect(await screenOf(owner, `${kind.list}?limit=40`)).toMatchObject({ cards: 12 })
  expect(await screenOf(owner, `${kind.list}?view=rows&limit=12`)).toMatchObject({ rows: 40 })
  expect(await screenOf(owner, `${kind.list}?view=rows&page=2`)).toMatchObject({ rows: 1 })
  expect(await screenOf(owner, `${kind.list}?view=rows&page=9`)).toMatchObject({ rows: 1 })
  const { body } = await owner.get(`${kind.api}?view=rows`)
  expect(body[kind.many]).toHaveLength(12)
})

test('a cookie remembers the view of all lists for a year, for the server only', async () => {
  const owner = await signedIn()
  for (const { create } of records) await create(owner.user)
  expect((await screenOf(owner, '/dashboard?view=cards')).cookies).toEqual([])
  const { cookies } = await screenOf(owner, '/dashboard?view=rows')
  expect(cookies).toEqual([expect.stringMatching(/^list-view=/)])
  const attributes = cookies[0]?.split('; ').slice(1)
  expect(attributes).toEqual(
    expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=31536000']),
  )
  for (const { list } of records) {
    expect(await screenOf(owner, list)).toMatchObject({ rows: 1, current: 'Rows', cookies: [] })
  }
  expect(await screenOf(owner, '/dashboard/AllEvents?view=cards')).toMatchObject({ cards: 1 })
  expect(await screenOf(owner, '/dashboard')).toMatchObject({ cards: 1, current: 'Cards' })
})

test('a response of the API sets no view', async () => {
  const owner = await signedIn()
  expect((await owner.get('/api/v1/buds?view=rows')).cookies).toEqual([])
})

test.each(['table', '', 'ROWS', 'constructor', 'rows%00'])('the invalid view %j is ignored', async (view) => {
  const owner = await ownerOf(bud, 1)
  expect(await screenOf(owner, `/dashboard?view=${view}`)).toMatchObject({ cards: 1, cookies: [] })
  await screenOf(owner, '/dashboard?view=rows')
  expect(await screenOf(owner, `/dashboard?view=${view}`)).toMatchObject({ rows: 1, cookies: [] })
})

test('a cookie that the server did not sign is ignored', async () => {
  const owner = await ownerOf(bud, 1)
  owner.storeCookie(`list-view=${Buffer.from('"rows"').toString('base64')}.forged; Path=/`)
  expect(await screenOf(owner, '/dashboard')).toMatchObject({ cards: 1, cookies: [] })
})

test.each(records)('another view of $many keeps search, type and sort and goes to page 1', async (kind) => {
  const owner = await ownerOf(kind, 14, { [kind.type]: kind.types[1] })
  const query = `search=number&${kind.type}=${kind.types[1]}&sort=Z-A`
  const { document, hrefOf } = await screenOf(owner, `${kind.list}?${query}&page=2`)
  const remove = document.querySelector<HTMLButtonElement>('button[name=delete]')
  expect(hrefOf('Rows')).toBe(`${kind.list}?${query}&view=rows`)
  const dialog = await screenOf(owner, `${kind.list}?${query}&page=2&view=rows&delete=${remove?.value}`)
  expect(dialog.hrefOf('Cards')).toBe(`${kind.list}?${query}&view=cards`)
  expect(dialog).toMatchObject({ rows: 14 })
})

test.each(records)('the search form, its reset and the pages of $many keep the view', async (kind) => {
  const owner = await ownerOf(kind, 42)
  const { document, hrefOf, queryOf } = await screenOf(owner, `${kind.list}?view=rows`)
  const form = document.querySelector<HTMLFormElement>('.list-search:not(.add-names) form') as HTMLFormElement
  expect(queryOf(form)).toContain('view=rows')
  expect(hrefOf('Reset')).toBe(`${kind.list}?view=rows${kind === event ? '&when=all&once=when' : ''}`)
  expect(hrefOf('2')).toBe(`${kind.list}?view=rows&page=2`)
  // Meanwhile another tab chooses cards.
  await screenOf(owner, `${kind.list}?view=cards`)
  expect(await screenOf(owner, kind.list + queryOf(form))).toMatchObject({ rows: 40 })
})

test.each(records)('a row of $many deletes after a confirmation, without JavaScript', async (kind) => {
  const owner = await ownerOf(kind, 3)
  const { document, queryOf } = await screenOf(owner, `${kind.list}?view=rows&sort=A-Z`)
  const [button] = document.querySelectorAll<HTMLButtonElement>('.list-row button[name=delete]')
  expect(button?.textContent).toBe('Delete')
  const dialog = await screenOf(owner, kind.list + queryOf(button?.form as HTMLFormElement, button))
  expect(dialog.rows).toBe(3)
  expect(dialog.text).toContain('Are you sure you want to delete Number 1?')
  const form = dialog.document.querySelector<HTMLFormElement>('dialog form[method=post]')
  expect(await owner.submit(form?.getAttribute('action') ?? '', {})).toHaveRedirect(kind.saved)
  const after = await screenOf(owner, kind.saved)
  expect(after).toMatchObject({ rows: 2, current: 'Rows' })
  expect(after.document.querySelector('.list-rows')?.textContent).not.toContain('Number 1')
})

test('a row has the name with a link, the facts, the type, and icons with names', async () => {
  const owner = await signedIn()
  const fields = { Surname: 'Hopper', Nickname: 'Amazing', Occupation: 'Admiral', Location: 'Arlington' }
  const { _id } = await createBud(owner.user, { ...fields, Budtype: 'Work' })
  const members = { selectedBuds: [_id] }
  const { _id: circleId } = await createCircle(owner.user, {
    Shortname: 'Readers',
    Location: 'Bath',
    ...members,
  })
  const { _id: eventId } = await event.create(owner.user, members)
  await event.create(owner.user)
  const rowsOf = async (list: string) =>
    [...(await screenOf(owner, `${list}?view=rows`)).document.querySelectorAll('.list-row')].map((row) => ({
      facts: [...row.querySelectorAll('.list-row-facts > p')].map((fact) => fact.textContent),
      name: row.querySelector(':is(h2, h3) > a')?.textContent,
      alias: row.querySelector('.list-row-name > .alias')?.textContent,
      type: row.querySelector('.tag')?.textContent,
      links: [...row.querySelectorAll('a')].map((link) => link.getAttribute('href')),
      controls: [...row.querySelectorAll('.list-row-actions > *')].map((control) => [
        control.textContent,
        row.querySelector(`[id="${control.getAttribute('aria-describedby')}"]`)?.textContent,
      ]),
    }))
  expect(await rowsOf(bud.list)).toEqual([
    {
      facts: ['Admiral', 'Arlington', '', ''],
      name: 'Grace Hopper',
      alias: '"Amazing"',
      type: 'Work',
      links: [`/dashboard/Bud/${_id}`, `${bud.edit}/${_id}`],
      controls: [
        ['View / Edit', 'Grace Hopper'],
        ['Delete', 'Grace Hopper'],
      ],
    },
  ])
  expect(await rowsOf(circle.list)).toMatchObject([
    {
      facts: ['Bath', '1 bud'],
      name: 'Book Club',
      alias: 'Readers',
      links: [`/dashboard/Circle/${circleId}`, {}],
    },
  ])
  const time = 'Wed 20 Nov 2126, 19:00–23:00'
  expect(await rowsOf(event.list)).toMatchObject([
    { facts: [time, 'Bristol', '1 bud'], links: [`/dashboard/Event/${eventId}`, {}] },
    { facts: [time, 'Bristol', 'No buds'], name: 'Dinner', type: 'Social' },
  ])
})

/** The table of rows as a screen reader has it: headings with their order and link, and the texts of the rows. */
async function tableOf(owner: Owner, query = '', path = '/dashboard') {
  const { document } = await screenOf(owner, `${path}?view=rows${query}`)
  const partsOf = (row: Element, role: string) => [...row.querySelectorAll(`[role=${role}]`)]
  const [head, ...rows] = document.querySelectorAll('[role=table] [role=row]')
  const headings = head ? partsOf(head, 'columnheader') : []
  const labels = headings.map(({ textContent }) => textContent ?? '')
  return {
    labels,
    orders: headings.map((heading) => heading.getAttribute('aria-sort')),
    linkOf: (label: string) => headings[labels.indexOf(label)]?.querySelector('a')?.getAttribute('href'),
    rows: rows.map((row) =>
      Object.fromEntries(partsOf(row, 'cell').map(({ textContent }, n) => [labels[n], textContent])),
    ),
  }
}

test('the headings of rows sort by name and back, and by type, and keep the search', async () => {
  const owner = await signedIn()
  for (const [Firstname, Budtype] of [
    ['Bo', 'Work'],
    ['Cy', 'Client'],
    ['Al', 'Work'],
  ] as const)
    await createBud(owner.user, { Firstname, Surname: 'Ox', Budtype })
  const names = ({ rows }: Awaited<ReturnType<typeof tableOf>>) => rows.map(({ Name }) => Name)
  const first = await tableOf(owner, '&search=ox&page=1')
  expect(first.orders.filter(Boolean)).toEqual([])
  expect(first.linkOf('Name')).toBe('/dashboard?view=rows&search=ox&sort=A-Z')
  const sorted = await tableOf(owner, '&search=ox&sort=A-Z')
  expect(names(sorted)).toEqual(['Al Ox', 'Bo Ox', 'Cy Ox'])
  expect(sorted.orders[sorted.labels.indexOf('Name')]).toBe('ascending')
  expect(sorted.linkOf('Name')).toBe('/dashboard?view=rows&search=ox&sort=Z-A')
  const reversed = await tableOf(owner, '&search=ox&sort=Z-A')
  expect(reversed.orders[reversed.labels.indexOf('Name')]).toBe('descending')
  expect(names(reversed)).toEqual(['Cy Ox', 'Bo Ox', 'Al Ox'])
  const byType = await tableOf(owner, '&search=ox&sort=budType')
  expect(byType.orders[byType.labels.indexOf('Type')]).toBe('ascending')
  expect(names(byType)).toEqual(['Cy Ox', 'Al Ox', 'Bo Ox'])
})

test.each([
  ['circles', '', [], '?view=rows&sort=A-Z', '?view=rows&sort=circleType'],
  ['events', '', ['When'], '?view=rows&when=upcoming&sort=A-Z', '?view=rows&when=upcoming&sort=eventType'],
  ['events', '&sort=A-Z', ['When'], '?view=rows&when=all&sort=Z-A', '?view=rows&when=all&sort=eventType'],
] as const)('the rows of %s%s have headings that sort', async (list, query, second, byName, byType) => {
  const owner = await signedIn()
  const [startDate, endDate] = ['2126-11-20T19:00', '2126-11-20T23:00']
  await createCircle(owner.user, { Name: 'Crew', Location: 'Bath' })
  await createEvent(owner.user, { Name: 'Dinner', Location: 'Bath', Eventtype: 'Social', startDate, endDate })
  const path = `/dashboard/All${list === 'circles' ? 'Circles' : 'Events'}`
  const table = await tableOf(owner, query, path)
  expect(table.labels).toEqual(['Name', ...second, 'Location', 'Buds', 'Type', 'Actions'])
  expect(table.rows).toMatchObject([{ Location: 'Bath', Buds: 'No buds' }])
  expect(table.linkOf('Name')).toBe(path + byName)
  expect(table.linkOf('Type')).toBe(path + byType)
})

test('a row says when a bud was in touch last and when it is due, by the day of the account', async () => {
  const owner = await signedIn()
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/London' })
  const dayIn = (days: number) => addDays(today, days)
  for (const [Firstname, cadenceDays, date] of [
    ['Late', 30, dayIn(-51)],
    ['Now', 30, dayIn(-30)],
    ['Never', null, null],
    ['Old', null, '2001-03-05'],
  ] as const) {
    const { _id } = await createBud(owner.user, { Firstname, cadenceDays })
    if (date) await owner.post('/api/v1/interactions', { on: date, selectedBuds: [_id] })
  }
  const { rows } = await tableOf(owner, '&sort=A-Z')
  const contacts = Object.fromEntries(
    rows.map((row) => [row.Name?.trim(), [row['Last contact'], row['Next due']]]),
  )
  expect(contacts).toMatchObject({ Late: [{}, '3 weeks late'], Now: [{}, 'today'], Never: ['', ''] })
  expect(contacts.Old).toEqual(['5 Mar 2001', ''])
})

test('a row of a bud shows its photo, or its initials', async () => {
  const owner = await signedIn()
  const { _id } = await createBud(owner.user, { Surname: 'Hopper' })
  const badge = async () => (await screenOf(owner, '/dashboard?view=rows')).document.querySelector('.badge')
  expect((await badge())?.textContent).toBe('GH')
  const photo = `/photos/${_id}/0123456789abcdef`
  await db.update(buds).set({ photo }).where(eq(buds._id, _id))
  expect((await badge())?.querySelector('img')?.getAttribute('src')).toBe(photo)
  expect((await badge())?.textContent).toBe('')
})

test('an empty list has no choice of views', async () => {
  expect(await screenOf(await signedIn(), '/dashboard?view=rows')).toMatchObject({
    rows: 0,
    current: undefined,
  })
})
