import { and, eq, isNotNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import { listChanges } from '~/data/history/history.server'
import { undoChange } from '~/data/history/undo.server'
import * as eventQueries from '~/events/events/events.server'
import { deleteAt, updateAt } from '~/events/events/series.server'
import { later } from '~/events/repeats/occurrences'
import { scopes } from '~/events/repeats/repeat'
import { startsFrom } from '~/events/repeats/starts'
import * as budQueries from '~/people/buds/buds.server'
import * as circleQueries from '~/people/circles/circles.server'
import { interactionKinds } from '~/people/interactions/interaction'
import { interactionInput } from '~/people/interactions/interaction-input.server'
import * as interactionQueries from '~/people/interactions/interactions.server'
import { countEndedEvents } from '~/planning/today/contact-status.server'
import { loadToday } from '~/planning/today/today.server'
import { events, interactions } from '~drizzle/schema'
import { atOnce } from '../../support/concurrency'
import { isPostgres, isRemote } from '../../support/database'
import { createBud, createCircle, createEvent, signedIn } from '../../support/factories'
import { options, timeout } from '../../support/fuzz'
import { addDays, modelOf, overdueIn, wallClockIn } from './contact-model'

const hour = 60 * 60 * 1_000

/** `npm run quality -- history` runs more cases. */
const isFull = process.env.FULL_RUN === '1'
const runs = { ...options, numRuns: isFull ? 400 : options.numRuns }

type Owner = Awaited<ReturnType<typeof signedIn>>

afterEach(() => clock.advanceTo(new Date()))

/** Zones without daylight saving time, so that no wall-clock time is repeated; and an unknown one. */
const zones = fc.constantFrom(
  null,
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Mars/Olympus',
)

const step = fc.record({
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('addBud', 'addCircle', 'addEvent') },
    { weight: 6, arbitrary: fc.constantFrom('addInteraction', 'editInteraction', 'editEvent') },
    { weight: 4, arbitrary: fc.constantFrom('addSeries', 'editOccurrence', 'deleteOccurrence', 'moveClock') },
    { weight: 4, arbitrary: fc.constantFrom('editBud', 'snooze', 'editCircle', 'moveClock') },
    { weight: 4, arbitrary: fc.constantFrom('undo', 'deleteOne', 'moveClock', 'editCircle') },
  ),
  pick: fc.nat(9),
  // Few values, so that several contacts of a bud are on the same day, and that ends of events are near the clock.
  days: fc.constantFrom(0, 1, 2, 3, 3, 9, 10, 11, 36),
  hours: fc.constantFrom(-50, -9, -2, 1, 2, 5, 9, 15, 30),
  cadence: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 20 })),
  kind: fc.constantFrom(...interactionKinds),
  repeat: fc.constantFrom('FREQ=DAILY', 'FREQ=DAILY;INTERVAL=3', 'FREQ=DAILY;COUNT=4', 'FREQ=WEEKLY;COUNT=3'),
  scope: fc.constantFrom(...scopes),
  note: fc.constantFrom('', 'Tea', 'Two\nlines'),
  members: fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }),
  isMembersToo: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** The ids of the records that exist. */
async function idsOf(ownerId: string, table: 'buds' | 'circles' | 'events' | 'interactions') {
  const rows = await db
    .select({ id: sql<string>`id` })
    .from(sql`${sql.identifier(table)}`)
    .where(sql`owner_id = ${ownerId}`)
    .orderBy(sql`id`)
  return rows.map(({ id }) => id)
}

function* take<T>(all: Iterable<T>, most: number) {
  let n = 0
  for (const one of all) {
    yield one
    n += 1
    if (n === most) return
  }
}

