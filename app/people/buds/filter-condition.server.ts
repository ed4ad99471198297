import { and, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { budDates, buds, circleBuds, contactStatus, relations, searchedTexts } from '~drizzle/schema'
import type { budtypes } from './bud'
import {
  derivedFeatures,
  type PlainFilter,
  type PlainRule,
  type RuleField,
  storedFeatures,
} from './bud-filter'
import { bitsOf, facetsOf } from './facets'

/**
 * SQL condition: the row of `buds`, which belongs to the owner, is what a filter (product 33) selects. Of that row, it looks at
 * columns of the list's indexes alone. Its subqueries are run once and looked up by a hash, whatever the planner knows of the
 * owner.
 */
export function isSelectedBy({ match, rules }: PlainFilter, owner: SQL): SQL {
  const scope = scopeOf(owner)
  const different = [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()]
  const framing = different.find(({ field }) => field === 'archived')
  const join = match === 'all' ? and : or
  const conditionOf = (rule: PlainRule) => conditionsOf[rule.field]?.(rule, scope) ?? []
  const direct = different.filter((rule) => !isLookedUp(rule))
  const tagged = direct.filter(({ field }) => field === 'tag')
  // `case` checks a row in this order: what takes longer, and what excludes few buds, comes last.
  const own = [
    ...direct.filter((rule) => !tagged.includes(rule)).flatMap(conditionOf),
    ...optionConditions(different, match),
    ...tagged.filter(({ is }) => is !== 'none').flatMap(conditionOf),
    ...textConditions(different, match, scope),
    ...tagged.filter(({ is }) => is === 'none').flatMap(conditionOf),
  ]
  const lookedUp = [
    ...statusConditions(different, match, scope),
    ...dateConditions(different, match, scope),
    ...different.filter(isLookedUp).flatMap(conditionOf),
  ]
  const isFramed = archivedConditions[(framing?.is ?? 'no') as keyof typeof archivedConditions]
  if (match === 'any' || own.length === 0 || lookedUp.length === 0)
    return sql`${and(inOrder, isFramed, join(...own, ...lookedUp))}`
  // Only `case` keeps PostgreSQL from running the subqueries if the index excludes all rows. It hides that the days on which buds
  // were added are a range of the index, so they stand outside too.
  const added = different.filter(({ field }) => field === 'added').flatMap(conditionOf)
  return sql`${and(inOrder, isFramed, ...added, sql`case when ${and(...own)} then ${and(...lookedUp)} else false end`)}`
}

/**
 * Always true. Keeps PostgreSQL to the indexes with the facets, which have the order of the list too: others are smaller, and it
 * expects few buds to sort.
 */
const inOrder = sql`${buds.facets} <> ''`

/** Whether other rows than that of the bud decide a rule. */
const isLookedUp = ({ field, value }: PlainRule) =>
  ['circle', 'related', 'lastContact', 'due', 'date'].includes(field) ||
  (Array.isArray(value) && ['has', 'lacks'].includes(field) && value.some((feature) => feature in hasDerived))

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
  budsIn: (rows) => isAmong(sql`select bud_id ${rows}`),
})

/** SQL condition: a bud is one of these. PostgreSQL would make a join of it without `is true`, and look up each in the table. */
const isAmong = (ids: SQL) => sql`(${buds._id} in (${ids})) is true`

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
  const monthDays = sql`array(select unnest(month_days_of(${today} + n)) from generate_series(0, ${n}::int) n)`
  return [
    budsIn(
      sql`from ${budDates} where ${budDates.ownerId} = ${owner} and ${budDates.monthDay} = any(${monthDays})`,
    ),
  ]
}

/** The fields with rules of a text. Lists search them too. */
const searchedFields = ['occupation', 'location']

/** The pattern of what contains a folded text. */
const patternOf = (text: SQL) => sql`'%' || regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`

