import { and, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { oneOf, plainDate, requiredLine } from '~/base/forms/rules'
import { budDates, buds, circleBuds, contactStatus, relations } from '~drizzle/schema'
import { budtypes, cadenceMaximum } from './bud'
import {
  features,
  filterLength,
  filterMatches,
  type PlainFilter,
  type PlainRule,
  type RuleField,
  ruleFieldNames,
  ruleFields,
  ruleLimit,
  ruleValueLimit,
  valueKind,
} from './bud-filter'
import { defaultDateLabel } from './contact-lines'
import { optionLists } from './options.data'

/** The rules of filters (product 33): their schema, and the SQL condition that a filter becomes. */

const textLength = 100
const tagLength = 50

const daysError = `value must be a whole number of days from 0 to ${cadenceMaximum}`

const valueRules = {
  text: requiredLine('value', textLength),
  day: plainDate('value').refine((day) => day !== '', 'value must be a date (YYYY-MM-DD)'),
  days: z.int({ error: daysError }).min(0, daysError).max(cadenceMaximum, daysError),
}

const listed = (values: readonly string[]) =>
  z.enum(values as [string, ...string[]], { error: `value must be a list of ${values.join(', ')}` })

const anyId = z.guid({ error: 'value must be a list of ids' }).transform((id) => id.toLowerCase())

/** What the lists of values hold. */
const elementRules: Partial<Record<RuleField, z.ZodType<string>>> = {
  type: listed(budtypes),
  tag: requiredLine('value', tagLength),
  circle: anyId,
  related: anyId,
  hobby: listed(optionLists.hobbies),
  preference: listed(optionLists.preferences),
  industry: listed(optionLists.industry),
  origination: listed(optionLists.origination),
  has: listed(features),
  lacks: listed(features),
}

const listRule = (field: RuleField) =>
  z
    .array(elementRules[field] ?? z.never(), { error: 'value must be a list' })
    .min(1, 'value must not be empty')
    .max(ruleValueLimit, `value must have at most ${ruleValueLimit} items`)
    .transform((list) => [...new Set(list)])

const rule = z
  .strictObject(
    {
      field: oneOf('field', ruleFieldNames),
      is: z.string({ error: 'is must be text' }),
      value: z.unknown().optional(),
    },
    {
      error: ({ code }) =>
        code === 'unrecognized_keys' ? 'a rule has field, is and value alone' : undefined,
    },
  )
  .transform((rule, context): PlainRule => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    const allowed = Object.keys(ruleFields[rule.field].is)
    if (!allowed.includes(rule.is)) return refuse(`is must be one of ${allowed.join(', ')}`)
    const { field, is } = rule as Pick<PlainRule, 'field' | 'is'>
    const kind = valueKind({ field, is })
    if (kind === 'none') return 'value' in rule ? refuse('value must be left out') : { field, is }
    const { data, error } = (kind === 'list' ? listRule(field) : valueRules[kind]).safeParse(rule.value)
    return data === undefined ? refuse(error?.issues[0]?.message ?? '') : { field, is, value: data }
  })

const filter: z.ZodType<PlainFilter> = z
  .strictObject(
    {
      match: oneOf('match', filterMatches),
      rules: z
        .array(rule, { error: 'rules must be a list' })
        .max(ruleLimit, `A filter has at most ${ruleLimit} rules`),
    },
    {
      error: ({ code }) =>
        code === 'unrecognized_keys' ? 'it has match and rules alone' : 'it must be an object',
    },
  )
  .refine(
    ({ rules }) => rules.filter(({ field }) => field === 'archived').length <= 1,
    'archived can stand once',
  )

/** A filter as it is written, JSON, in the spelling that is stored. Empty: no filter. */
export const filterText = z
  .string({ error: 'filter must be a JSON text' })
  .transform((text, context) => {
    if (text === '') return ''
    if (text.length > filterLength) {
      const most = filterLength.toLocaleString('en')
      context.addIssue({ code: 'custom', message: `filter must have at most ${most} characters` })
      return z.NEVER
    }
    const { data, error } = filter.safeParse(jsonOf(text))
    if (data) return JSON.stringify(data)
    const [issue] = error?.issues ?? []
    const n =
      issue?.path[0] === 'rules' && typeof issue.path[1] === 'number' ? `rule ${issue.path[1] + 1}: ` : ''
    context.addIssue({ code: 'custom', message: `filter: ${n}${issue?.message}` })
    return z.NEVER
  })
  .meta({ type: 'string', maxLength: filterLength })

/** Undefined for what is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return
  }
}

/** The text of a filter, in the order of keys that `filterText` gives. The database keeps none. */
export const filterToText = ({ match, rules }: PlainFilter) =>
  JSON.stringify({ match, rules: rules.map(({ field, is, value }) => ({ field, is, value })) })

