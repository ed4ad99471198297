import { describe, expect, test } from 'vitest'
import { type Client, visibleText } from '../../support/client'
import { isRemote } from '../../support/database'
import { createBud, createCircle, createEvent, signedIn } from '../../support/factories'
import { recordStatements } from '../../support/statements'

const find = (client: Client, q: string) => client.get(`/api/v1/find?q=${encodeURIComponent(q)}`)
const screen = (client: Client, q: string) => client.visit(`/dashboard/Find?q=${encodeURIComponent(q)}`)

/** The first names of the buds that are found, in order. */
async function namesOf(client: Client, q: string) {
  const { body } = await find(client, q)
  return body.buds.map(({ Firstname }: { Firstname: string }) => Firstname)
}

const nothing = { buds: [], circles: [], events: [] }

test('finds buds, circles and events by a part of any searched field, in one statement', async () => {
  const client = await signedIn()
  const grace = await createBud(client.user, { Firstname: 'Grace', Surname: 'Hopper', Location: 'Arlington' })
  const circle = await createCircle(client.user, { Name: 'Navy', Description: 'In Arlington' })
  const event = await createEvent(client.user, { Name: 'Launch', Location: 'Arlington' })
  const { result, statements } = await recordStatements(() => find(client, 'ARLING'))
  expect(result).toMatchObject({
    status: 200,
    body: {
      buds: [{ _id: grace._id, Firstname: 'Grace', Surname: 'Hopper', photo: null }],
      circles: [{ _id: circle._id, Name: 'Navy', note: 'In Arlington' }],
      events: [{ _id: event._id, Name: 'Launch', startDate: '2026-11-20T19:00', note: 'Arlington' }],
    },
  })
  const searches = statements.filter(({ sql }) => /from "(buds|circles|events)"/.test(sql))
  if (!isRemote) expect(searches).toHaveLength(1)
  expect((await find(client, 'nobody')).body).toEqual(nothing)
})

test('a bud has a note: what matches if the name does not show it, then what tells people apart', async () => {
  const client = await signedIn()
  await createBud(client.user, {
    Firstname: 'Grace',
    Nickname: 'Amazing',
    Occupation: 'Admiral',
    Location: 'Long Ashton',
    emails: [{ label: '', value: 'hopper@navy.example' }],
    phones: [{ label: '', value: '+44 7700 900123' }],
  })
  const facts = '"Amazing" · Admiral · Long Ashton'
  for (const [q, note] of [
    ['gra', facts],
    ['ash', facts],
    ['navy', `hopper@navy.example · ${facts}`],
    ['07700 900', `+44 7700 900123 · ${facts}`],
  ] as const)
    expect((await find(client, q)).body.buds).toMatchObject([{ note }])
})

test('finds texts that are too long for the index', async () => {
  const client = await signedIn()
  const Description = `${'€'.repeat(1_900)} lighthouse`
  const circle = await createCircle(client.user, { Name: 'Long', Description })
  expect((await find(client, 'lighthouse')).body.circles).toEqual([
    { _id: circle._id, Name: 'Long', note: `…${'€'.repeat(19)} lighthouse` },
  ])
})

test('a note shows what a search has found whatever its quotes, in whole letters', async () => {
  const client = await signedIn()
  await createCircle(client.user, { Name: 'Rowers', Description: "At Ada's barn" })
  await createEvent(client.user, { Name: 'Launch', Location: `x${'😀'.repeat(40)}Café` })
  const found = async (q: string) => (await find(client, q)).body
  expect((await found('Ada’s')).circles).toMatchObject([{ note: "At Ada's barn" }])
  expect((await found('café')).events).toMatchObject([{ note: `…${'😀'.repeat(20)}Café` }])
})

test('names that begin with the text come first, then names with a word that does, then the rest, each by name', async () => {
  const client = await signedIn()
  for (const bud of [
    { Firstname: 'Bo', Occupation: 'Marine' },
    { Firstname: 'Rosemary' },
    { Firstname: 'Zoë', Surname: 'Marsh' },
    { Firstname: 'Anne-Marie' },
    { Firstname: 'Márton' },
    { Firstname: 'Mary' },
    { Firstname: 'Ada', Nickname: 'Mar' },
  ])
    await createBud(client.user, bud)
  expect(await namesOf(client, ' mar ')).toEqual(['Mary', 'Anne-Marie', 'Zoë', 'Ada', 'Bo', 'Rosemary'])
  expect(await namesOf(client, 'már')).toEqual(['Márton'])
})

test('finds at most 8 of each kind, and links the screen to the lists of all matches', async () => {
  const client = await signedIn()
  for (let n = 9; n > 0; n--) {
    await createBud(client.user, { Firstname: `Bee ${n}` })
    await createCircle(client.user, { Name: `Beehive ${n}` })
    await createEvent(client.user, { Name: `Bees ${n}` })
  }
  const { body } = await find(client, 'bee')
  expect(await namesOf(client, 'bee')).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `Bee ${n}`))
  expect([body.circles.length, body.events.length]).toEqual([8, 8])
  const { text } = await screen(client, 'bee')
  for (const list of ['/dashboard', '/dashboard/AllCircles', '/dashboard/AllEvents'])
    expect(text).toContain(`href="${list}?search=bee&amp;sort=A-Z"`)
})