/** All rules of a text, as it is folded there, which is decoded once for a row. The short texts are in the indexes. */
function textConditions(rules: PlainRule[], match: PlainFilter['match'], { owner }: Scope) {
  return searchedFields.flatMap((field) => {
    const n = searchedTexts.indexOf(field) + 1
    const texts = rules.filter((rule) => rule.field === field).map(({ value }) => value)
    if (texts.length === 0) return []
    const pattern = patternOf(sql`convert_from(search_key(value), 'UTF8')`)
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

type Amount = 'any' | 'all' | 'none'

const ofType: Conditions = ({ is, value }) => {
  const types = value as (typeof budtypes)[number][]
  const isAny = inArray(buds.Budtype, types)
  if (is === 'none') return not(isAny)
  // A bud has one type.
  return is === 'any' || types.length === 1 ? isAny : sql`false`
}

/**
 * In their text, each tag stands between separators; what a search finds in other signs follows the last one. A bud has few
 * tags, a rule may have many: they are the keys of an object, in which the bud's are looked up. No tags, and the mark of long
 * ones, come first in the order of bytes.
 */
function isTagged(rule: PlainRule, { owner }: Scope) {
  const values = listedValues(rule)
  const isWanted = (tags: SQL) =>
    rule.is === 'all'
      ? sql`${tags} @> array(select search_fold(value) from ${values} value)`
      : sql`jsonb_exists_any((select jsonb_object_agg(search_fold(value), true) from ${values} value), ${tags})`
  const tagsOf = (text: PgColumn) =>
    sql`trim_array(string_to_array(convert_from(${text}, 'UTF8'), chr(31)), 1)`
  const isMet = (text: PgColumn) =>
    sql`case when ${text} > '\\x00' then ${isWanted(tagsOf(text))} else false end`
  const long = sql`(select id from ${buds} where owner_id = ${owner} and long_tag_text is not null
    and ${isMet(buds.longTagText)} offset 0)`
  const found = sql`(${isMet(buds.tagText)} or ${buds._id} in ${long})`
  return rule.is === 'none' ? sql`not ${found}` : found
}

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

const noBits = sql.raw(`b'${bitsOf([])}'`)

/** Whether a bud has some, all or none of the facets. */
function hasFacets(facets: string[], is: Amount) {
  const mask = sql.raw(`b'${bitsOf(facets)}'`)
  const set = sql`(${buds.facets} & ${mask})`
  if (is === 'all') return sql`${set} = ${mask}`
  return is === 'any' ? sql`${set} <> ${noBits}` : sql`${set} = ${noBits}`
}

const optionFields = {
  hobby: 'hobbies',
  preference: 'preferences',
  industry: 'industry',
  origination: 'origination',
} as const
const isOfOptions = (field: RuleField): field is keyof typeof optionFields => field in optionFields

/** The rules about options, with one condition for those that can be united. */
function optionConditions(rules: PlainRule[], match: PlainFilter['match']) {
  return (['any', 'all', 'none'] as const).flatMap((amount) => {
    const lists = rules.flatMap(({ field, is, value }) =>
      isOfOptions(field) && is === amount ? [facetsOf(optionFields[field], value as string[])] : [],
    )
    const isOne = lists.length > 0 && (amount === 'any') === (match === 'any')
    return (isOne ? [lists.flat()] : lists).map((list) => hasFacets(list, amount))
  })
}

/** Conditions for what buds have that other tables say. */
const hasDerived: Record<(typeof derivedFeatures)[number], (scope: Scope) => SQL> = {
  // A bud with a cadence is due on a day.
  cadence: ({ owner, budsIn }) =>
    budsIn(
      sql`from ${contactStatus} where ${contactStatus.ownerId} = ${owner} and ${contactStatus.dueOn} is not null`,
    ),
  relation: ({ owner, budsIn }) => budsIn(sql`from ${relationEnds(owner)}`),
}

/** The conditions of a rule about features: `all` of them or `none`. */
function featuresOf({ value }: PlainRule, scope: Scope, is: 'all' | 'none') {
  const chosen = value as string[]
  const stored = storedFeatures.filter((feature) => chosen.includes(feature))
  const derived = derivedFeatures.filter((feature) => chosen.includes(feature))
  return and(
    ...(stored.length > 0 ? [hasFacets(facetsOf('has', stored), is)] : []),
    ...derived.map((feature) => {
      const has = hasDerived[feature](scope)
      return is === 'all' ? has : sql`not ${has}`
    }),
  )
}

/** The rules that are not about options, the contact status, the dates, a text or the archive. */
const conditionsOf: Partial<Record<RuleField, Conditions>> = {
  type: ofType,
  tag: isTagged,
  circle: inCircles,
  related: relatedTo,
  has: (rule, scope) => featuresOf(rule, scope, 'all'),
  lacks: (rule, scope) => featuresOf(rule, scope, 'none'),
  added: ({ is, value }, { firstIdOf }) =>
    is === 'before'
      ? sql`${buds._id} < ${firstIdOf(sql`${value}::date`)}`
      : sql`${buds._id} >= ${firstIdOf(sql`${value}::date + 1`)}`,
}
