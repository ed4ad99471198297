import fc from 'fast-check'
import { expect, test } from 'vitest'
import { operations } from '~/api/openapi/operations.server'
import { fieldsOf, oddText, options, pathsOf, prepare, timeout } from '../support/fuzz'
import { records } from '../support/records'

const oddQuery = (...names: string[]) => fc.dictionary(fc.constantFrom(...names), oddText)
const ofAdmins = oddQuery('search', 'page', 'limit', 'tab', 'delete', 'x')

const days = ['0001-01-01', '0001-01-07', '9999-11-30', '9999-12-01', '9999-12-31', '2028-02-29']
const edges = fc.constantFrom(...days)
const [midnights, evenings] = [edges.map((day) => `${day}T00:00`), edges.map((day) => `${day}T23:59`)]
const oddTime = fc.oneof(oddText, edges, midnights, evenings)
const view = fc.oneof(fc.constantFrom('month', 'week', 'day', 'agenda'), oddText)
const anyOf = (fields: Record<string, fc.Arbitrary<string>>) => fc.record(fields, { requiredKeys: [] })

/** Values of the API that chance rarely finds. */
const likely: Record<string, fc.Arbitrary<string>> = {
  format: fc.oneof(fc.constantFrom('zip', 'json', 'csv', 'vcf', 'ics'), oddText),
  version: fc.oneof(fc.constantFrom('3', '4'), oddText),
  from: oddTime,
  to: oddTime,
}

const reads = operations
  .filter(({ query }) => query)
  .flatMap((operation) => pathsOf(operation).map((path) => ({ path, operation })))

test.each(reads)(
  'any query gets 200 or 400 from $path',
  { timeout },
  async ({ path: pattern, operation }) => {
    const { client, path } = await prepare(pattern)
    const names = [...fieldsOf(operation.query), 'x']
    const query = anyOf(Object.fromEntries(names.map((name) => [name, likely[name] ?? oddText])))
    const isMissing = operation.path.includes('{') || operation.errors?.includes(404)
    const statuses = [200, 400, ...(isMissing ? [404] : [])]
    const runs = names.includes('from') ? 4 : 1
    await fc.assert(
      fc.asyncProperty(query, async (values) => {
        expect(statuses).toContain((await client.get(`${path}?${searchOf(values)}`)).status)
      }),
      { ...options, numRuns: runs * options.numRuns },
    )
  },
)

const searchOf = (values: object) =>
  new URLSearchParams(values as Record<string, string>).toString().slice(0, 6_000)

type Screen = { screen: string; query: fc.Arbitrary<object>; runs?: number }

test.each<Screen>([
  ...records.map(({ list, type }) => ({
    screen: list,
    query: oddQuery('search', type, 'sort', 'page', 'limit', 'delete', 'x'),
  })),
  { screen: '/dashboard/Admin', query: ofAdmins },
  { screen: '/dashboard/Admin?tab=users', query: ofAdmins },
  { screen: '/dashboard/data', query: oddQuery('format', 'version', 'x') },
  { screen: '/dashboard/Find', query: oddQuery('q', 'x') },
  { screen: '/dashboard/Together', query: oddQuery('buds', 'x') },
  { screen: '/dashboard/review', query: oddQuery('page', 'limit', 'x') },
  { screen: '/dashboard/duplicates', query: oddQuery('page', 'limit', 'x') },
  { screen: '/dashboard/Calendar', query: anyOf({ view, date: oddTime, x: oddText }), runs: 2 },
  {
    screen: '/dashboard/AddEvent',
    query: anyOf({ startDate: oddTime, endDate: oddTime, returnTo: oddText, buds: oddText, circle: oddText }),
  },
])('any query gets 200 from $screen', { timeout }, async ({ screen, query, runs = 1 }) => {
  const { client } = await prepare('/api/v1/events')
  const separator = screen.includes('?') ? '&' : '?'
  await fc.assert(
    fc.asyncProperty(query, async (values) => {
      expect((await client.visit(`${screen}${separator}${searchOf(values)}`)).status).toBe(200)
    }),
    { ...options, numRuns: runs * options.numRuns },
  )
})