/** Does one random write. Does nothing if there is no record to write to. */
async function write({ user }: Owner, one: Step) {
  const { _id: ownerId, timeZone } = user
  const {
    what,
    pick,
    days,
    hours,
    cadence: cadenceDays,
    kind,
    note,
    members,
    isMembersToo,
    repeat,
    scope,
  } = one
  const pickFrom = (ids: string[]) => ids[pick % Math.max(1, ids.length)]
  const bud = await idsOf(ownerId, 'buds')
  const selectedBuds = [...new Set(members.flatMap((n) => bud[n % Math.max(1, bud.length)] ?? []))]
  const today = wallClockIn(timeZone, clock.now()).slice(0, 10)
  const wallClock = (from: number) => wallClockIn(timeZone, new Date(clock.now().getTime() + from * hour))
  const times = { startDate: wallClock(hours - (days % 3) * 24 - 1), endDate: wallClock(hours) }
  const chosen = isMembersToo ? { selectedBuds } : {}

  if (what === 'addBud') await createBud(user, { cadenceDays })
  if (what === 'addCircle') await createCircle(user, { cadenceDays, selectedBuds })
  if (what === 'addEvent') await createEvent(user, { ...times, Name: `Event ${pick}`, selectedBuds })
  if (what === 'addSeries')
    await createEvent(user, { ...times, Name: `Series ${pick}`, repeat, selectedBuds })
  if (what === 'editOccurrence' || what === 'deleteOccurrence') {
    const series = await db
      .select()
      .from(events)
      .where(and(eq(events.ownerId, ownerId), isNotNull(events.repeat)))
      .orderBy(events._id)
    const one = series[pick % Math.max(1, series.length)]
    const starts = one?.repeat ? startsFrom({ ...one, repeat: one.repeat }, one.startDate) : []
    const [occurrence] = [...take(starts, 1 + members.length)].reverse()
    const at = { occurrence, scope }
    if (one && occurrence && what === 'deleteOccurrence') await deleteAt(ownerId, one._id, at)
    const moved = { startDate: later(occurrence ?? times.startDate, 60 * hours), ...chosen }
    const change = { ...moved, endDate: later(moved.startDate, 90) }
    if (one && occurrence && what === 'editOccurrence') await updateAt(ownerId, one._id, change, at)
  }
  if (what === 'addInteraction' && selectedBuds.length > 0) {
    const on = days > 35 ? '' : addDays(today, -days)
    await interactionQueries.createInteraction(
      ownerId,
      interactionInput.parse({ kind, on, note, selectedBuds }),
    )
  }
  if (what === 'moveClock') {
    await clock.advanceTo(new Date(clock.now().getTime() + Math.abs(hours) * hour))
    await countEndedEvents()
  }
  if (what === 'undo') {
    const { changes } = await listChanges(ownerId, { type: '', of: '', page: 1, limit: 20 })
    const undoable = changes.filter(({ undoneAt }) => !undoneAt)
    const change = undoable[pick % Math.max(1, undoable.length)]
    if (change) await undoChange(ownerId, change._id)
  }
  if (what === 'editBud' || what === 'snooze') {
    const id = pickFrom(bud)
    const change = what === 'editBud' ? { cadenceDays } : { snoozedUntil: addDays(today, days - 10) }
    if (id) await budQueries.updateBud(ownerId, id, change)
  }
  if (what === 'editCircle') {
    const id = pickFrom(await idsOf(ownerId, 'circles'))
    if (id) await circleQueries.updateCircle(ownerId, id, { cadenceDays, ...chosen })
  }
  if (what === 'editEvent') {
    const id = pickFrom(await idsOf(ownerId, 'events'))
    if (id) await eventQueries.updateEvent(ownerId, id, { ...times, ...chosen })
  }
  if (what === 'editInteraction') {
    const id = pickFrom(await idsOf(ownerId, 'interactions'))
    const change = { kind, on: addDays(today, -days), ...(selectedBuds.length > 0 ? chosen : {}) }
    if (id) await interactionQueries.updateInteraction(ownerId, id, change)
  }
  if (what === 'deleteOne') {
    const [table, remove] = (
      [
        ['buds', budQueries.deleteBud],
        ['circles', circleQueries.deleteCircle],
        ['events', eventQueries.deleteEvent],
        ['interactions', interactionQueries.deleteInteraction],
      ] as const
    )[days % 4] as ['buds', typeof budQueries.deleteBud]
    const id = pickFrom(await idsOf(ownerId, table))
    if (id) await remove(ownerId, id)
  }
}

