import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { visibleText } from '../../support/client'
import { createEvent, signedIn } from '../../support/factories'
import { event } from '../../support/records'

type Owner = Awaited<ReturnType<typeof signedIn>>

const { api } = event
const list: string = event.list

/** The wall-clock time in `hours`, in a time zone. */
const inHours = (hours: number, timeZone = 'Europe/London') =>
  new Date(Date.now() + hours * 3_600_000).toLocaleString('sv', { timeZone }).slice(0, 16).replace(' ', 'T')

async function ownerOf(entries: Record<string, [from: number, to: number]>) {
  const owner = await signedIn()
  for (const [Name, [from, to]] of Object.entries(entries))
    await createEvent(owner.user, { Name, startDate: inHours(from), endDate: inHours(to) })
  return owner
}

/** Days apart, so that the change of the clocks does not matter. */
const plans = {
  Yesterday: [-30, -24],
  'In a month': [720, 722],
  'Last year': [-8760, -8759],
  'Under way': [-72, 72],
  Tomorrow: [24, 30],
} satisfies Record<string, [number, number]>

const namesOf = (events: { Name: string }[]) => events.map(({ Name }) => Name)

async function screenOf(owner: Owner, path = list) {
  const page = await owner.visit(path)
  const { document } = new JSDOM(page.text).window
  const textsOf = (selector: string) =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '')
  const linkOf = (text: string) =>
    [...document.querySelectorAll('a')].find(({ textContent }) => textContent === text)?.getAttribute('href')
  return {
    names: textsOf('.list-card-title > :is(h2, h3)'),
    headings: textsOf('.list-group > h2'),
    when: document.querySelector('.event-when > [aria-current]')?.textContent,
    sort: document.querySelector('select[name=sort] > [selected]')?.textContent,
    isSearchOpen: document.querySelector('.list-search')?.hasAttribute('open'),
    kept: document.querySelector('.list-search input[name=when]')?.getAttribute('value'),
    linkOf,
    text: visibleText(page),
    cookies: page.cookies,
  }
}

test('`when` divides the events by whether they have ended, and `soonestFirst` has ended ones last', async () => {
  const owner = await ownerOf(plans)
  const coming = ['Under way', 'Tomorrow', 'In a month']
  const past = ['Yesterday', 'Last year']
  for (const [query, names] of [
    ['when=upcoming&sort=soonestFirst', coming],
    ['when=upcoming&sort=latestFirst', coming.toReversed()],
    ['when=past&sort=soonestFirst', past],
    ['when=past&sort=A-Z', past.toReversed()],
    ['when=all&sort=soonestFirst', [...coming, ...past]],
    ['sort=soonestFirst', [...coming, ...past]],
    ['when=upcoming', ['Tomorrow', 'Under way', 'In a month']],
    ['', ['Tomorrow', 'Under way', 'Last year', 'In a month', 'Yesterday']],
    ['when=upcoming&search=month', ['In a month']],
    ['when=past&search=month', []],
    ['sort=soonestFirst&search=e', ['Under way', 'Yesterday', 'Last year'].filter((name) => /e/i.test(name))],
  ] as const) {
    const { body } = await owner.get(`${api}?${query}`)
    expect.soft(namesOf(body.events), query).toEqual(names)
    expect.soft(body.totalEvents, query).toBe(names.length)
  }
})

test('pages by parts join without a gap', async () => {
  const owner = await ownerOf(plans)
  const all = namesOf((await owner.get(`${api}?sort=soonestFirst`)).body.events)
  for (const limit of [1, 2, 3, 4]) {
    const shown: string[] = []
    for (let page = 1; page <= Math.ceil(5 / limit); page++) {
      const { body } = await owner.get(`${api}?sort=soonestFirst&limit=${limit}&page=${page}`)
      shown.push(...namesOf(body.events))
    }
    expect(shown, `${limit}`).toEqual(all)
  }
})

test("an event has ended by the wall clock of the owner's time zone", async () => {
  const owner = await signedIn()
  await owner.patch('/api/v1/users/settings', { timeZone: 'Pacific/Kiritimati' })
  const zone = 'Pacific/Kiritimati'
  const ended = { startDate: inHours(-2, zone), endDate: inHours(-1, zone) }
  await createEvent(owner.user, { Name: 'Over there', ...ended })
  await createEvent(owner.user, { Name: 'Still on', ...ended, endDate: inHours(1, zone) })
  expect(namesOf((await owner.get(`${api}?when=past`)).body.events)).toEqual(['Over there'])
  expect(namesOf((await owner.get(`${api}?when=upcoming`)).body.events)).toEqual(['Still on'])
})

test('an unknown `when` is refused by the API and ignored by the screen', async () => {
  const owner = await ownerOf(plans)
  const msg = 'when must be one of upcoming, past, all'
  for (const when of ['Past', 'soon'])
    expect(await owner.get(`${api}?when=${when}`)).toMatchObject({ status: 400, body: { msg } })
  expect(await screenOf(owner, `${list}?when=soon`)).toMatchObject({ when: 'Coming', cookies: [] })
})

test('the screen opens with what is to come, the soonest first, and remembers another choice', async () => {
  const owner = await ownerOf(plans)
  const coming = { when: 'Coming', names: ['Under way', 'Tomorrow', 'In a month'], sort: 'soonestFirst' }
  const past = { when: 'Past', names: ['Yesterday', 'Last year'], isSearchOpen: false }
  expect(await screenOf(owner)).toMatchObject({
    ...coming,
    isSearchOpen: false,
    kept: 'upcoming',
    cookies: [],
  })
  const chosen = await screenOf(owner, (await screenOf(owner)).linkOf('Past') ?? '')
  expect(chosen).toMatchObject({ ...past, cookies: [expect.stringMatching(/^event-when=/)] })
  expect(await screenOf(owner)).toMatchObject({ ...past, cookies: [] })
  // A sort alone is one of all events, as it was before the choice.
  const sorted = await screenOf(owner, `${list}?sort=A-Z`)
  expect(sorted).toMatchObject({ when: 'All', isSearchOpen: false, headings: [] })
  expect(sorted.names).toHaveLength(5)
  expect(sorted.linkOf('Past')).toBe(`${list}?sort=A-Z&when=past`)
})

test('a list by day has a heading for each week', async () => {
  const owner = await ownerOf(plans)
  const { headings } = await screenOf(owner, `${list}?when=all`)
  expect(headings[0]).toMatch(/^(Going on|This week)$/)
  expect(headings.at(-1)).toMatch(/^Week of \d+ \w+ \d{4}$/)
  expect((await screenOf(owner, `${list}?when=all&sort=latestFirst`)).headings[0]).toMatch(/^Week of \d+ \w+/)
})

test('an empty part of the list leads to the other one', async () => {
  const owner = await ownerOf({ Yesterday: [-30, -24] })
  const empty = await screenOf(owner)
  expect(empty.text).toContain('No Events Found')
  expect(empty.text).toContain('Nothing is planned at the moment.')
  expect(empty.linkOf('Show past events')).toBe(`${list}?when=past`)
  const missed = await screenOf(owner, `${list}?when=upcoming&search=yester`)
  expect(missed.text).toContain('No coming event matches that, but a past one does.')
  expect(missed.linkOf('Show past events')).toBe(`${list}?search=yester&when=past`)
  const none = await screenOf(owner, `${list}?when=upcoming&search=zzz`)
  expect(none.text).toContain('No event matches that.')
  const nothing = await screenOf(await signedIn())
  expect(nothing.text).toContain('What you plan will appear here.')
  expect(nothing.when).toBeUndefined()
})