/** The filter of a text that `filterText` has accepted. Null: no filter. */
export const filterOf = (text: string) => (text === '' ? null : (JSON.parse(text) as PlainFilter))

/**
 * SQL condition: the row of `buds`, which belongs to the owner, is what a filter selects. Its subqueries are not merged into
 * the statement, so that each is run once and looked up by a hash, whatever the planner knows of the owner.
 */
export function isSelectedBy({ match, rules }: PlainFilter, owner: SQL): SQL {
  const scope = scopeOf(owner)
  const different = [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()]
  const framing = different.find(({ field }) => field === 'archived')
  const join = match === 'all' ? and : or
  // Of several rules that may be met, the cheap ones are looked at first.
  const conditions = [
    ...different.flatMap((rule) => conditionsOf[rule.field]?.(rule, scope) ?? []),
    ...statusConditions(different, match, scope),
    ...dateConditions(different, match, scope),
    ...textConditions(different, match, scope),
  ]
  const isFramed = archivedConditions[(framing?.is ?? 'no') as keyof typeof archivedConditions]
  return and(isFramed, join(...conditions)) ?? sql`true`
}

type Scope = {
  owner: SQL
  today: SQL
  /** The first id, which begins with its time, that a bud of the day can have. */
  firstIdOf: (day: SQL) => SQL
  budsIn: (rows: SQL) => SQL
}

const scopeOf = (owner: SQL): Scope => ({
  owner,
  today: sql`(select owner_now(${owner})::date)`,
  firstIdOf: (
    day,
  ) => sql`(select (lpad(to_hex(greatest(0, extract(epoch from instant_of((${day})::timestamp, time_zone)) * 1000)::bigint),
    12, '0') || repeat('0', 20))::uuid from users where id = ${owner})`,
  budsIn: (rows) => sql`${buds._id} in (select bud_id ${rows} offset 0)`,
})

const archivedConditions = {
  no: isNull(buds.archivedAt),
  yes: isNotNull(buds.archivedAt),
  either: undefined,
}

/** The rules of one table that its rows meet, as one look-up. */
function statusConditions(rules: PlainRule[], match: PlainFilter['match'], scope: Scope) {
  const of = sql`from ${contactStatus} where ${contactStatus.ownerId} = ${scope.owner}`
  const never = rules.filter(({ is }) => is === 'never')
  const met = rules.flatMap((rule) => statusCondition(rule, scope) ?? [])
  const isMet = (match === 'all' ? and : or)(...met)
  return [
    ...(isMet ? [scope.budsIn(sql`${of} and ${isMet}`)] : []),
    ...never.map(() => sql`not ${scope.budsIn(sql`${of} and ${isNotNull(contactStatus.lastContactOn)}`)}`),
  ]
}

function statusCondition({ field, is, value }: PlainRule, { today }: Scope) {
  const { lastContactOn, dueOn } = contactStatus
  if (field === 'lastContact' && is === 'before') return sql`${lastContactOn} < ${value}::date`
  if (field === 'lastContact' && is === 'after') return sql`${lastContactOn} > ${value}::date`
  if (field === 'due' && is === 'overdue') return sql`${dueOn} < ${today}`
  if (field === 'due') return sql`${dueOn} between ${today} and ${today} + ${value}::int`
}

const year = 366

/** Of several rules, one decides: that with the fewest days, or with the most. */
function dateConditions(rules: PlainRule[], match: PlainFilter['match'], { owner, today, budsIn }: Scope) {
  const days = rules.flatMap(({ field, value }) => (field === 'date' ? Number(value) : []))
  if (days.length === 0) return []
  const n = Math.min(year, match === 'all' ? Math.min(...days) : Math.max(...days))
  const monthDays = sql`select unnest(month_days_of(${today} + n)) from generate_series(0, ${n}::int) n offset 0`
  return [
    budsIn(
      sql`from ${budDates} where ${budDates.ownerId} = ${owner} and ${budDates.monthDay} in (${monthDays})`,
    ),
  ]
}

/** The place of fields in the text that lists search. */
const searchedFields = { occupation: 3, location: 4 }