/** The stored statuses of buds with a contact, a cadence or a planned event, each with the transaction that has written it. */
async function storedStatuses(ownerId: string) {
  const rows = await db
    .select({ row: sql<string>`concat(status, ' ', status.xmin)` })
    .from(sql`contact_status status`)
    .where(sql`owner_id = ${ownerId} and num_nonnulls(last_contact_on, cadence_days, due_on, recheck_at) > 0`)
  return rows.map(({ row }) => row).sort()
}

async function expectModel(owner: Owner) {
  const ownerId = owner.user._id
  await countEndedEvents()
  const model = await modelOf(ownerId)
  const { buds } = (await owner.get('/api/v1/buds?limit=100')).body
  const byId = (list: { _id: string; lastContactOn: string | null; dueOn: string | null }[]) =>
    Object.fromEntries(list.map(({ _id, lastContactOn, dueOn }) => [_id, { lastContactOn, dueOn }]))
  expect(byId(buds)).toEqual(byId(model.statuses))

  const { today, overdue, totalOverdue } = await loadToday(ownerId)
  const expected = overdueIn(model)
  expect({ today, totalOverdue }).toEqual({ today: model.today, totalOverdue: expected.length })
  expect(overdue.map(({ bud, ...rest }) => ({ _id: bud._id, ...rest }))).toEqual(expected.slice(0, 50))

  const before = await storedStatuses(ownerId)
  await db.execute(
    sql`select update_contact_status(${ownerId}::uuid, array(select id from buds where owner_id = ${ownerId}))`,
  )
  expect(await storedStatuses(ownerId)).toEqual(before)
}

test('after any writes, undos and hours, each bud and Today are what a model derives from all records', {
  timeout: timeout + 30_000 * runs.numRuns,
}, async () => {
  const later = fc.array(step, { minLength: 6, maxLength: isFull ? 60 : 24 })
  await fc.assert(
    fc.asyncProperty(zones, later, async (timeZone, steps) => {
      await clock.advanceTo(new Date())
      const owner = await signedIn({ timeZone })
      const ids: string[] = []
      for (const cadenceDays of [null, 7, null, null])
        ids.push((await createBud(owner.user, { cadenceDays }))._id)
      for (const [n, cadenceDays] of [4, null, 9].entries())
        await createCircle(owner.user, { cadenceDays, selectedBuds: ids.slice(n, n + 2) })
      for (const [n, one] of steps.entries()) {
        await write(owner, one)
        if (n % 6 === 5) await expectModel(owner)
      }
      await expectModel(owner)
    }),
    runs,
  )
})

