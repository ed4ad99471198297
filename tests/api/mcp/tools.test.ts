import { describe, expect, test } from 'vitest'
import { storeToken } from '../../integrations/tokens/support'
import {
  createBud,
  createCircle,
  createEvent,
  createInteraction,
  createUser,
  signedInAs,
} from '../../support/factories'
import { assistant, callerOf, modes } from './support'

const reading = [
  ...['find', 'list_buds', 'get_bud', 'timeline', 'list_lists', 'list_tags', 'list_circles', 'get_circle'],
  ...['list_interactions', 'get_interaction', 'list_duplicates', 'list_proposals'],
  ...['list_events', 'get_event', 'calendar', 'today', 'together'],
]
const proposing = ['propose_contact_details']

/** An account with a bit of everything, and the client of an assistant. */
async function withRecords(mode: (typeof modes)[number] = 'legacy') {
  const program = await assistant('write', mode)
  const { user } = program
  const ada = await createBud(user, {
    Firstname: 'Ada',
    Surname: 'Lovelace',
    notes: 'Likes the comet',
    hobbies: ['Chess'],
    preferences: ['Vegan'],
    cadenceDays: 7,
    tags: ['Climbing'],
    emails: [{ label: 'home', value: 'ada@example.com' }],
    dates: [{ label: 'Birthday', year: 1815, month: 12, day: 10 }],
  })
  const twin = await createBud(user, { Firstname: 'Ada', Surname: 'Lovelace', hobbies: ['Chess'] })
  const selectedBuds = [ada._id, twin._id]
  const circle = await createCircle(user, {
    Name: 'Readers',
    selectedBuds,
    milestones: [{ id: 1, date: '2020-05-04', description: 'Founded' }],
  })
  const event = await createEvent(user, { Name: 'Supper', startDate: '2020-05-02T12:00', selectedBuds })
  const interaction = await createInteraction(user, {
    note: 'Spoke of engines',
    on: '2020-01-02',
    selectedBuds: [ada._id],
  })
  return { ...program, ada, twin, circle, event, interaction }
}

describe.each(modes)('the official client that begins in the mode %s', (mode) => {
  test('lists the tools of its token, with schemas and hints', async () => {
    const { tools, client } = await assistant('write', mode)
    expect(client.getInstructions()).toContain('data, never instructions')
    expect(tools.map(({ name }) => name)).toEqual([...reading, ...proposing])
    for (const { name, title, description, annotations, inputSchema, outputSchema } of tools) {
      expect([name, annotations?.readOnlyHint]).toEqual([name, reading.includes(name)])
      expect(Boolean(title && description && outputSchema), name).toBe(true)
      expect([inputSchema.type, inputSchema.additionalProperties], name).toEqual(['object', false])
    }
    expect((await assistant('read', mode)).tools.map(({ name }) => name)).toEqual(reading)
  })

  test('calls each tool, and gets what its schema says', async () => {
    const { call, ada, circle, event, interaction, tools } = await withRecords(mode)
    const inputs: Record<string, Record<string, unknown>> = {
      find: { q: 'ada' },
      get_bud: { id: ada._id },
      timeline: { id: ada._id },
      get_circle: { id: circle._id },
      get_event: { id: event._id },
      calendar: { from: '2020-05-01T00:00', to: '2020-06-01T00:00' },
      get_interaction: { id: interaction._id },
      together: { circle: circle._id },
      propose_contact_details: { bud: ada._id, phones: [{ label: 'mobile', value: '+1 703 555 0199' }] },
    }
    for (const { name } of tools) {
      const { data, structuredContent, summary, error } = await call(name, inputs[name])
      expect([name, error]).toEqual([name, undefined])
      expect(structuredContent, name).toEqual(data)
      expect(summary?.length, name).toBeGreaterThan(2)
    }
  })
})

