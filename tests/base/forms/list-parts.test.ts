import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { createBud, createEvent, signedIn } from '../../support/factories'
import { bud, event, records } from '../../support/records'

type Owner = Awaited<ReturnType<typeof signedIn>>

async function screenOf(owner: Owner, path: string) {
  const page = await owner.visit(path)
  expect(page.status, page.text).toBe(200)
  const { document } = new JSDOM(page.text).window
  const linksOf = (selector: string) => [...document.querySelectorAll(`${selector} a`)]
  const hrefsOf = (selector: string) =>
    Object.fromEntries(linksOf(selector).map((link) => [link.textContent, link.getAttribute('href') ?? '']))
  return {
    types: linksOf('.list-types').map(({ textContent }) => textContent),
    type: document.querySelector('.list-types [aria-current]')?.textContent,
    typeLinks: hrefsOf('.list-types'),
    letters: hrefsOf('.list-letters'),
    spoken: linksOf('.list-letters').map((link) => link.getAttribute('aria-label')),
    reset: hrefsOf('.list-search-actions').Reset ?? '',
    showAll: hrefsOf('.empty-state'),
    names: [...document.querySelectorAll('.list-card-title > :is(h2, h3)')].map((name) => name.textContent),
    sort: document.querySelector('select[name=sort] > [selected]')?.textContent,
    cookies: page.cookies,
  }
}

test.each(records)('the types of $many are links with the numbers of the search', async (kind) => {
  const owner = await signedIn()
  const [first, second] = kind.types
  for (const [name, type] of [
    ['Ox one', first],
    ['Ox two', second],
    ['Ox three', second],
    ['Elk', second],
  ])
    await kind.create(owner.user, { [kind.name]: name, [kind.type]: type })
  // A text too long for the index is counted as well.
  await kind.create(owner.user, { ...kind.long, [kind.name]: 'Ox long', [kind.type]: first })
  const stranger = await signedIn()
  await kind.create(stranger.user, { [kind.name]: 'Ox', [kind.type]: first })
  const all = await screenOf(owner, kind.list)
  expect(all).toMatchObject({ type: 'All 5' })
  expect(all.types).toEqual([
    'All 5',
    `${first} 2`,
    `${second} 3`,
    ...kind.types.slice(2).map((type) => `${type} 0`),
  ])
  const found = await screenOf(owner, `${kind.list}?search=ox&sort=Z-A&page=1`)
  expect(found.types.slice(0, 3)).toEqual(['All 4', `${first} 2`, `${second} 2`])
  const link = found.typeLinks[`${second} 2`] ?? ''
  expect(link).toBe(`${kind.list}?search=ox&sort=Z-A&${kind.type}=${second}`)
  const narrowed = await screenOf(owner, link)
  expect(narrowed).toMatchObject({ type: `${second} 2`, types: found.types })
  expect(narrowed.names).toHaveLength(2)
})

test('the types of events count the chosen part', async () => {
  const owner = await signedIn()
  await event.create(owner.user)
  await createEvent(owner.user, {
    Eventtype: 'Client',
    startDate: '2001-01-01T10:00',
    endDate: '2001-01-01T11:00',
  })
  expect((await screenOf(owner, event.list)).types).toContain('Client 0')
  expect((await screenOf(owner, `${event.list}?when=past`)).types).toContain('Client 1')
})

test.each(records)('the list of $many keeps the sort that was chosen last', async (kind) => {
  const owner = await signedIn()
  for (const name of ['Bo', 'Al', 'Cy']) await kind.create(owner.user, { [kind.name]: name })
  const before = await screenOf(owner, kind.list)
  expect(before.cookies).toEqual([])
  const { cookies } = await screenOf(owner, `${kind.list}?sort=A-Z`)
  expect(cookies).toEqual([expect.stringMatching(new RegExp(`^${kind.type}-sort=`))])
  const kept = await screenOf(owner, kind.list)
  expect(kept).toMatchObject({ sort: 'A-Z', cookies: [] })
  expect(kept.names.map((name) => name?.split(' ')[0])).toEqual(['Al', 'Bo', 'Cy'])
  const others = records.filter(({ list }) => list !== kind.list)
  for (const other of others) expect((await screenOf(owner, other.list)).sort).not.toBe('A-Z')
  expect((await owner.get(kind.api)).body[kind.many][0][kind.name]).toBe('Cy')
  expect(await screenOf(owner, `${kind.list}?sort=nonsense`)).toMatchObject({ sort: 'A-Z', cookies: [] })
  expect((await screenOf(owner, kept.reset)).sort).toBe(before.sort)
  expect((await screenOf(owner, kind.list)).sort).toBe(before.sort)
})

test("'Reset' and 'Show all events' show events of any time, whatever was chosen before", async () => {
  const owner = await signedIn()
  await event.create(owner.user)
  await createEvent(owner.user, { startDate: '2001-01-01T10:00', endDate: '2001-01-01T11:00' })
  await screenOf(owner, `${event.list}?when=past`)
  const empty = await screenOf(owner, `${event.list}?search=nothing`)
  expect(empty.showAll).toEqual({ 'Show all events': `${event.list}?when=all&once=when` })
  expect((await screenOf(owner, empty.reset)).names).toHaveLength(2)
  // They do not choose anew how the list opens.
  expect((await screenOf(owner, event.list)).names).toHaveLength(1)
})

test('a list by name of several pages has links to the pages where letters begin', async () => {
  const owner = await signedIn()
  const people = async (count: number, Firstname: string, fields: object = {}) => {
    for (let n = 0; n < count; n++) await createBud(owner.user, { Firstname, ...fields })
  }
  await people(10, 'Abe')
  await people(4, 'Éva', { Budtype: 'Work' })
  await people(1, 'Östen')
  await people(1, '李')
  const letters = (query: string) => screenOf(owner, `${bud.list}?${query}`).then(({ letters }) => letters)
  const link = (sort: string, page: number) => `${bud.list}?sort=${sort}&page=${page}`
  expect(await letters('sort=A-Z')).toEqual({
    A: link('A-Z', 1),
    E: link('A-Z', 1),
    O: link('A-Z', 2),
    '#': link('A-Z', 2),
  })
  expect(await letters('sort=Z-A')).toEqual({
    '#': link('Z-A', 1),
    O: link('Z-A', 1),
    E: link('Z-A', 1),
    A: link('Z-A', 1),
  })
  const { spoken } = await screenOf(owner, `${bud.list}?sort=A-Z`)
  expect(spoken).toEqual(['Names with A', 'Names with E', 'Names with O', '#, other names'])
  expect((await screenOf(owner, link('A-Z', 2))).names[0]).toBe('Éva')
  // Another sort, and lists of one page.
  for (const query of [
    'sort=newestFirst',
    'sort=A-Z&Budtype=Work',
    'sort=A-Z&search=abe',
    'sort=A-Z&view=rows',
  ])
    expect(await letters(query), query).toEqual({})
})
