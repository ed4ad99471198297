import { sql } from 'drizzle-orm'
import { customType, date, jsonb, text, timestamp } from 'drizzle-orm/pg-core'

export const instant = (name: string) => timestamp(name, { withTimezone: true })

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Text that is compared and sorted byte by byte. */
export const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** A wall-clock time without a time zone, `YYYY-MM-DDTHH:mm`. */
export const wallClock = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(0) without time zone',
  fromDriver: (value) => value.slice(0, 16).replace(' ', 'T'),
})

export const textArray = (name: string) => text(name).array().notNull().default([])

export const textOrEmpty = (name: string) => text(name).notNull().default('')

export const listOf = <T>(name: string) => jsonb(name).$type<T[]>().notNull().default([])

export const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`)

/** A day without a time, `YYYY-MM-DD`. */
export const day = (name: string) => date(name, { mode: 'string' })

/** Ids are UUIDs of version 7, which contain their time of creation. */
export const createdAt = () => instant('created_at').notNull().generatedAlwaysAs(sql`uuid_time(id)`)

/** The separator keeps a search from matching across two fields. */
export const joined = (fields: string[]) => fields.join(' || chr(31) || ')

/** The text that a search matches. */
export const searchable = (...fields: [string, ...string[]]) =>
  text('search_text')
    .notNull()
    .generatedAlwaysAs(sql.raw(`search_fold(${joined(fields)})`))