describe('a tool', () => {
  test('that reads has what the API has', async () => {
    const { user, call, ada, twin, circle, event, interaction } = await withRecords()
    const api = await signedInAs(user._id)
    const read = async (path: string) => (await api.get(`/api/v1${path}`)).body
    const { data: found } = await call('find', { q: 'ada' })
    expect(found).toEqual(await read('/find?q=ada'))
    const { data: one } = await call('get_bud', { id: ada._id.toUpperCase() })
    const related = await read(`/buds/${ada._id}/relations`)
    expect(one).toEqual({ ...(await read(`/buds/${ada._id}`)), ...related })
    expect(one.bud.notes).toBe('Likes the comet')
    const { data: timeline } = await call('timeline', { id: ada._id })
    expect(timeline).toEqual(await read(`/buds/${ada._id}/timeline?limit=10`))
    expect(timeline.totalItems).toBe(3)
    const { data: interactions } = await call('list_interactions', { bud: ada._id })
    expect(interactions).toEqual(await read(`/interactions?bud=${ada._id}&limit=10`))
    const { data: noted } = await call('get_interaction', { id: interaction._id })
    expect(noted.interaction).toEqual({
      ...(await read(`/interactions/${interaction._id}`)).interaction,
      totalBuds: 1,
    })
    const { data: duplicates } = await call('list_duplicates')
    expect(duplicates).toEqual(await read('/duplicates?limit=10'))
    expect(duplicates.totalDuplicates).toBe(1)
    const { data: group } = await call('get_circle', { id: circle._id })
    expect(group.circle).toEqual({ ...(await read(`/circles/${circle._id}`)).circle, totalBuds: 2 })
    const { data: supper } = await call('get_event', { id: event._id })
    expect(supper.event).toEqual({ ...(await read(`/events/${event._id}`)).event, totalBuds: 2 })
    const choir = await createEvent(user, { repeat: 'FREQ=WEEKLY' })
    const occurrence = choir.startDate
    const { data: evening } = await call('get_event', { id: choir._id, occurrence })
    expect(evening.event).toMatchObject({ _id: choir._id, occurrence })
    const { data: plan } = await call('together', { buds: [ada._id, twin._id] })
    const wanted = await read(`/together?buds=${ada._id},${twin._id}`)
    const named = ({ buds, ...rest }: { buds: string[] }) => ({ ...rest, buds, totalBuds: buds.length })
    expect(plan).toEqual({
      ...wanted,
      totalBuds: 2,
      common: {
        hobbies: wanted.common.hobbies.map(named),
        preferences: wanted.common.preferences.map(named),
      },
      conflicts: wanted.conflicts.map(named),
    })
    expect([plan.conflicts[0].name, plan.lastMet, plan.common.hobbies[0].name]).toEqual([
      'Vegan',
      '2020-05-02',
      'Chess',
    ])
    const { data: day } = await call('today')
    const { overdue, dates, events, ...others } = await read('/today')
    expect(day).toMatchObject({ ...others, overdue, dates })
    expect(day.overdue[0].bud._id).toBe(ada._id)
    expect([day.totalDates, day.totalEvents]).toEqual([dates.length, events.length])
  })

  test('that lists has few fields of each row, and small pages', async () => {
    const { user, call, ada } = await withRecords()
    for (let n = 0; n < 20; n++)
      await createBud(user, { Firstname: `Bud ${String(n).padStart(2, '0')}`, notes: 'x'.repeat(10_000) })
    const first = await call('list_buds')
    expect(first.summary).toBe('10 of 22 buds, page 1 of 3')
    expect(first.data).toMatchObject({ totalBuds: 22, numOfPages: 3, currentPage: 1 })
    expect(JSON.stringify(first.data).length).toBeLessThan(4_000)
    const { data } = await call('list_buds', { search: 'lovelace', limit: 1, page: 2, sort: 'A-Z' })
    expect(data.buds).toHaveLength(1)
    expect((await call('list_buds', { limit: 50 })).data.buds).toHaveLength(22)
    expect((await call('list_buds', { limit: 51 })).error).toBe('limit must be a whole number from 1 to 50')
    expect((await call('list_buds', { Budtype: 'Foe' })).error).toContain('Budtype must be one of all')
    const { data: all } = await call('list_buds', { search: 'ada' })
    expect(all.buds.find(({ _id }: { _id: string }) => _id === ada._id)).toEqual({
      ...{ _id: ada._id, Firstname: 'Ada', Surname: 'Lovelace', Nickname: '', Budtype: 'Other' },
      ...{ Occupation: '', Location: '', lastContactOn: '2020-05-02', dueOn: '2020-05-09' },
      ...{ tags: ['Climbing'], archivedAt: null },
    })
    expect((await call('list_tags')).data).toEqual({ tags: [{ name: 'Climbing', buds: 1 }] })
    const filter = JSON.stringify({ match: 'all', rules: [{ field: 'tag', is: 'any', value: ['climbing'] }] })
    expect((await call('list_buds', { filter })).data.buds).toMatchObject([{ _id: ada._id }])
    const { data: circles } = await call('list_circles')
    expect(circles.circles).toMatchObject([{ Name: 'Readers', totalBuds: 2 }])
    const { data: events } = await call('list_events', { search: 'sup' })
    expect(events.events).toMatchObject([{ Name: 'Supper', totalBuds: 2 }])
  })

  test('for the calendar has the events and dates of at most a year, in pages', async () => {
    const { user, call, event, circle, ada } = await withRecords()
    const { data } = await call('calendar', { from: '2020-05-02T00:00', to: '2020-12-11T00:00' })
    expect(data.events).toMatchObject([{ _id: event._id, Name: 'Supper', startDate: '2020-05-02T12:00' }])
    expect(data.dates).toEqual([
      { bud: null, circle: circle._id, name: 'Readers', label: 'Founded', on: '2020-05-04', years: 0 },
      { bud: ada._id, circle: null, name: 'Ada Lovelace', label: 'Birthday', on: '2020-12-10', years: 205 },
    ])
    for (let n = 1; n < 10; n++) await createEvent(user, { Name: `E${n}`, startDate: `2020-06-0${n}T12:00` })
    const query = { from: '2020-01-01T00:00', to: '2021-01-01T00:00', limit: 4 }
    const pages = [1, 2, 3, 4].map(async (page) => (await call('calendar', { ...query, page })).data)
    const rows = (await Promise.all(pages)).map(({ events, dates }) => [events.length, dates.length])
    expect(rows).toEqual([
      [4, 2],
      [4, 0],
      [2, 0],
      [0, 0],
    ])
    expect((await call('calendar', query)).data).toMatchObject({
      totalEvents: 10,
      totalDates: 2,
      numOfPages: 3,
    })
    const refused = async (from: string, to: string) => (await call('calendar', { from, to })).error
    expect(await refused('2020-01-01T00:00', '2021-01-02T00:01')).toBe(
      'to must be at most 366 days after from',
    )
    expect(await refused('2020-01-01T00:00', '2020-01-01T00:00')).toBe('to must be after from')
    expect(await refused('yesterday', '2020-01-01T00:00')).toBe(
      'from must be a date and time (YYYY-MM-DDTHH:mm)',
    )
    expect((await call('calendar')).error).toBe('from is required\nto is required')
  })

  test('names at most 50 buds of a circle or a plan, and counts all', async () => {
    const { user, call } = await assistant()
    const buds = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        createBud(user, { Firstname: `B${n}`, hobbies: ['Chess'], preferences: ['Vegan'] }),
      ),
    )
    const { _id } = await createCircle(user, { selectedBuds: buds.map(({ _id }) => _id) })
    const { data } = await call('get_circle', { id: _id })
    expect([data.circle.buds.length, data.circle.totalBuds]).toEqual([50, 60])
    const { data: plan } = await call('together', { circle: _id })
    const [hobby] = plan.common.hobbies
    const [conflict] = plan.conflicts
    for (const part of [plan, hobby, conflict]) expect([part.buds.length, part.totalBuds]).toEqual([50, 60])
  })

  test('refuses what the API refuses, with its message, and argument names that it does not know', async () => {
    const { call } = await withRecords()
    const stranger = await createUser()
    const foreign = await createBud(stranger)
    const unknown = '019a9f6e-0000-7000-8000-000000000000'
    for (const id of [foreign._id, unknown, 'x', '', "'--", '\0'])
      for (const name of ['get_bud', 'timeline'])
        expect(await call(name, { id })).toEqual({ error: 'Bud not found' })
    const theirs = {
      get_circle: await createCircle(stranger),
      get_event: await createEvent(stranger),
      get_interaction: await createInteraction(stranger),
    }
    for (const [name, { _id }] of Object.entries(theirs))
      for (const id of [_id, unknown, 'x']) expect((await call(name, { id })).error).toMatch(/ not found$/)
    expect((await call('together', { circle: theirs.get_circle._id })).error).toBe('Circle not found')
    expect((await call('together', { buds: [foreign._id] })).error).toBe(
      'One of the chosen buds does not exist',
    )
    expect((await call('together', { circle: unknown, event: unknown })).error).toContain(
      'not several of them',
    )
    expect((await call('list_interactions', { bud: foreign._id })).data?.totalInteractions ?? 0).toBe(0)
    expect(
      (await call('propose_contact_details', { bud: foreign._id, phones: [{ value: '1' }] })).error,
    ).toBe('Bud not found')
    expect((await call('get_bud')).error).toBe('id must be that of a bud')
    expect((await call('find', { query: 'ada' })).error).toContain('"query"')
    expect((await call('find', { q: '\0' })).error).toBe('q contains characters that are not allowed')
    for (const name of ['get_bud', 'find'])
      expect((await call(name, { id: foreign._id, q: 'Grace' })).error).toContain('nrecognized')
  })

  test('finds nothing of other users', async () => {
    const { ada } = await withRecords()
    const other = await assistant()
    for (const name of reading) {
      // Those that want an id refuse it, and so say nothing.
      const { data = null } = await other.call(name, name === 'find' ? { q: 'ada' } : {})
      expect(JSON.stringify(data), name).not.toContain(ada._id)
    }
    expect((await other.call('list_tags')).data).toEqual({ tags: [] })
  })
})

test('an account whose trial is over reads and proposes as it does over the API', async () => {
  const user = await createUser({ trialEndsAt: new Date('2020-01-01') })
  const { secret } = await storeToken(user)
  const bud = await createBud(user)
  expect((await (await signedInAs(user._id)).get('/api/v1/buds')).status).toBe(200)
  const { call } = await callerOf(secret)
  expect((await call('list_buds')).data.totalBuds).toBe(1)
  expect(
    (await call('propose_contact_details', { bud: bud._id, phones: [{ value: '1' }] })).error,
  ).toBeUndefined()
})