test('nobody finds the records of another user', async () => {
  const [owner, other] = [await signedIn(), await signedIn()]
  await createBud(owner.user, { Firstname: 'Grace' })
  await createCircle(owner.user, { Name: 'Grace' })
  await createEvent(owner.user, { Name: 'Grace' })
  await createBud(other.user, { Firstname: 'Gracie' })
  expect(await namesOf(owner, 'grac')).toEqual(['Grace'])
  expect((await find(other, 'grac')).body).toMatchObject({
    buds: [{ Firstname: 'Gracie' }],
    circles: [],
    events: [],
  })
})

test('finds phone numbers by their digits alone', async () => {
  const client = await signedIn()
  await createBud(client.user, { Firstname: 'Grace', phones: [{ label: '', value: '+44 (0)7700 900-123' }] })
  await createBud(client.user, { Firstname: 'Ada', Occupation: 'Room 900123' })
  for (const q of ['7700 900 123', '(0)7700', '44-07700']) expect(await namesOf(client, q)).toEqual(['Grace'])
  expect(await namesOf(client, '900123')).toEqual(['Ada', 'Grace'])
  expect(await namesOf(client, 'x 7700')).toEqual([])
})

test('characters of patterns are ordinary characters', async () => {
  const client = await signedIn()
  await createBud(client.user, { Firstname: 'Per', Surname: '100%' })
  for (const q of ['%', '0%', '%', "'", '\\', '_'])
    expect(await namesOf(client, q)).toEqual(q.includes('%') ? ['Per'] : [])
})

describe('a text', () => {
  test.each(['', ' \n ', undefined])('that is empty (%j) finds nothing', async (q) => {
    const client = await signedIn()
    await createBud(client.user, { Firstname: 'Grace' })
    expect((await client.get(`/api/v1/find${q === undefined ? '' : `?q=${q}`}`)).body).toEqual(nothing)
    const page = await client.visit(`/dashboard/Find${q === undefined ? '' : `?q=${q}`}`)
    expect(visibleText(page)).toContain('Type a name, a job, a place or a phone number')
    expect(page.text).not.toContain('/dashboard/Bud/')
  })

  test.each([
    ['a'.repeat(101), 'q must be at most 100 characters'],
    ['a\0', 'q contains characters that are not allowed'],
  ])('that breaks a rule is refused by the API and ignored by the screen', async (q, msg) => {
    const client = await signedIn()
    expect(await find(client, q)).toMatchObject({ status: 400, body: { msg, errors: { q: [msg] } } })
    const page = await screen(client, q)
    expect(page.status).toBe(200)
    expect(visibleText(page)).toContain('Type a name, a job, a place or a phone number')
  })
})

test('the screen shows the text, the number of results, and links to them in groups', async () => {
  const client = await signedIn()
  const bud = await createBud(client.user, { Firstname: 'Grace', Surname: 'Hopper' })
  const event = await createEvent(client.user, { Name: 'Grace Hopper Day' })
  const one = await screen(client, 'hopper')
  expect(visibleText(one)).toMatch(
    /2 results for 'hopper'.*Buds GH Grace Hopper.*Events Grace Hopper Day 20 Nov 2026, 19:00/,
  )
  expect(one.text).toContain(`href="/dashboard/Bud/${bud._id}"`)
  expect(one.text).toContain(`href="/dashboard/Event/${event._id}"`)
  expect(one.text).not.toContain('id="found-Circles"')
  expect(one.text).toMatch(/<input[^>]*name="q"[^>]*value="hopper"/)
  const circle = await createCircle(client.user, { Name: 'Bridge' })
  const other = await screen(client, 'bridge')
  expect(visibleText(other)).toContain("1 result for 'bridge'")
  expect(other.text).toContain(`href="/dashboard/Circle/${circle._id}"`)
})

test('the screen says that nothing is found, and leads to a new bud', async () => {
  const page = await screen(await signedIn(), '<i>nobody</i>')
  expect(visibleText(page)).toContain("No results for '<i>nobody</i>'")
  expect(visibleText(page)).toContain('Nothing matches that')
  expect(page.text).toContain('href="/dashboard/AddBud"')
})

test('every screen of the dashboard has the search form, and a link to it for phones', async () => {
  const client = await signedIn()
  for (const path of ['/dashboard', '/dashboard/AddEvent', '/dashboard/profile']) {
    const { text } = await client.visit(path)
    expect(text).toMatch(/<form[^>]*role="search"[^>]*aria-label="Find"[^>]*action="\/dashboard\/Find"/)
    expect(text).toMatch(/<a[^>]*class="icon-button find-link"[^>]*href="\/dashboard\/Find"/)
  }
})
