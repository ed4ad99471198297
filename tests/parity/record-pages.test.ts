import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { shortDateAndTimes } from '~/events/calendar/event-times'
import { visibleText } from '../support/client'
import { createBud, createCircle, createEvent, createInteraction, signedIn } from '../support/factories'

async function friends() {
  const client = await signedIn()
  const create = (fields: object) => createBud(client.user, fields)
  const chosen = [
    await create({ Firstname: 'Ada', hobbies: ['Chess', 'Golf'], preferences: ['Tea', 'Decaf', 'Pizza'] }),
    await create({ Firstname: 'Bo', hobbies: ['Chess'], preferences: ['Vegan', 'Indian Food'] }),
    await create({ Firstname: 'Cem', preferences: ['Indian Food'] }),
  ]
  return { client, chosen, selectedBuds: chosen.map(({ _id }) => _id) }
}

/** The link of the sidebar that is current. */
const placeOf = ({ text }: { text: string }) =>
  new JSDOM(text).window.document.querySelector('nav [aria-current=page]')?.textContent

const at = (day: string) => ({ startDate: `${day}T19:00`, endDate: `${day}T21:00` })

test('the page of an event shows what the API returns', async () => {
  const { client, chosen, selectedBuds } = await friends()
  const fields = { Name: 'Tea & cake', Location: 'Bath', Description: 'Bring a book', selectedBuds }
  const event = await createEvent(client.user, { ...fields, ...at('2126-05-10'), Eventtype: 'Client' })
  await createEvent(client.user, { Name: 'Too early', ...at('2126-05-06') })
  const before = await createEvent(client.user, { Name: 'Before', ...at('2126-05-08') })
  const after = await createEvent(client.user, { Name: 'After', ...at('2126-05-13') })
  await createEvent(client.user, { Name: 'Too late', ...at('2126-05-14') })
  const { body } = await client.get(`/api/v1/events/${event._id}/page`)
  expect(body.event).toEqual((await client.get(`/api/v1/events/${event._id}`)).body.event)
  expect(body).toMatchObject((await client.get(`/api/v1/events/${event._id}/guests`)).body)
  const { common, conflicts, suitsAll } = (await client.get(`/api/v1/together?event=${event._id}`)).body
  expect(body).toMatchObject({ common, conflicts, suitsAll })
  expect(common.hobbies).toEqual([{ name: 'Chess', buds: [chosen[0]?._id, chosen[1]?._id] }])
  expect(body.near.map(({ _id }: { _id: string }) => _id)).toEqual([before._id, after._id])

  const page = await client.visit(`/dashboard/Event/${event._id}`)
  const text = visibleText(page)
  for (const shown of [
    'Tea & cake',
    'Friday, 10 May 2126, 19:00 to 21:00',
    'Bath',
    'Bring a book',
    'A Ada B Bo C Cem',
    'Vegan Bo',
    'Chess',
    ...body.near.map((near: typeof event) => `${near.Name} ${shortDateAndTimes(near, '2026-01-01')}`),
  ])
    expect.soft(text).toContain(shown)
  expect(text).not.toMatch(/Too (early|late)/)
  expect(placeOf(page)).toBe('Events')
  for (const path of [
    `AddEvent?event=${event._id}&amp;Name=Tea+%26+cake&amp;Eventtype=Client`,
    `EditEvent/${event._id}`,
    `EventGuests/${event._id}`,
  ])
    expect.soft(page.text).toContain(`href="/dashboard/${path}"`)
})

test('the form of an event planned again has its buds, name and type, and no time', async () => {
  const { client, selectedBuds } = await friends()
  const { _id } = await createEvent(client.user, { selectedBuds })
  const { text } = await client.visit(`/dashboard/AddEvent?event=${_id}&Name=Dinner&Eventtype=Client`)
  expect(text).toMatch(/name="Name"[^>]*value="Dinner"|value="Dinner"[^>]*name="Name"/)
  expect(text).toMatch(/<option[^>]*selected[^>]*>Client</)
  for (const id of selectedBuds) expect(text).toContain(id)
  const odd = await client.visit(`/dashboard/AddEvent?Name=${'a'.repeat(101)}&Eventtype=Foe`)
  expect(odd.status).toBe(200)
  expect(odd.text).not.toContain('value="aaaa')
})

