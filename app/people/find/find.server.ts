import { or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { db } from '~/base/db/db.server'
import { computedOnce, wallClockText } from '~/base/db/fragments.server'
import { contains, textsOf } from '~/base/db/lists.server'
import { searchLength } from '~/base/forms/lengths'
import { text, wallClockPattern } from '~/base/forms/rules'
import { id, instant } from '~/base/http/operation.server'
import { fullName } from '~/people/buds/bud'
import type { Bud } from '~/people/buds/bud-input.server'
import { person } from '~/people/buds/bud-responses.server'
import { budTexts } from '~/people/buds/bud-texts.server'
import { buds, circles, events } from '~drizzle/schema'
import { type Found, foundLimit } from './find'

const q = text('q', searchLength).default('')

/** `strict` is for the API: an invalid text gets 400. `lenient` is for the screen: an invalid text is ignored. */
export const findQuery = { strict: z.object({ q }), lenient: z.object({ q: q.catch('') }) }

const named = z.object({ _id: id, Name: z.string(), note: z.string() })

export const foundRecords = z.object({
  buds: z.array(person.extend({ archivedAt: instant.nullable(), note: z.string() })),
  circles: z.array(named),
  events: z.array(named.extend({ startDate: z.string().meta({ pattern: wallClockPattern }) })),
}) satisfies z.ZodType<Found>

/** The parameters, computed once. */
const query = computedOnce(
  sql`select ${sql.placeholder('ownerId')}::uuid as owner_id, nullif(search_key(q), '') as search, phone_search(q) as phone,
    phone_start_search(q) as phone_start, name_fold(q) as start, ' ' || name_fold(q) as word, '-' || name_fold(q) as part
  from (select ${sql.placeholder('q')}::text as q) typed`,
  'query',
)

const search = sql`query.search`
const hasText = (text: PgColumn | SQL): SQL | undefined => contains(text, search)
const hasTextOrPhone = (text: PgColumn | SQL) =>
  or(hasText(text), contains(text, sql`query.phone`), contains(text, sql`query.phone_start`))

/** The name begins with the text; a later word of the name begins with it; the text is elsewhere. */
const rank = sql`case when starts_with(name_key, query.start) then 1
  when position(query.word in name_key) > 0 or position(query.part in name_key) > 0 then 2 else 3 end`

/**
 * The best matches of the owner as JSON. The first part is an index-only scan of the index by name; the second finds
 * the few texts that are too long for it. Only the rows of the result are read from the table.
 */
function bestOf(
  table: typeof buds | typeof circles | typeof events,
  record: SQL,
  isFound = hasText,
  texts = textsOf(table),
) {
  const rows = (condition?: SQL) => sql`
    select ${table._id} as id, ${table.nameKey} as name_key from ${table}
    where ${table.ownerId} = query.owner_id and ${condition}`
  const matches = sql`${rows(texts.short(isFound, hasText))} union all ${rows(texts.long(isFound, hasText))}`
  const best = sql`
    select id, name_key, ${rank} as rank from (${matches}) matches
    order by rank, name_key, id limit ${sql.raw(String(foundLimit))}`
  return sql`(
    select coalesce(json_agg(${record} order by best.rank, best.name_key, best.id), '[]')
    from (${best}) best join ${table} on ${table.ownerId} = query.owner_id and ${table._id} = best.id
  )`
}

/** Tell people of one name apart, in the note of a bud. */
const budFacts = ['Nickname', 'Occupation', 'Location'] as const

type FoundBud = Found['buds'][number] & Pick<Bud, (typeof budFacts)[number] | 'emails' | 'phones' | 'tags'>

type WithTexts<R> = Omit<R, 'note'> & { texts: string[] }
type FoundCircle = WithTexts<Found['circles'][number]>
type FoundEvent = WithTexts<Found['events'][number]>

const bud = sql`json_build_object('_id', ${buds._id}, 'Firstname', ${buds.Firstname}, 'Surname', ${buds.Surname},
  'photo', ${buds.photo}, 'archivedAt', ${buds.archivedAt}, 'tags', ${buds.tags}, 'emails', ${buds.emails}, 'phones', ${buds.phones},
  ${sql.join(
    budFacts.map((name) => sql`${sql.raw(`'${name}'`)}, ${buds[name]}`),
    sql`, `,
  )})`
const circle = sql`json_build_object('_id', ${circles._id}, 'Name', ${circles.Name},
  'texts', json_build_array(${circles.Shortname}, ${circles.Location}, ${circles.Description}))`
const event = sql`json_build_object('_id', ${events._id}, 'Name', ${events.Name},
  'startDate', ${wallClockText(events.listStart)},
  'texts', json_build_array(${events.Location}, ${events.Description}))`

const statement = db
  .select({
    buds: sql<FoundBud[]>`${bestOf(buds, bud, hasTextOrPhone, budTexts)}`,
    circles: sql<FoundCircle[]>`${bestOf(circles, circle)}`,
    events: sql<FoundEvent[]>`${bestOf(events, event)}`,
  })
  .from(query)
  .prepare('find')

const nothing: Found = { buds: [], circles: [], events: [] }

/** An empty text finds nothing. */
export async function findRecords(ownerId: string, q: string): Promise<Found> {
  if (q === '') return nothing
  const [found] = await statement.execute({ ownerId, q })
  if (!found) return nothing
  return {
    buds: found.buds.map((bud) => withNote(bud, q)),
    circles: found.circles.map(({ texts, ...circle }) => ({
      ...circle,
      note: reasonOf(circle.Name, texts, q),
    })),
    events: found.events.map(({ texts, ...event }) => ({ ...event, note: reasonOf(event.Name, texts, q) })),
  }
}

/** The part of a text for which a record was found, if its name does not show it. */
function reasonOf(name: string, texts: string[], q: string) {
  if (fold(name).includes(fold(q))) return ''
  return texts.map((text) => excerptOf(text, q)).find(Boolean) ?? ''
}

const excerptLength = 60

/** A text from some words before what is searched for. Empty: it is not there. */
function excerptOf(text: string, q: string) {
  const letters = [...text.normalize().replace(/\s+/g, ' ')]
  const folded = letters.map(fold)
  const at = folded.join('').indexOf(fold(q))
  if (at < 0) return ''
  let first = 0
  for (let length = 0; length < at; first++) length += folded[first]?.length ?? 1
  const near = Math.max(first - excerptLength / 3, 0)
  const space = letters.lastIndexOf(' ', near)
  const start = near - space > excerptLength / 3 ? near : space + 1
  const end = start + excerptLength
  const part = letters.slice(start, end).join('').trim()
  return `${start > 0 ? '…' : ''}${part}${end < letters.length ? '…' : ''}`
}

/** As a search compares letters, quotes and dashes. */
const fold = (text: string) =>
  text
    .normalize()
    .replace(/[‘’]/g, "'")
    .replace(/\p{Pd}/gu, '-')
    .toLowerCase()

/** The note shows why the bud was found, if its name does not. */
function withNote(bud: FoundBud, q: string) {
  const { _id, Firstname, Surname, photo, emails, phones, tags } = bud
  const facts = budFacts
    .map((name) => (name === 'Nickname' && bud.Nickname ? `"${bud.Nickname}"` : bud[name]))
    .filter(Boolean)
  const text = q.toLowerCase()
  const digits = /\p{L}/u.test(q) ? '' : q.replace(/\D/g, '').replace(/^0+/, '')
  const address = emails.find(({ value }) => value.toLowerCase().includes(text))
  const number = digits && phones.find(({ value }) => value.replace(/\D/g, '').includes(digits))
  const tag = tags.find((tag) => tag.toLowerCase().includes(text))
  const isShown = [fullName(bud), ...facts].some((fact) => fact.toLowerCase().includes(text))
  const reason = isShown ? undefined : (address?.value ?? tag ?? (number ? number.value : undefined))
  const archivedAt = bud.archivedAt && new Date(bud.archivedAt).toISOString()
  const note = [reason, ...facts].filter(Boolean).join(' · ')
  return { _id, Firstname, Surname, photo, archivedAt, note }
}
