import { sql } from 'drizzle-orm'
import { bigint, pgSequence } from 'drizzle-orm/pg-core'

/**
 * Versions of records, for `If-Match` and the edit forms. Each update takes the next number of the sequence. An undone
 * change restores the version of the row, and no other content ever has that number.
 */
export const versions = pgSequence('versions')

export const nextVersion = sql`nextval('versions')`

export const version = () => bigint('version', { mode: 'number' }).notNull().default(nextVersion)