test('the page of a circle shows what the API returns', async () => {
  const { client, chosen, selectedBuds } = await friends()
  const [ada, bo] = selectedBuds
  const milestones = [
    { id: 1, date: '2020-02-29', description: 'Founded' },
    { id: 2, date: '', description: 'One day' },
    { id: 3, date: '2126-01-01', description: 'Jubilee' },
  ]
  const fields = { Name: 'Book Club', Shortname: 'Readers', milestones, selectedBuds, cadenceDays: 30 }
  const circle = await createCircle(client.user, fields)
  await createInteraction(client.user, { on: '2020-03-03', selectedBuds: [ada as string] })
  const both = { selectedBuds: [ada as string, bo as string] }
  const past = await createEvent(client.user, { Name: 'Was', ...both, ...at('2020-05-10') })
  const older = await createEvent(client.user, { Name: 'Was before', ...both, ...at('2019-05-10') })
  const coming = await createEvent(client.user, { Name: 'Will be', selectedBuds, ...at('2126-05-10') })
  await createEvent(client.user, { Name: 'Alone', selectedBuds: [ada as string], ...at('2126-05-11') })

  const { body } = await client.get(`/api/v1/circles/${circle._id}/page`)
  expect(body.circle).toEqual((await client.get(`/api/v1/circles/${circle._id}`)).body.circle)
  const { common, conflicts, suitsAll, buds } = (await client.get(`/api/v1/together?circle=${circle._id}`))
    .body
  expect(body).toMatchObject({ common, conflicts, suitsAll, buds })
  const { bud } = (await client.get(`/api/v1/buds/${ada}`)).body
  expect(body.buds[0]).toMatchObject({ lastContactOn: bud.lastContactOn, dueOn: bud.dueOn })
  expect(body.buds[2]).toMatchObject({ lastContactOn: null })
  expect(body.milestones.map(({ id }: { id: number }) => id)).toEqual([1, 3, 2])
  expect(body.milestones[0]).toMatchObject({ date: '2020-02-29', on: expect.stringMatching(/-02-2[89]$/) })
  expect(body.milestones.slice(1)).toMatchObject([
    { on: '2126-01-01', years: 0 },
    { on: null, years: null },
  ])
  const listed = (event: typeof past, members: number, hasEnded: boolean) => ({
    _id: event._id,
    members,
    hasEnded,
  })
  expect(body.events).toMatchObject([listed(coming, 3, false), listed(past, 2, true), listed(older, 2, true)])

  const page = await client.visit(`/dashboard/Circle/${circle._id}`)
  const text = visibleText(page)
  expect(text).toMatch(/Last in touch on 10 May 2020 · \d years late/)
  for (const shown of [
    'Book Club',
    'Readers',
    'In touch every 30 days',
    ...chosen.map(({ Firstname }) => Firstname),
    'Last in touch on 10 May 2020',
    'Vegan Bo',
    'Founded 29 February 2020',
    'One day',
    'Jubilee 1 January 2126',
    'Will be Fri 10 May 2126, 19:00–21:00 · 3 of them',
    'Was Sun 10 May 2020, 19:00–21:00 · 2 of them',
  ])
    expect.soft(text).toContain(shown)
  expect(text).not.toContain('Alone')
  expect(placeOf(page)).toBe('Circles')
  for (const path of [`Together?circle=${circle._id}`, `EditCircle/${circle._id}`, `Event/${past._id}`])
    expect.soft(page.text).toContain(`href="/dashboard/${path}"`)
})

test('an event and a circle that do not exist lead to their lists with a message', async () => {
  const [client, other] = [await signedIn(), await signedIn()]
  for (const [noun, { _id }] of [
    ['Event', await createEvent(other.user)],
    ['Circle', await createCircle(other.user)],
  ] as const) {
    for (const id of [_id, 'none']) {
      const list = `/dashboard/all${noun.toLowerCase()}s`
      const response = await client.visit(`/dashboard/${noun}/${id}`)
      expect(response).toHaveRedirect(list)
      expect(visibleText(await client.visit(list))).toContain(`${noun} not found`)
      const api = await client.get(`/api/v1/${noun.toLowerCase()}s/${id}/page`)
      expect(api).toMatchObject({ status: 404, body: { msg: `${noun} not found` } })
    }
  }
})
