import { eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { v7 as uuid } from 'uuid'
import { hasEmail } from '~/account/accounts/email.server'
import { type Db, db } from '~/base/db/db.server'
import { day } from '~/base/node/durations'
import { eventInput } from '~/events/events/event-input.server'
import { assertSeries } from '~/events/repeats/repeat-rule.server'
import { settleSeries } from '~/events/repeats/settle.server'
import { budInput } from '~/people/buds/bud-input.server'
import { photoPath } from '~/people/buds/bud-photos.server'
import { circleInput } from '~/people/circles/circle-input.server'
import { interactionInput } from '~/people/interactions/interaction-input.server'
import { relationEditForm } from '~/people/relations/relation-input.server'
import { faceOf } from '~drizzle/demo/faces'
import {
  demoAnswersAt,
  demoBudsAt,
  demoCirclesAt,
  demoEventsAt,
  demoInteractionsAt,
  demoRelations,
} from '~drizzle/demo/lists'
import { demoProposals } from '~drizzle/demo/proposals'
import { demoSmartLists } from '~drizzle/demo/smart-lists'
import { demoUser } from '~drizzle/demo/user'
import {
  apiTokens,
  budPhotos,
  buds,
  changes,
  circleBuds,
  circles,
  contactStatus,
  dismissedDuplicates,
  eventBuds,
  events,
  imports,
  interactionBuds,
  interactions,
  proposals,
  recordTables,
  relations,
  smartLists,
  users,
  webhookDeliveries,
  webhooks,
} from '~drizzle/schema'

/** Ensures that the demo account exists. Returns whether it was created. The account has no password. */
export async function ensureDemoAccount() {
  const created = await db
    .insert(users)
    .values({ ...demoUser, _id: uuid(), trialEndsAt: sql`now()` })
    .onConflictDoNothing()
    .returning({ _id: users._id })
  return created.length > 0
}

/** Whether it has no buds, as after a start that ended before it had inserted the sample. */
export async function isDemoEmpty() {
  const isDemos = sql`${buds.ownerId} = (select id from users where ${hasEmail(demoUser.Email)})`
  return (await db.select({ _id: buds._id }).from(buds).where(isDemos).limit(1)).length === 0
}

/** Replaces all content of the demo account with the sample, whose dates are around `now`, in one transaction. */
export async function resetDemo(now = new Date()) {
  await db.transaction(async (tx) => {
    const [demo] = await tx
      .select({ _id: users._id })
      .from(users)
      .where(hasEmail(demoUser.Email))
      .for('no key update')
    if (!demo) return
    // Locks rows in the same order as other writers, so that no deadlock occurs: buds last.
    const lists = [...Object.values(recordTables).map(({ records }) => records), buds]
    for (const table of lists)
      await tx
        .select({ _id: table._id })
        .from(table as typeof buds)
        .where(eq(table.ownerId, demo._id))
        .orderBy(table._id)
        .for('update')
    await tx.execute(sql`select set_config('budkeeper.change', 'off', true)`)
    await deleteAll(tx, demo._id, [
      ...lists,
      smartLists,
      changes,
      dismissedDuplicates,
      imports,
      webhookDeliveries,
    ])
    for (const table of [apiTokens, webhooks]) await tx.delete(table).where(eq(table.userId, demo._id))
    await tx.update(users).set(defaultSettings).where(eq(users._id, demo._id))
    await insertSample(tx, demo._id, sampleOf(demo._id, now))
  })
}

const defaultSettings = {
  timeZone: null,
  digest: 'off',
  digestHour: 8,
  digestWeekday: 1,
  leadDays: 3,
  faces: 'drawn',
  nextDigestAt: null,
} as const

/**
 * Deletes the contact status and the links first: otherwise the triggers would derive the status of the buds of each
 * deleted record.
 */
async function deleteAll(tx: Db, ownerId: string, lists: (PgTable & Record<'ownerId', PgColumn>)[]) {
  const links = [contactStatus, ...Object.values(recordTables).map(({ links }) => links)]
  for (const table of [...links, ...lists]) await tx.delete(table).where(eq(table.ownerId, ownerId))
}

/**
 * Inserts the links in one statement for each table, because a trigger derives the contact status after each. It reads
 * where series stand, so they are settled before.
 */
export async function insertSample(tx: Db, ownerId: string, sample: Sample) {
  await tx.insert(buds).values(sample.buds)
  await tx.insert(budPhotos).values(sample.photos)
  await tx.insert(circles).values(sample.circles)
  await tx.insert(events).values(sample.events)
  await settleSeries(tx, ownerId)
  await tx.insert(interactions).values(sample.interactions)
  await tx.insert(circleBuds).values(sample.circles.flatMap(sample.linkRowsOf))
  await tx.insert(eventBuds).values(sample.attendees)
  if (sample.relations.length > 0) await tx.insert(relations).values(sample.relations)
  if (sample.proposals.length > 0) await tx.insert(proposals).values(sample.proposals)
  await tx.insert(interactionBuds).values(sample.interactions.flatMap(sample.linkRowsOf))
  if (sample.lists.length > 0) await tx.insert(smartLists).values(sample.lists)
}

export type Sample = ReturnType<typeof sampleOf>

/**
 * The rows of the sample. Their ids contain creation times in the past nine months. Events are created before they
 * start.
 */
export function sampleOf(ownerId: string, now: Date) {
  // The order is shuffled in a fixed way, so that records of one type do not have consecutive dates. The number of
  // samples must not be a multiple of 17.
  const keysOf = (n: number, list: unknown[], daysApart: number, latest = now.getTime()) => ({
    ownerId,
    _id: uuid({ msecs: latest - ((n * 17) % list.length) * daysApart * day }),
  })
  const sampleBuds = demoBudsAt(now).map(({ bud, snoozedUntil }, n, all) => {
    const keys = keysOf(n, all, 5.3)
    const picture = faceOf(bud.Firstname)
    const photo = picture && photoPath(keys._id, picture)
    return { row: { ...budInput.parse(bud), ...keys, snoozedUntil, photo }, picture }
  })
  const idByName = new Map(sampleBuds.map(({ row }) => [row.Firstname, row._id]))
  const idsOf = (names: string[]) => names.map((name) => idByName.get(name))
  const linkRowsOf = ({ _id, selectedBuds }: { _id: string; selectedBuds: string[] }) =>
    selectedBuds.map((budId) => ({ ownerId, recordId: _id, budId }))
  const sampleEvents = demoEventsAt(now).map(({ buds, ...event }, n, all) => {
    const begin = Math.min(now.getTime(), Date.parse(`${event.startDate}Z`))
    const input = assertSeries(eventInput.parse({ ...event, selectedBuds: idsOf(buds) }))
    return { ...input, ...keysOf(n, all, 0.5, begin) }
  })
  const answers = demoAnswersAt(now)
  const answerOf = (event: string, budId: string) => {
    const found = answers.find((answer) => answer.event === event && idByName.get(answer.bud ?? '') === budId)
    return found && { ...found.answer, answeredAt: found.answeredAt }
  }
  return {
    buds: sampleBuds.map(({ row }) => row),
    photos: sampleBuds.flatMap(({ row, picture }) => (picture ? { ownerId, budId: row._id, picture } : [])),
    circles: demoCirclesAt(now).map(({ buds, ...circle }, n, all) => ({
      ...circleInput.parse({ ...circle, selectedBuds: idsOf(buds) }),
      ...keysOf(n, all, 5.3),
    })),
    events: sampleEvents,
    attendees: sampleEvents.flatMap((event) =>
      linkRowsOf(event).map((row) => ({ ...row, ...answerOf(event.Name, row.budId) })),
    ),
    interactions: demoInteractionsAt(now).map(({ buds, ...interaction }, n) => ({
      ...interactionInput.parse({ ...interaction, selectedBuds: idsOf(buds) }),
      ownerId,
      // Those of one day have a fixed order.
      _id: uuid({ msecs: Date.parse(`${interaction.on}T20:00Z`) + n * 1_000 }),
    })),
    relations: demoRelations.map(({ bud, with: other, ...relation }) => ({
      ...relationEditForm.parse(relation),
      ...{ ownerId, _id: uuid(), budId: idByName.get(bud) ?? '', withId: idByName.get(other) ?? '' },
    })),
    proposals: demoProposals.map(({ bud, hoursAgo, fields }) => ({
      ownerId,
      budId: idByName.get(bud) ?? '',
      _id: uuid({ msecs: now.getTime() - (hoursAgo * day) / 24 }),
      fields,
    })),
    lists: demoSmartLists.map((list, n) => ({
      ...list,
      ownerId,
      _id: uuid({ msecs: now.getTime() - (n + 1) * day }),
    })),
    linkRowsOf,
  }
}
