import { and, eq, isNull, sql } from 'drizzle-orm'
import { isDemoAccount, type User } from '~/account/users/user'
import { clock } from '~/base/db/clock.server'
import { type Db, db } from '~/base/db/db.server'
import { timeOfId } from '~/base/db/ids'
import { beginChange } from '~/base/db/owned.server'
import { undoPath } from '~/base/http/toast.server'
import { day } from '~/base/node/durations'
import { UserError } from '~/base/node/errors'
import { buds, changes, importRows, imports, users } from '~drizzle/schema'
import { insertSample, type Sample, sampleOf } from './demo.server'

/** The example: a few people of the sample of the demo account, as an import that a new account can take back whole. */

const people = ['Judith', 'Peter', 'Imogen', 'Kwame', 'Theo', 'Gareth', 'Ruth', 'Priya']
const circleNames = ['Ashdowns and Prossers', 'Severn Choir']
const eventNames = ['Weekend in Leeds', 'Choir concert', 'Ruby wedding lunch']

/** The id of its import is that of its change set, which a file's import never has. */
const isExample = eq(imports._id, imports.changeId)

const isRecord = sql`owner_id = rows.owner_id and id = (rows.record ->> '_id')::uuid`

/** Whether any record of the import is there still. */
const hasRecords = sql`exists (
  select from import_rows rows where rows.owner_id = ${imports.ownerId} and rows.import_id = ${imports._id} and (
    exists (select from buds where ${isRecord}) or exists (select from circles where ${isRecord})
    or exists (select from events where ${isRecord})
  )
)`

/** Adds the example to an account without buds, and returns the id of its import. Asked for twice, it is added once. */
export async function addExample(user: User) {
  if (isDemoAccount(user)) throw new UserError(403, 'The demo account has its own people')
  const ownerId = user._id
  return db.transaction(async (tx) => {
    await tx.select({ _id: users._id }).from(users).where(eq(users._id, ownerId)).for('no key update')
    const added = await findExample(ownerId, tx)
    if (added) return added
    if ((await tx.$count(buds, eq(buds.ownerId, ownerId))) > 0)
      throw new UserError(409, 'The example is for accounts without buds')
    const changeId = await beginChange(tx)
    const name = 'The example'
    await tx.insert(changes).values({ ownerId, _id: changeId, kind: 'import', name })
    const sample = exampleOf(sampleOf(ownerId, new Date(clock.now())))
    const rows = rowsOf(sample).map((row, n) => ({
      ...row,
      ownerId,
      importId: changeId,
      n: n + 1,
      line: n + 1,
    }))
    const counts = { total: rows.length, done: rows.length }
    const state = { format: 'budkeeper', state: 'applied', changeId } as const
    await tx.insert(imports).values({ ownerId, _id: changeId, name, ...state, ...counts })
    await tx.insert(importRows).values(rows)
    await insertSample(tx, ownerId, sample)
    return changeId
  })
}

/** How long screens ask whether an account has the example: as long as its first steps are shown. */
const shownFor = 30 * day

/** The URL that takes back the example. Null: the account has none, has taken it back, or is older. */
export async function exampleOnScreens({ _id }: User) {
  const isYoung = clock.now().getTime() - timeOfId(_id) < shownFor
  const id = isYoung ? await findExample(_id) : null
  return id && undoPath(id)
}

/** The id of the example's import, and of its change set. Null: the account has none, or has taken it back. */
async function findExample(ownerId: string, tx: Db = db) {
  const isShown = and(eq(imports.ownerId, ownerId), isExample, isNull(changes.undoneAt), hasRecords)
  const [row] = await tx
    .select({ changeId: changes._id })
    .from(imports)
    .innerJoin(changes, and(eq(changes.ownerId, imports.ownerId), eq(changes._id, imports.changeId)))
    .where(isShown)
  return row?.changeId ?? null
}

/** What belongs to the people of the example alone. */
function exampleOf(sample: Sample): Sample {
  const shown = sample.buds.filter(({ Firstname }) => people.includes(Firstname))
  const ids = new Set(shown.map(({ _id }) => _id))
  const isShown = ({ budId }: { budId: string }) => ids.has(budId)
  const named = <Row extends { Name: string; selectedBuds: string[] }>(rows: Row[], names: string[]) =>
    rows
      .filter(({ Name }) => names.includes(Name))
      .map((row) => ({ ...row, selectedBuds: row.selectedBuds.filter((id) => ids.has(id)) }))
  const events = named(sample.events, eventNames)
  const eventIds = new Set(events.map(({ _id }) => _id))
  return {
    buds: shown,
    photos: sample.photos.filter(isShown),
    circles: named(sample.circles, circleNames),
    events,
    attendees: sample.attendees.filter((row) => eventIds.has(row.recordId) && isShown(row)),
    interactions: sample.interactions.filter(({ selectedBuds }) => selectedBuds.every((id) => ids.has(id))),
    proposals: [],
    lists: [],
    relations: sample.relations.filter((row) => isShown(row) && ids.has(row.withId)),
    linkRowsOf: sample.linkRowsOf,
  }
}

/** The records as the screen of the import lists them. */
function rowsOf(sample: Sample) {
  const rowOf = (type: 'bud' | 'circle' | 'event', _id: string, fields: Record<string, unknown>) => ({
    type,
    action: 'add' as const,
    record: { _id, uid: '', fields, groups: [] },
  })
  return [
    ...sample.buds.map(({ _id, Firstname, Surname }) => rowOf('bud', _id, { Firstname, Surname })),
    ...sample.circles.map(({ _id, Name }) => rowOf('circle', _id, { Name })),
    ...sample.events.map(({ _id, Name }) => rowOf('event', _id, { Name })),
  ]
}
