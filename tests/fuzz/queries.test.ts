import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oddText, options, prepare, timeout } from '../support/fuzz'
import { records } from '../support/records'

type Target = {
  api?: string
  screen?: string
  query: fc.Arbitrary<object>
  runs?: number
  /** Of the API. */
  statuses?: number[]
}

const oddQuery = (...names: string[]) => fc.dictionary(fc.constantFrom(...names), oddText)
const ofAdmins = oddQuery('search', 'page', 'limit', 'tab', 'delete', 'x')

const days = ['0001-01-01', '0001-01-07', '9999-11-30', '9999-12-01', '9999-12-31', '2028-02-29']
const edges = fc.constantFrom(...days)
const [midnights, evenings] = [edges.map((day) => `${day}T00:00`), edges.map((day) => `${day}T23:59`)]
const oddTime = fc.oneof(oddText, edges, midnights, evenings)
const view = fc.oneof(fc.constantFrom('month', 'week', 'day', 'agenda'), oddText)
const anyFormat = fc.oneof(fc.constantFrom('zip', 'json', 'csv', 'vcf', 'ics'), oddText)
const anyVersion = fc.oneof(fc.constantFrom('3', '4'), oddText)
const anyOf = (fields: Record<string, fc.Arbitrary<string>>) => fc.record(fields, { requiredKeys: [] })
const exportQuery = anyOf({ format: anyFormat, version: anyVersion, x: oddText })

test.each<Target>([
  ...records.map(({ api, list, type }) => ({
    api,
    screen: list,
    query: oddQuery('search', type, 'sort', 'page', 'limit', 'delete', 'x'),
  })),
  { api: '/api/v1/admin/access-codes', screen: '/dashboard/Admin', query: ofAdmins },
  { api: '/api/v1/admin/users', screen: '/dashboard/Admin?tab=users', query: ofAdmins },
  { api: '/api/v1/export', screen: '/dashboard/data', query: exportQuery },
  { api: '/api/v1/find', screen: '/dashboard/Find', query: oddQuery('q', 'x') },
  { api: '/api/v1/together', query: oddQuery('buds', 'circle', 'event', 'x'), statuses: [200, 400, 404] },
  { screen: '/dashboard/Together', query: oddQuery('buds', 'x') },
  { api: '/api/v1/proposals', screen: '/dashboard/review', query: oddQuery('page', 'limit', 'x') },
  { api: '/api/v1/duplicates', screen: '/dashboard/duplicates', query: oddQuery('page', 'limit', 'x') },
  { api: '/api/v1/events', query: anyOf({ from: oddTime, to: oddTime }), runs: 4 },
  { screen: '/dashboard/Calendar', query: anyOf({ view, date: oddTime, x: oddText }), runs: 2 },
  {
    screen: '/dashboard/AddEvent',
    query: anyOf({ startDate: oddTime, endDate: oddTime, returnTo: oddText, buds: oddText, circle: oddText }),
  },
])(
  'any query gets 200 or 400 from the API ($api), and always 200 from the screen ($screen)',
  { timeout },
  async ({ api, screen, query, runs = 1, statuses = [200, 400] }) => {
    const { client } = await prepare(api ?? '/api/v1/events')
    await fc.assert(
      fc.asyncProperty(query, async (values) => {
        const search = new URLSearchParams(values as Record<string, string>).toString().slice(0, 6_000)
        if (api) expect(statuses).toContain((await client.get(`${api}?${search}`)).status)
        const separator = screen?.includes('?') ? '&' : '?'
        if (screen) expect((await client.visit(`${screen}${separator}${search}`)).status).toBe(200)
      }),
      { ...options, numRuns: runs * options.numRuns },
    )
  },
)
