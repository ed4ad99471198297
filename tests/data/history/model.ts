import { type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { db } from '~/base/db/db.server'
import { auditedTables } from '~/data/history/audited-tables.server'
import { eventInput } from '~/events/events/event-input.server'
import * as events from '~/events/events/events.server'
import { budInput } from '~/people/buds/bud-input.server'
import * as buds from '~/people/buds/buds.server'
import type { RecordType } from '~/people/buds/record-kinds'
import { circleInput } from '~/people/circles/circle-input.server'
import * as circles from '~/people/circles/circles.server'
import { interactionKinds } from '~/people/interactions/interaction'
import { interactionInput } from '~/people/interactions/interaction-input.server'
import * as interactions from '~/people/interactions/interactions.server'
import { smartListInput } from '~/people/lists/smart-list-input.server'
import * as lists from '~/people/lists/smart-lists.server'
import { recordTables } from '~drizzle/schema'

/** A model of undo, which knows fields and members, but neither rows nor triggers. */

type Fields = Record<string, unknown> & { record: RecordType; selectedBuds?: string[] }
export type State = Map<string, Fields>

const generated = [
  'created_at',
  'name_key',
  'search_text',
  'long_search_text',
  'facets',
  'tag_text',
  'long_tag_text',
]

/** All rows of an owner's tables, byte for byte, without the history. */
export const allRows = (ownerId: string) => rowsAs(sql`t::text`, ownerId)

/** All rows of an owner's tables without their versions. */
export const contents = (ownerId: string) => rowsAs(sql`(to_jsonb(t) - 'version')::text`, ownerId)

async function rowsAs(row: SQL, ownerId: string) {
  const rows: string[] = []
  for (const table of auditedTables.keys()) {
    const found = await db
      .select({ row: sql<string>`${row}` })
      .from(sql`${sql.identifier(table)} t`)
      .where(sql`owner_id = ${ownerId}`)
    rows.push(...found.map(({ row }) => `${table} ${row}`).sort())
  }
  return rows
}

/** The records of an owner by id, with the ids of their members. */
export async function readState(ownerId: string): Promise<State> {
  const state: State = new Map()
  for (const [table, { type, field, key }] of auditedTables) {
    const found = await db
      .select({ row: sql<string>`(to_jsonb(t) - 'version')::text` })
      .from(sql`${sql.identifier(table)} t`)
      .where(sql`owner_id = ${ownerId}`)
    for (const { row } of found) {
      const fields = JSON.parse(row)
      const members = field === 'selectedBuds' && state.get(fields[key[0] ?? ''])?.selectedBuds
      if (members) members.push(fields.bud_id)
      if (field) continue
      for (const column of generated) delete fields[column]
      state.set(fields.id, { ...fields, record: type, ...(type in recordTables && { selectedBuds: [] }) })
    }
  }
  for (const { selectedBuds } of state.values()) selectedBuds?.sort()
  return state
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The state and the kept fields after the undo of the change from `before` to `after`, if it is `current` now. */
export function undone(before: State, after: State, current: State) {
  const result: State = new Map([...current].map(([id, fields]) => [id, structuredClone(fields)]))
  const kept: Record<string, Set<string>> = {}
  const keep = (id: string, ...fields: string[]) => {
    kept[id] ??= new Set()
    for (const field of fields) kept[id].add(field)
  }
  const membersOf = (state: State, id: string) => state.get(id)?.selectedBuds ?? []
  const ids = [...new Set([...before.keys(), ...after.keys()])]

  for (const [id, old] of before) if (!after.has(id) && !result.has(id)) result.set(id, structuredClone(old))
  for (const id of ids) {
    const [old, made, now] = [before.get(id), after.get(id), current.get(id)]
    if (!old && made && !now) keep(id)
    if (!old && made && now) {
      const changed = Object.keys(made).filter((field) =>
        field === 'selectedBuds'
          ? membersOf(current, id).some((bud) => !membersOf(after, id).includes(bud))
          : !same(made[field], now[field]),
      )
      const groups = [...current].filter(([, { selectedBuds }]) => selectedBuds?.includes(id))
      if (changed.length === 0 && groups.length === 0) result.delete(id)
      else keep(id, ...changed)
      for (const [group] of groups) keep(group, 'selectedBuds')
    }
    if (old && made) {
      for (const field of Object.keys(made)) {
        if (field === 'selectedBuds' || same(old[field], made[field])) continue
        const fields = result.get(id)
        if (now && fields && same(now[field], made[field])) fields[field] = old[field]
        else keep(id, field)
      }
    }
  }
  for (const id of ids) {
    const isNew = !before.has(id)
    const [old, made] = [membersOf(before, id), membersOf(after, id)]
    const members = result.get(id)?.selectedBuds
    for (const bud of old.filter((bud) => !made.includes(bud))) {
      if (members && result.has(bud)) {
        if (!members.includes(bud)) members.push(bud)
      } else {
        keep(id, 'selectedBuds')
        if (!result.has(bud)) keep(bud)
      }
    }
    if (isNew) continue
    for (const bud of made.filter((bud) => !old.includes(bud))) {
      if (!members) keep(id, 'selectedBuds')
      const at = members?.indexOf(bud) ?? -1
      if (at >= 0) members?.splice(at, 1)
    }
  }
  // Members that are gone stay away from a record that was restored as a whole.
  for (const fields of result.values()) {
    if (fields.selectedBuds) fields.selectedBuds = fields.selectedBuds.filter((bud) => result.has(bud)).sort()
  }
  return {
    state: result,
    kept: Object.fromEntries(Object.entries(kept).map(([id, set]) => [id, [...set].sort()])),
  }
}

export type Step = {
  record: RecordType
  verb: 'add' | 'change' | 'remove'
  pick: number
  value: number
  members: number[]
}

type Values = { id: string; value: number; text: string; selectedBuds: string[] }
type Write = (ownerId: string, values: Values) => unknown
type Writer = { add: Write; changes: Write[]; remove: (ownerId: string, id: string) => unknown }

const emailsOf = (value: number) => [{ label: '', value: `a${value}@example.com` }]
const pictureOf = (value: number) => [undefined, null, Buffer.from(`picture ${value}`)][value % 3]
const times = { startDate: '2026-11-20T19:00', endDate: '2026-11-20T23:00' }
const kindOf = (value: number) => interactionKinds[value % interactionKinds.length]

/** How the model writes each kind of record. The value of a step chooses the change. An interaction needs a bud. */
const writers: Record<RecordType, Writer> = {
  bud: {
    add: (ownerId, { value, text }) =>
      buds.createBud(ownerId, {
        ...budInput.parse({ Firstname: text, emails: emailsOf(value) }),
        picture: pictureOf(value) ?? undefined,
      }),
    changes: [
      (ownerId, { id, value, text }) =>
        buds.updateBud(ownerId, id, { Surname: text, hobbies: value % 4 ? ['Chess'] : [] }),
      (ownerId, { id, value, text }) =>
        buds.updateBud(ownerId, id, { notes: text, emails: emailsOf(value), picture: pictureOf(value) }),
    ],
    remove: buds.deleteBud,
  },
  circle: {
    add: (ownerId, { text, selectedBuds }) =>
      circles.createCircle(ownerId, circleInput.parse({ Name: text, selectedBuds }), uuid()),
    changes: [
      (ownerId, { id, selectedBuds }) => circles.updateCircle(ownerId, id, { selectedBuds }),
      (ownerId, { id, text, selectedBuds }) =>
        circles.updateCircle(ownerId, id, { Location: text, selectedBuds }),
      (ownerId, { id, text }) =>
        circles.updateCircle(ownerId, id, {
          milestones: [{ id: 1, date: '2026-11-20', description: text }],
        }),
    ],
    remove: circles.deleteCircle,
  },
  event: {
    add: (ownerId, { text, selectedBuds }) =>
      events.createEvent(
        ownerId,
        eventInput.parse({ Name: text, Location: text, Eventtype: 'Other', ...times, selectedBuds }),
      ),
    changes: [
      (ownerId, { id, selectedBuds }) => events.updateEvent(ownerId, id, { selectedBuds }),
      (ownerId, { id, text, selectedBuds }) =>
        events.updateEvent(ownerId, id, { Location: text, selectedBuds }),
      (ownerId, { id, text }) => events.updateEvent(ownerId, id, { Description: text }),
    ],
    remove: events.deleteEvent,
  },
  interaction: {
    add: (ownerId, { value, text, selectedBuds }) =>
      selectedBuds.length > 0 &&
      interactions.createInteraction(
        ownerId,
        interactionInput.parse({ kind: kindOf(value), on: '2020-11-20', note: text, selectedBuds }),
      ),
    changes: [
      (ownerId, { id, selectedBuds }) =>
        selectedBuds.length > 0 && interactions.updateInteraction(ownerId, id, { selectedBuds }),
      (ownerId, { id, value, selectedBuds }) =>
        selectedBuds.length > 0 &&
        interactions.updateInteraction(ownerId, id, { kind: kindOf(value), selectedBuds }),
      (ownerId, { id, value, text }) =>
        interactions.updateInteraction(ownerId, id, { on: `2020-11-1${value}`, note: text }),
    ],
    remove: interactions.deleteInteraction,
  },
  list: {
    add: (ownerId, { text }) =>
      lists.createSmartList(ownerId, smartListInput.parse({ name: text, filter: filterOn('Ada') })),
    changes: [
      (ownerId, { id, text }) => lists.updateSmartList(ownerId, id, { name: text }),
      (ownerId, { id, text }) => lists.updateSmartList(ownerId, id, { filter: filterOn(text) }),
    ],
    remove: lists.deleteSmartList,
  },
}

const filterOn = (value: string) =>
  JSON.stringify({ match: 'all', rules: [{ field: 'tag', is: 'any', value: [value] }] })

/** The kinds of records that the model writes. */
export const written = Object.keys(writers) as RecordType[]

export const remove = (ownerId: string, id: string, { record }: Fields) => writers[record].remove(ownerId, id)

/** Does one random write, if there is something to write to. */
export async function write(ownerId: string, { record, verb, pick, value, members }: Step) {
  const state = [...(await readState(ownerId))]
  const idsOf = (record: RecordType) =>
    state.flatMap(([id, fields]) => (fields.record === record ? [id] : []))
  const one = (ids: string[], n: number) => ids[n % Math.max(1, ids.length)] ?? ''
  const chosen = members.map((n) => one(idsOf('bud'), n)).filter(Boolean)
  const id = one(idsOf(record), pick)
  const values = { id, value, text: `text ${value}`, selectedBuds: [...new Set(chosen)].sort() }
  const { add, changes, remove } = writers[record]
  if (verb === 'add') await add(ownerId, values)
  else if (id && verb === 'change') await changes[value % changes.length]?.(ownerId, values)
  else if (id) await remove(ownerId, id)
}
