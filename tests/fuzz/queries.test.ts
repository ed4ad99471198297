import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oddText, options, prepare, timeout } from '../support/fuzz'
import { records } from '../support/records'

describe.each(records)('the query of $api', ({ api, list, type }) => {
  const query = fc.dictionary(
    fc.constantFrom('search', type, 'sort', 'page', 'limit', 'delete', 'x'),
    oddText,
  )

  test('is accepted or refused by the API and always accepted by the screen', { timeout }, async () => {
    const { client } = await prepare()
    await fc.assert(
      fc.asyncProperty(query, async (values) => {
        const search = new URLSearchParams(values).toString().slice(0, 6_000)
        const response = await client.get(`${api}?${search}`)
        expect([200, 400]).toContain(response.status)
        expect((await client.visit(`${list}?${search}`)).status).toBe(200)
      }),
      options,
    )
  })
})

describe.each([
  ['access-codes', '/dashboard/Admin'],
  ['users', '/dashboard/Admin?tab=users'],
])("the query of the admins' list of %s", (name, screen) => {
  const query = fc.dictionary(fc.constantFrom('search', 'page', 'limit', 'tab', 'delete', 'x'), oddText)

  test('is accepted or refused by the API and always accepted by the screen', { timeout }, async () => {
    const { client } = await prepare()
    await fc.assert(
      fc.asyncProperty(query, async (values) => {
        const search = new URLSearchParams(values).toString().slice(0, 6_000)
        expect([200, 400]).toContain((await client.get(`/api/v1/admin/${name}?${search}`)).status)
        const joint = screen.includes('?') ? '&' : '?'
        expect((await client.visit(`${screen}${joint}${search}`)).status).toBe(200)
      }),
      options,
    )
  })
})

describe('times in a query', () => {
  const edges = fc.constantFrom(
    '0001-01-01',
    '0001-01-07',
    '9999-11-30',
    '9999-12-01',
    '9999-12-31',
    '2028-02-29',
  )
  const oddTime = fc.oneof(
    oddText,
    edges,
    edges.map((day) => `${day}T00:00`),
    edges.map((day) => `${day}T23:59`),
  )

  test('are accepted or refused by the API', { timeout }, async () => {
    const { client } = await prepare('/api/v1/events')
    const range = fc.record({ from: oddTime, to: oddTime }, { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(range, async (values) => {
        const response = await client.get(`/api/v1/events?${new URLSearchParams(values)}`.slice(0, 6_000))
        expect([200, 400]).toContain(response.status)
      }),
      { ...options, numRuns: 4 * options.numRuns },
    )
  })

  test('are always accepted by the calendar', { timeout }, async () => {
    const { client } = await prepare('/api/v1/events')
    const view = fc.oneof(fc.constantFrom('month', 'week', 'day', 'agenda'), oddText)
    const period = fc.record({ view, date: oddTime, x: oddText }, { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(period, async (values) => {
        const search = new URLSearchParams(values).toString().slice(0, 6_000)
        expect((await client.visit(`/dashboard/Calendar?${search}`)).status).toBe(200)
      }),
      { ...options, numRuns: 2 * options.numRuns },
    )
  })

  test('are always accepted by the form of a new event', { timeout }, async () => {
    const { client } = await prepare()
    const preset = fc.record(
      { startDate: oddTime, endDate: oddTime, returnTo: oddText },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(preset, async (values) => {
        const search = new URLSearchParams(values).toString().slice(0, 6_000)
        expect((await client.visit(`/dashboard/AddEvent?${search}`)).status).toBe(200)
      }),
      options,
    )
  })
})