/** All rules of a text, as it is folded there, which is decoded once for a row. The short texts are in the indexes. */
function textConditions(rules: PlainRule[], match: PlainFilter['match'], { owner }: Scope) {
  return Object.entries(searchedFields).flatMap(([field, n]) => {
    const texts = rules.filter((rule) => rule.field === field).map(({ value }) => value)
    if (texts.length === 0) return []
    const pattern = sql`'%' || regexp_replace(convert_from(search_key(value), 'UTF8'), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
    const patterns = sql`array(select ${pattern} from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`
    const isMet = (text: PgColumn) =>
      sql`split_part(convert_from(${text}, 'UTF8'), chr(31), ${sql.raw(`${n}`)}) like ${sql.raw(match)} (${patterns})`
    const long = sql`(select id from ${buds} where owner_id = ${owner} and long_search_text is not null
      and ${isMet(buds.longSearchText)} offset 0)`
    return [sql`(${isMet(buds.searchText)} or ${buds._id} in ${long})`]
  })
}

type Conditions = (rule: PlainRule, scope: Scope) => SQL | undefined

/** The values of a rule as one parameter. */
const listedValues = ({ value }: PlainRule) => sql`jsonb_array_elements_text(${JSON.stringify(value)}::jsonb)`
const listOf = (rule: PlainRule) => sql`array(select ${listedValues(rule)})`
const foldedList = (rule: PlainRule) => sql`array(select search_fold(value) from ${listedValues(rule)})`
const foldedTags = sql`case when ${buds.tags} = '{}' then '{}' else array(select search_fold(tag) from unnest(${buds.tags}) tag) end`

const amount = { any: '&&', all: '@>', none: '&&' } as const

/** A rule about a column with a list of texts. */
const compared = (list: SQL, values: SQL, { is }: PlainRule) => {
  const compares = sql`${list} ${sql.raw(amount[is as keyof typeof amount])} ${values}`
  return is === 'none' ? sql`not (${compares})` : compares
}
const ofList =
  (list: SQL): Conditions =>
  (rule) =>
    compared(list, listOf(rule), rule)

function inCircles(rule: PlainRule, { owner, budsIn }: Scope) {
  const ids = rule.value as string[]
  const list = sql`(select ${listedValues(rule)}::uuid)`
  const of = sql`from ${circleBuds} where ${circleBuds.ownerId} = ${owner} and ${circleBuds.recordId} in ${list}`
  if (rule.is === 'all') return budsIn(sql`${of} group by bud_id having count(*) = ${ids.length}::int`)
  return rule.is === 'any' ? budsIn(of) : sql`not ${budsIn(of)}`
}

/** The ends of the owner's relations, each with who is at the other end. */
const relationEnds = (owner: SQL) => sql`(
  select bud_id, with_id from ${relations} where owner_id = ${owner}
  union select with_id, bud_id from ${relations} where owner_id = ${owner}
) ends`

function relatedTo(rule: PlainRule, { owner, budsIn }: Scope) {
  const ids = rule.value as string[]
  const of = sql`from ${relationEnds(owner)} where with_id in (select ${listedValues(rule)}::uuid)`
  if (rule.is === 'all') return budsIn(sql`${of} group by bud_id having count(*) = ${ids.length}::int`)
  return rule.is === 'any' ? budsIn(of) : sql`not ${budsIn(of)}`
}

/** The usual spelling is looked for first: a regular expression takes four times as long. */
const spelledBirthday = sql.raw(`'[{"label":"${defaultDateLabel}"}]'`)
const isBirthday = sql.raw(`'$[*] ? (@.label like_regex "^${defaultDateLabel}$" flag "i")'`)

/** Conditions for what buds have, in the order in which they are cheap. */
const hasFeature: Record<(typeof features)[number], (scope: Scope) => SQL> = {
  email: () => sql`${buds.emails} <> '[]'`,
  phone: () => sql`${buds.phones} <> '[]'`,
  address: () => sql`${buds.addresses} <> '[]'`,
  photo: () => sql`${buds.photo} is not null`,
  birthday: () =>
    sql`(${buds.dates} @> ${spelledBirthday} or ${buds.dates} <> '[]' and ${buds.dates} @? ${isBirthday})`,
  notes: () => sql`${buds.notes} <> ''`,
  cadence: ({ owner, budsIn }) =>
    budsIn(sql`from ${contactStatus} where ${contactStatus.ownerId} = ${owner} and cadence_days is not null`),
  relation: ({ owner, budsIn }) => budsIn(sql`from ${relationEnds(owner)}`),
}

const featuresOf = ({ value }: PlainRule, scope: Scope) =>
  features
    .filter((feature) => (value as string[]).includes(feature))
    .map((feature) => hasFeature[feature](scope))

/** The rules that are not about the contact status, the dates, a text or the archive. */
const conditionsOf: Partial<Record<RuleField, Conditions>> = {
  type: ofList(sql`array[${buds.Budtype}]`),
  tag: (rule) => compared(foldedTags, foldedList(rule), rule),
  circle: inCircles,
  related: relatedTo,
  hobby: ofList(sql`${buds.hobbies}`),
  preference: ofList(sql`${buds.preferences}`),
  industry: ofList(sql`${buds.industry}`),
  origination: ofList(sql`${buds.origination}`),
  has: (rule, scope) => and(...featuresOf(rule, scope)),
  lacks: (rule, scope) => and(...featuresOf(rule, scope).map((has) => sql`not (${has})`)),
  added: ({ is, value }, { firstIdOf }) =>
    is === 'before'
      ? sql`${buds._id} < ${firstIdOf(sql`${value}::date`)}`
      : sql`${buds._id} >= ${firstIdOf(sql`${value}::date + 1`)}`,
}