describe('the last contact of a bud', () => {
  async function withBud(cadenceDays: number | null = 10) {
    const owner = await signedIn()
    const bud = await createBud(owner.user, { Firstname: 'Ada', cadenceDays })
    const path = `/api/v1/buds/${bud._id}`
    const today = new Date().toISOString().slice(0, 10)
    const ago = (days: number) => addDays(today, -days)
    const log = async (days: number, kind = 'call') =>
      (await owner.post(`${path}/log`, { on: ago(days), kind })).body.interaction._id as string
    const read = async () => {
      const { lastContactOn, dueOn } = (await owner.get(path)).body.bud
      return [lastContactOn, dueOn]
    }
    return { owner, bud, path, ago, log, read, selectedBuds: [bud._id] }
  }

  test('does not move back when an earlier interaction is added', async () => {
    const { ago, log, read } = await withBud()
    await log(3)
    await log(20)
    expect(await read()).toEqual([ago(3), ago(-7)])
  })

  test('is the one before when the newest is deleted, and none after the last is deleted', async () => {
    const { owner, ago, log, read } = await withBud()
    const ids = [await log(20), await log(3)]
    await owner.delete(`/api/v1/interactions/${ids[1]}`)
    expect(await read()).toEqual([ago(20), ago(10)])
    await owner.delete(`/api/v1/interactions/${ids[0]}`)
    expect(await read()).toEqual([null, ago(-10)])
  })

  test('follows an edit of the day, the kind and the buds of an interaction', async () => {
    const { owner, ago, log, read } = await withBud()
    const id = `/api/v1/interactions/${await log(3)}`
    await owner.patch(id, { on: ago(8) })
    expect(await read()).toEqual([ago(8), ago(-2)])
    await owner.patch(id, { kind: 'note' })
    expect(await read()).toEqual([null, ago(-10)])
    await owner.patch(id, { kind: 'gift' })
    expect(await read()).toEqual([ago(8), ago(-2)])
    const other = await createBud(owner.user)
    await owner.patch(id, { selectedBuds: [other._id] })
    expect(await read()).toEqual([null, ago(-10)])
    expect((await owner.get(`/api/v1/buds/${other._id}`)).body.bud.lastContactOn).toBe(ago(8))
  })

  test('is no note', async () => {
    const { ago, log, read } = await withBud()
    await log(5)
    await log(1, 'note')
    expect(await read()).toEqual([ago(5), ago(-5)])
  })

  test('is the end day of an event of several days, and no event that has not ended', async () => {
    const { owner, ago, read, selectedBuds } = await withBud()
    await createEvent(owner.user, { startDate: `${ago(6)}T09:00`, endDate: `${ago(4)}T12:00`, selectedBuds })
    await createEvent(owner.user, { startDate: `${ago(3)}T09:00`, endDate: `${ago(-3)}T12:00`, selectedBuds })
    expect(await read()).toEqual([ago(4), ago(-6)])
  })

  test('follows an edit of the end and the attendees of an event, and its deletion', async () => {
    const { owner, ago, log, read, selectedBuds } = await withBud()
    await log(9)
    const event = await createEvent(owner.user, { startDate: `${ago(5)}T09:00`, selectedBuds })
    const path = `/api/v1/events/${event._id}`
    expect(await read()).toEqual([ago(5), ago(-5)])
    await owner.patch(path, { endDate: `${ago(2)}T09:00` })
    expect(await read()).toEqual([ago(2), ago(-8)])
    await owner.patch(path, { selectedBuds: [] })
    expect(await read()).toEqual([ago(9), ago(-1)])
    await owner.patch(path, { selectedBuds })
    expect(await read()).toEqual([ago(2), ago(-8)])
    await owner.delete(path)
    expect(await read()).toEqual([ago(9), ago(-1)])
  })

  test.skipIf(!isPostgres)('is the later day of two that are logged at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const { ago, log, read } = await withBud()
      const days = [7, 2, 12, 4].slice(0, 2 + (round % 3))
      await atOnce(days.length, (n) => log(days[n] ?? 0))
      expect(await read()).toEqual([ago(2), ago(-8)])
    }
  })

  test.skipIf(!isPostgres)('is none after both contacts are deleted at the same time', async () => {
    const { owner, ago, log, read } = await withBud()
    const [older, newer] = [await log(20), await log(3)]
    let deletion: Promise<unknown> | undefined
    await db.transaction(async (tx) => {
      await tx.delete(interactions).where(eq(interactions._id, older))
      deletion = owner.delete(`/api/v1/interactions/${newer}`)
      await new Promise((resolve) => setTimeout(resolve, 300))
    })
    await deletion
    expect(await read()).toEqual([null, ago(-10)])
  })

  test.skipIf(!isPostgres)(
    'counts an event and an interaction that are stored at the same time',
    async () => {
      for (let round = 0; round < 10; round++) {
        const { owner, ago, log, read, selectedBuds } = await withBud()
        const startDate = `${ago(round % 2 ? 1 : 5)}T09:00`
        await Promise.all([log(3), createEvent(owner.user, { startDate, selectedBuds })])
        const last = round % 2 ? 1 : 3
        expect(await read()).toEqual([ago(last), ago(last - 10)])
      }
    },
  )
})

test.skipIf(isRemote)('an event that ends counts as contact after the next run of the job', async () => {
  const owner = await signedIn({ timeZone: 'Pacific/Kiritimati' })
  const { _id } = await createBud(owner.user)
  const at = (hours: number) => wallClockIn('Pacific/Kiritimati', new Date(Date.now() + hours * hour))
  await createEvent(owner.user, { startDate: at(1), endDate: at(30), selectedBuds: [_id] })
  const last = async () => (await owner.get(`/api/v1/buds/${_id}`)).body.bud.lastContactOn
  for (const [hours, expected] of [
    [29, null],
    [31, at(30).slice(0, 10)],
  ] as const) {
    await clock.advanceTo(new Date(Date.now() + hours * hour))
    await countEndedEvents()
    expect(await last()).toBe(expected)
  }
})
