import type { Submission, SubmissionResult } from '@conform-to/react'
import { data } from '@remix-run/node'
import { type SQL, sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { byKey, computedOnce, wallClockText } from '~/base/db/fragments.server'
import { jsonRows } from '~/base/db/json-rows.server'
import { literal, parameter } from '~/base/db/lists.server'
import { UserError } from '~/base/node/errors'
import { log } from '~/base/node/log.server'
import { addDays } from '~/events/calendar/calendar-days'
import { overlapping, seriesColumns, seriesOverlapping } from '~/events/events/event-range.server'
import { withOccurrences } from '~/events/repeats/occurrences'
import { type Person, personOf } from '~/people/buds/bud'
import type { BudPickerData, PickerBud } from '~/people/buds/bud-picker'
import { inCommon, shortNames } from '~/people/buds/in-common'
import { unknownBud } from '~/people/buds/selected-buds.server'
import { budsOfSmartList } from '~/people/lists/smart-lists.server'
import { buds, circleBuds, circles, eventBuds, events } from '~drizzle/schema'
import { conflictsOf, suitsAllOf } from './conflicts'
import { freeDays, freeTimesOf } from './free-times'
import { chooseTime, findTimes, type OfferedTime, type Suggestion } from './together'
import { isEmpty, type Selection, screenSelection } from './together-input.server'
import { alsoInviteOf, partnerRows, whoElseRows } from './who-else.server'

const owner = parameter('ownerId', 'uuid')
const circle = parameter('circle', 'uuid')
const event = parameter('event', 'uuid')
const [ids, now] = [sql`chosen.ids`, sql`clock.now`]

const chosen = computedOnce(
  sql`select array(
  select id from unnest(string_to_array(${parameter('buds', 'text')}, ',')::uuid[]) listed (id)
    where exists (select from ${buds} where ${buds.ownerId} = ${owner} and ${buds._id} = listed.id)
  union select ${circleBuds.budId} from ${circleBuds} where ${circleBuds.ownerId} = ${owner} and ${circleBuds.recordId} = ${circle}
  union select ${eventBuds.budId} from ${eventBuds} where ${eventBuds.ownerId} = ${owner} and ${eventBuds.recordId} = ${event}
) as ids`,
  'chosen',
)

/** The chosen buds by name, with what the panels and the picker show. */
const people = jsonRows(
  {
    _id: buds._id,
    Firstname: buds.Firstname,
    Surname: buds.Surname,
    Nickname: buds.Nickname,
    Occupation: buds.Occupation,
    Location: buds.Location,
    Budtype: buds.Budtype,
    hobbies: buds.hobbies,
    preferences: buds.preferences,
    photo: buds.photo,
  },
  sql`from unnest(${ids}) one (bud_id), ${byKey(buds._id, owner, sql`one.bud_id`)}`,
  sql`${buds.nameKey}, ${buds._id}`,
)

const attendees = (of: SQL) => sql`from event_buds attendee
  where attendee.owner_id = ${owner} and attendee.event_id = ${of}`

/** The end day of the latest past event of all chosen buds. The count skips most events of large selections early. */
const lastMet = sql<string | null>`(
  select past.last_end::date::text
  from event_buds link, lateral (
    select last_end_of(events, ${now}) as last_end from ${events}
    where owner_id = ${owner} and id = link.event_id limit 1
  ) past
  where link.owner_id = ${owner} and link.bud_id = ${ids}[1] and past.last_end is not null
    and (select count(*) ${attendees(sql`link.event_id`)}) >= cardinality(${ids})
    and (select count(*) ${attendees(sql`link.event_id`)} and attendee.bud_id in (select unnest(${ids})))
      = cardinality(${ids})
  order by past.last_end desc limit 1
)`

const firstDay = sql`${now}::date`
const reach = {
  owner,
  from: sql`${firstDay}::timestamp`,
  to: sql`(${firstDay} + ${literal(freeDays + 2)})::timestamp`,
}

/**
 * The events of the chosen buds in the days in which free times are looked for. The range is first, because the buds may
 * have thousands of events; `is true` makes the comparison a look-up in a hash table.
 */
const busyFrom = (isInReach: SQL) =>
  sql`from ${computedOnce(sql`select * from ${events} where ${isInReach}`, events)}, lateral (
    select 1 ${attendees(sql`${events._id}`)} and (attendee.bud_id in (select unnest(${ids}))) is true limit 1
  ) busy`
const busyColumns = {
  _id: events._id,
  Name: events.Name,
  startDate: events.startDate,
  endDate: events.endDate,
}
const byStart = sql`${events.startDate}, ${events._id}`
const busy = jsonRows(busyColumns, busyFrom(overlapping(reach)), byStart)
const busySeries = jsonRows({ ...busyColumns, ...seriesColumns }, busyFrom(seriesOverlapping(reach)), byStart)

const isOwn = (table: typeof circles | typeof events, id: SQL) =>
  sql<boolean>`exists(select from ${table} where ${table.ownerId} = ${owner} and ${table._id} = ${id})`

const selectTogether = db
  .select({
    now: wallClockText(now),
    hasCircle: isOwn(circles, circle),
    hasEvent: isOwn(events, event),
    title: sql<string | null>`coalesce(
      (select name from circles where owner_id = ${owner} and id = ${circle}),
      (select name from events where owner_id = ${owner} and id = ${event}))`,
    people,
    lastMet,
    busy,
    busySeries,
    partners: partnerRows({ owner, ids, now }),
    others: whoElseRows({ owner, ids, now }),
  })
  .from(sql`${computedOnce(sql`select owner_now(${owner}) as now`, 'clock')}, ${chosen}`)
  .prepare('select_together')

type Chosen = PickerBud & Person

/**
 * What is known of a selection, in one statement (product 21.1). Ids that are no buds of the owner are missing in
 * `people`. Throws 404 for a circle, an event or a list of another owner.
 */
export async function loadTogether(ownerId: string, selection: Selection) {
  const { circle, event } = selection
  const list = selection.list ? await budsOfSmartList(ownerId, selection.list) : null
  const ids = list?.ids ?? selection.buds
  const [row] = await selectTogether.execute({ ownerId, circle, event, buds: ids.join(',') })
  if (!row) throw new Error('The statement of Together has one row')
  if (circle && !row.hasCircle) throw new UserError(404, 'Circle not found')
  if (event && !row.hasEvent) throw new UserError(404, 'Event not found')
  const today = row.now.slice(0, 10)
  const people: Chosen[] = row.people
  const busyTimes = withOccurrences(row.busy, row.busySeries, {
    from: `${today}T00:00`,
    to: `${addDays(today, freeDays + 2)}T00:00`,
  })
  return {
    today,
    /** The name of the circle, the event or the list. */
    title: row.title ?? list?.name ?? null,
    people,
    conflicts: conflictsOf(people),
    suitsAll: suitsAllOf(people),
    lastMet: row.lastMet,
    freeTimes: people.length > 0 ? freeTimesOf(row.now, busyTimes) : [],
    alsoInvite: alsoInviteOf(row, today),
  }
}

type Plan = Awaited<ReturnType<typeof loadTogether>>

/** What people share and what stands against it, with the ids of those who have it. */
export const sharedOf = ({
  people,
  conflicts,
  suitsAll,
}: Pick<Plan, 'people' | 'conflicts' | 'suitsAll'>) => ({
  common: {
    hobbies: inCommon(people, ({ hobbies }) => hobbies).map(({ item, buds }) => withIds(item, buds)),
    preferences: inCommon(people, ({ preferences }) => preferences).map(({ item, buds }) =>
      withIds(item, buds),
    ),
  },
  conflicts: conflicts.map(({ name, buds }) => withIds(name, buds)),
  suitsAll,
})

/** The conflicts with the names that tell their people apart. */
export function namedConflicts({ people, conflicts }: Pick<Plan, 'people' | 'conflicts'>) {
  const nameOf = shortNames(people)
  return conflicts.map(({ name, buds }) => ({
    name,
    buds: buds.map((bud) => ({ _id: bud._id, name: nameOf(bud) || 'Name unknown' })),
  }))
}

/** The body of `GET /together`. */
export async function planTogether(ownerId: string, selection: Selection) {
  const { people, lastMet, freeTimes, alsoInvite, ...plan } = await loadTogether(ownerId, selection)
  if (people.length < selection.buds.length)
    throw new UserError(400, unknownBud, { errors: { buds: [unknownBud] } })
  return {
    buds: people.map(personOf),
    ...sharedOf({ people, ...plan }),
    lastMet,
    freeTimes: freeTimes.map(({ kind: _, ...time }) => time),
    alsoInvite,
  }
}

const withIds = (name: string, buds: Person[]) => ({ name, buds: buds.map(({ _id }) => _id) })

const nobody = { people: [] as Chosen[], alsoInvite: [] as Suggestion[] }

/** The selection of the query of a screen. Nobody, if the query is not valid. */
export async function loadChosen(ownerId: string, parameters: URLSearchParams) {
  try {
    const selection = screenSelection(parameters)
    return isEmpty(selection) ? nobody : await loadTogether(ownerId, selection)
  } catch (error) {
    if (error instanceof UserError) return nobody
    throw error
  }
}

/** Who else could be invited (product 21.2). */
export const alsoInviteTo = async (ownerId: string, buds: string[]) =>
  (await loadPlan(ownerId, buds)).alsoInvite

type WithPicker = ReturnType<typeof data<{ picker: BudPickerData }>>

/**
 * Adds who else could be invited to a response that returns a form, and the free times of the selected buds if the form
 * asks for them. A failure leaves both out.
 */
export async function withPlan<D extends WithPicker>(ownerId: string, { payload }: Submitted, response: D) {
  const buds = response.data.picker.selected.map(({ _id }) => _id)
  const plan = await loadPlan(ownerId, buds).catch((error) => {
    log.error({ err: error }, 'plan of a form failed')
    return noPlan
  })
  const freeTimes = payload.intent === findTimes ? plan.freeTimes : undefined
  const added = { ...(response.data as D['data']), alsoInvite: plan.alsoInvite, freeTimes }
  return data(added, response.init ?? undefined)
}

type Submitted = Pick<Submission<unknown>, 'payload'>

const noPlan = { alsoInvite: [] as Suggestion[], freeTimes: [] as OfferedTime[] }

const loadPlan = async (ownerId: string, buds: string[]) =>
  buds.length === 0 ? noPlan : loadTogether(ownerId, { buds, circle: null, event: null, list: null })

/**
 * Handles 'When are they free?' and the choice of a time without JavaScript: returns the submitted form, with that time,
 * without validating or saving it. Returns undefined for other intents.
 */
export function handleTimeIntent({ payload }: Submitted) {
  const { intent, ...form } = payload
  const [name, startDate, endDate] = String(intent).split(' ')
  if (name !== findTimes && name !== chooseTime) return
  const times = name === chooseTime ? { startDate, endDate } : {}
  return data({ result: { initialValue: { ...form, ...times } } as SubmissionResult, msg: '' })
}
