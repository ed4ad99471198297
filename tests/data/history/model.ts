import { type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { db } from '~/base/db/db.server'
import { auditedTables } from '~/data/history/audited-tables.server'
import { eventInput } from '~/events/events/event-input.server'
import * as events from '~/events/events/events.server'
import { budInput } from '~/people/buds/bud-input.server'
import * as buds from '~/people/buds/buds.server'
import { circleInput } from '~/people/circles/circle-input.server'
import * as circles from '~/people/circles/circles.server'

/** A model of undo, which knows fields and members, but neither rows nor triggers. */

type Fields = Record<string, unknown> & { selectedBuds?: string[] }
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
  for (const [table, { field, key }] of auditedTables) {
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
      state.set(fields.id, table === 'buds' ? fields : { ...fields, selectedBuds: [] })
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

export type Step = { kind: number; pick: number; value: number; members: number[] }

/** Does one random write. Resolves to false if there is nothing to write to. */
export async function write(ownerId: string, { kind, pick, value, members }: Step) {
  const state = await readState(ownerId)
  const groups = [...state].filter(([, { selectedBuds }]) => selectedBuds)
  const people = [...state].filter(([, { selectedBuds }]) => !selectedBuds)
  const one = <T>(list: T[]) => list[pick % Math.max(1, list.length)]
  const selectedBuds = [...new Set(members.map((n) => people[n % Math.max(1, people.length)]?.[0] ?? ''))]
    .filter(Boolean)
    .sort()
  const text = `text ${value}`
  const times = { startDate: '2026-11-20T19:00', endDate: '2026-11-20T23:00' }
  const bud = one(people)?.[0]
  const [group, groupFields] = one(groups) ?? []
  const isEvent = groupFields && 'start_date' in groupFields
  const picture = [undefined, null, Buffer.from(`picture ${value}`)][value % 3]
  const emails = [{ label: '', value: `a${value}@example.com` }]
  const noRecord = kind >= 4 && (kind < 8 ? !bud : !group)
  if (noRecord) return false
  if (kind === 0 || kind === 1)
    await buds.createBud(ownerId, {
      ...budInput.parse({ Firstname: text, emails }),
      picture: picture ?? undefined,
    })
  else if (kind === 2)
    await circles.createCircle(ownerId, circleInput.parse({ Name: text, selectedBuds }), uuid())
  else if (kind === 3)
    await events.createEvent(
      ownerId,
      eventInput.parse({ Name: text, Location: text, Eventtype: 'Other', ...times, selectedBuds }),
    )
  else if (kind === 4)
    await buds.updateBud(ownerId, bud ?? '', { Surname: text, hobbies: value % 2 ? ['Chess'] : [] })
  else if (kind === 5) await buds.updateBud(ownerId, bud ?? '', { notes: text, emails, picture })
  else if (kind === 6 || kind === 7) await buds.deleteBud(ownerId, bud ?? '')
  else if (kind === 8) {
    const change = value % 2 ? { Location: text, selectedBuds } : { selectedBuds }
    await (isEvent ? events.updateEvent : circles.updateCircle)(ownerId, group ?? '', change)
  } else if (kind === 9) {
    if (isEvent) await events.updateEvent(ownerId, group ?? '', { Description: text })
    else
      await circles.updateCircle(ownerId, group ?? '', {
        milestones: [{ id: 1, date: '2026-11-20', description: text }],
      })
  } else await (isEvent ? events.deleteEvent : circles.deleteCircle)(ownerId, group ?? '')
  return true
}
