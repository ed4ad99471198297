import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '~/base/db/db.server'
import type { FullPlan, PlannedRow } from '~/data/imports/plan/plan-rows.server'
import type { StoredAnswer } from '~/events/guests/guest-input.server'
import { settleSeries } from '~/events/repeats/settle.server'
import type { PlainFilter } from '~/people/buds/bud-filter'
import { filterOf } from '~/people/buds/bud-filter.server'
import type { SmartListInput } from '~/people/lists/smart-list-input.server'
import { assertListRoom } from '~/people/lists/smart-lists.server'
import {
  type circleBuds,
  events,
  importRows,
  type imports,
  nextVersion,
  recordTables,
  smartLists,
} from '~drizzle/schema'

type Job = Pick<typeof imports.$inferSelect, 'ownerId' | '_id'>

/**
 * Returns a function that writes the circles, events, interactions and lists of a backup with their buds, which have been written
 * before.
 */
export function recordWriter(job: Job) {
  let budIds: Map<string, string> | undefined
  return async (tx: Db, rows: PlannedRow[], plans: FullPlan[]) => {
    const added = rows.filter(({ type }, n) => type !== 'bud' && plans[n]?.action === 'add')
    if (added.length === 0) return
    budIds ??= await idsOfBuds(tx, job)
    try {
      await insertRecords(tx, job.ownerId, added, budIds)
      if (added.some(({ record }) => record?.fields.repeat)) await settleSeries(tx, job.ownerId)
    } catch (error) {
      // The buds of this transaction get other ids when it is tried again.
      budIds = undefined
      throw error
    }
  }
}

/** Makes events single whose series is not there, or has their start: the account may have other series than the backup. */
export const separateFromSeries = (tx: Db, ownerId: string) =>
  tx.execute(sql`update ${events} set series = null, occurrence = null, version = ${nextVersion}
    where owner_id = ${ownerId} and series is not null and not exists (
      select from ${events} of where of.owner_id = events.owner_id and of.id = events.series and of.repeat is not null
        and to_char(events.occurrence, 'YYYY-MM-DD"T"HH24:MI') = any(of.skipped))`)

/** Throws 409 if there are too many. */
async function insertLists(tx: Db, ownerId: string, added: PlannedRow[], budIds: Map<string, string>) {
  if (added.length === 0) return
  const values = added.map(({ record: { _id, fields } }) => ({
    ...(fields as SmartListInput),
    filter: withBudIds(filterOf(String(fields.filter)) as PlainFilter, budIds),
    ownerId,
    _id,
  }))
  await tx.insert(smartLists).values(values).onConflictDoNothing()
  await assertListRoom(tx, ownerId)
}

/** Buds of a backup can have other ids in the account. */
const withBudIds = ({ match, rules }: PlainFilter, budIds: Map<string, string>): PlainFilter => ({
  match,
  rules: rules.map((rule) =>
    rule.field === 'related' && Array.isArray(rule.value)
      ? { ...rule, value: [...new Set(rule.value.map((id) => budIds.get(id) ?? id))] }
      : rule,
  ),
})

async function insertRecords(tx: Db, ownerId: string, added: PlannedRow[], budIds: Map<string, string>) {
  const lists = added.filter(({ type }) => type === 'list')
  await insertLists(tx, ownerId, lists, budIds)
  for (const [type, { records, links }] of Object.entries(recordTables)) {
    const ofType = added.filter((row) => row.type === type)
    if (ofType.length === 0) continue
    const values = ofType.map(({ record: { _id, fields } }) => {
      const { selectedBuds: _, answers: _answers, ...columns } = fields
      return { ...columns, ownerId, _id }
    })
    await tx
      .insert(records)
      .values(values as never)
      .onConflictDoNothing()
    const linked = ofType.flatMap(({ record: { _id, fields } }) => {
      const answers = new Map((fields.answers as StoredAnswer[] | undefined)?.map((one) => [one.bud, one]))
      return (fields.selectedBuds as string[]).flatMap((id) => {
        const budId = budIds.get(id)
        return budId ? [{ ...noAnswer, ...answers.get(id), recordId: _id, budId }] : []
      })
    })
    if (linked.length === 0) continue
    await tx.execute(insertLinks(ownerId, links, linked, type === 'event' ? answerColumns : sql``))
  }
}

const noAnswer = { answer: null, guests: 0, diet: [], note: '', answeredAt: null }
const answerColumns = sql`, answer, guests, diet, note, answered_at`

/** In one parameter, because a record can have 500 buds. A bud that was deleted meanwhile is left out. */
const insertLinks = (
  ownerId: string,
  table: Pick<typeof circleBuds, 'recordId'>,
  linked: { recordId: string; budId: string }[],
  more: SQL,
) => sql`
  insert into ${table} (owner_id, ${sql.identifier(table.recordId.name)}, bud_id${more})
  select ${ownerId}, link."recordId", buds.id${more}
  from (
    select "recordId", "budId", answer, guests, diet, note, "answeredAt" as answered_at
    from jsonb_to_recordset(${JSON.stringify(linked)}::jsonb) as link ("recordId" uuid, "budId" uuid,
      answer text, guests int, diet text[], note text, "answeredAt" timestamptz)
  ) link
  join buds on buds.owner_id = ${ownerId} and buds.id = link."budId"
  for key share of buds
  on conflict do nothing`

/** The ids that the buds of a backup have in the account, by their ids in the file. */
async function idsOfBuds(tx: Db, { ownerId, _id }: Job) {
  const isBud = and(eq(importRows.ownerId, ownerId), eq(importRows.importId, _id), eq(importRows.type, 'bud'))
  const found = await tx
    .select({
      uid: sql<string | null>`record ->> 'uid'`,
      budId: sql<string | null>`case when action = 'add' then record ->> '_id' else match_id::text end`,
    })
    .from(importRows)
    .where(isBud)
  return new Map(found.flatMap(({ uid, budId }) => (uid && budId ? [[uid, budId] as const] : [])))
}
