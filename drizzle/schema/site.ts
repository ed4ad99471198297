import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, interval, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/** Leases: exclusive rights, such as to sync a customer. The lease of a dead process expires. */
export const leases = pgTable('leases', {
  key: text('key').primaryKey(),
  owner: uuid('owner').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** A single row for the installation. */
export const settings = pgTable(
  'settings',
  {
    id: integer('id').primaryKey().default(1),
    requireAccessCode: boolean('require_access_code').notNull().default(false),
    /** How far `clock` is ahead of the system's time. */
    clockOffset: interval('clock_offset').notNull().default('0'),
  },
  () => [check('settings_one_row', sql.raw('id = 1'))],
)

/** What the first start with an empty embedded database has to do. Each part deletes its row when it is done. */
export const firstStartParts = pgTable('first_start_parts', { name: text('name').primaryKey() })

/** Operations that must not run twice, such as a form that is sent again. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    key: text('key').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
    /** What a repeated operation resolves to. */
    result: jsonb('result'),
  },
  (table) => [index('idempotency_keys_expiry').on(table.expiresAt)],
)
