import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { hobbies, industries, placesMet, preferences } from '~/people/buds/options.data'
import { buds, circleBuds, circles, eventBuds, events } from '~drizzle/schema'
import { signedIn } from '../../support/factories'
import { bud, circle, event, forAllKinds } from '../../support/records'

/** A text whose characters have three bytes each in UTF-8. */
const long = (length: number) => '€'.repeat(length)
const maxBytes = 5_000_000

let owner: Awaited<ReturnType<typeof signedIn>>

/**
 * Stores enough records of the maximum size for the longest lists. Circles and events have three times as many buds as
 * a list shows.
 */
beforeAll(async () => {
  owner = await signedIn()
  const names = ['Firstname', 'Surname', 'Nickname', 'Occupation', 'Location', 'OccupationLocation']
  const bud = {
    ...Object.fromEntries(names.map((name) => [name, long(100)])),
    LastInteraction: long(2_000),
    hobbies: [...hobbies],
    preferences: [...preferences],
    industry: [...industries],
    origination: [...placesMet],
    customFields: Array.from({ length: 5 }, () => ({ name: long(50), value: long(50) })),
  }
  const ownerId = owner.user._id
  for (let n = 0; n < 500; n += atOnce)
    await db.insert(buds).values(Array.from({ length: atOnce }, () => ({ ...bud, ownerId, _id: uuid() })))
  const milestone = { date: '2030-01-01', description: long(80) }
  const milestones = Array.from({ length: 100 }, (_, n) => ({ id: n + 1, ...milestone }))
  await fill(circles, circleBuds, 100, 60, { ...texts, Shortname: long(100), milestones })
  const times = { startDate: '2030-01-01T10:00', endDate: '2030-01-01T11:00' }
  await fill(events, eventBuds, 100, 60, { ...texts, ...times })
}, 600_000)

const texts = { Name: long(100), Location: long(100), Description: long(2_000) }

/** Stores circles or events with `members` buds each. */
async function fill(
  table: typeof circles | typeof events,
  budsOf: typeof circleBuds | typeof eventBuds,
  count: number,
  members: number,
  fields: object,
) {
  const ownerId = owner.user._id
  // Inserts few rows at a time, because the server cancels slow statements.
  for (let left = count; left > 0; left -= atOnce) {
    const rows = Array.from({ length: Math.min(left, atOnce) }, () => ({ ...fields, ownerId, _id: uuid() }))
    await db.insert(table).values(rows as never)
    const ids = sql.join(
      rows.map(({ _id }) => sql`(${_id}::uuid)`),
      sql`, `,
    )
    await db.execute(sql`
      insert into ${budsOf} select ${ownerId}::uuid, made.id, bud.id from (values ${ids}) made (id)
      cross join (select id from ${buds} where owner_id = ${ownerId} limit ${members}) bud`)
  }
}

const atOnce = 10

async function bytesOf(path: string) {
  const { status, text } = await owner.visit(path)
  expect(status, text).toBe(200)
  return Buffer.byteLength(text)
}

describe('with records of the maximum size', () => {
  const lists = forAllKinds([
    { kind: bud, minimal: 1_000_000 },
    { kind: circle, minimal: 3_000_000 },
    { kind: event, minimal: 1_500_000 },
  ])

  test.each<[path: string, minimal: number]>([
    ...lists.map(({ kind, minimal }): [string, number] => [`${kind.api}?limit=100`, minimal]),
    ...lists.map(({ kind }): [string, number] => [kind.list, 0]),
    ...lists.map(({ kind }): [string, number] => [`${kind.list}?view=rows`, 0]),
    ['/api/v1/circles?limit=100&search=%E2%82%AC', 3_000_000],
    ['/dashboard/Calendar?date=2030-01-01', 0],
  ])('%s has at most 5 MB', async (path, minimal) => {
    const bytes = await bytesOf(path)
    expect(bytes).toBeLessThan(maxBytes)
    // The response contains the records.
    expect(bytes).toBeGreaterThan(minimal)
  })

  test('the form of a circle has at most 5 MB', async () => {
    await fill(circles, circleBuds, 1, 500, texts)
    const { body } = await owner.get('/api/v1/circles?limit=1')
    expect(body.circles[0].totalBuds).toBe(500)
    expect(await bytesOf(`${circle.edit}/${body.circles[0]._id}`)).toBeLessThan(maxBytes)
  })

  test('a range of events has as many events as fit into 5 MB, and the number of events in the range', async () => {
    const times = { startDate: '2030-02-01T10:00', endDate: '2030-02-01T11:00' }
    await fill(events, eventBuds, 300, 20, { ...texts, ...times })
    const range = '/api/v1/events?from=2030-02-01T00:00&to=2030-02-02T00:00'
    const { status, body, text } = await owner.get(range)
    expect(status, text).toBe(200)
    expect(body.totalEvents).toBe(300)
    expect(body.events.length).toBeGreaterThan(200)
    expect(body.events.length).toBeLessThan(300)
    expect(Buffer.byteLength(text)).toBeLessThan(maxBytes)
  })
})
