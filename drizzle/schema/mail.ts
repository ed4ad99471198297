import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type MailDetails, type MailState, mailStates } from '../../app/base/mail/mail'
import { instant, oneOf } from './columns'
import { users } from './users'

/** The outbox: mails to send and mails that were sent. The text is composed when a mail is sent. */
export const mails = pgTable(
  'mails',
  {
    _id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    userId: uuid('user_id').references(() => users._id, { onDelete: 'cascade' }),
    /** Deduplication key, such as the id of an invoice: a user gets one mail per kind and key. */
    about: text('about').notNull(),
    /** Null: the user's own email address. */
    recipient: text('recipient'),
    details: jsonb('details').$type<MailDetails>().notNull().default({}),
    state: text('state').$type<MailState>().notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** Time of the next attempt while pending, of the last change of state otherwise. */
    at: instant('at').notNull(),
  },
  (table) => [
    uniqueIndex('mails_once').on(table.userId, table.kind, table.about),
    index('mails_state').on(table.state, table.at).where(sql`state in ('pending', 'sending')`),
    index('mails_old').on(table.at).where(sql`state in ('sent', 'discarded')`),
    check('mails_state', oneOf('state', mailStates)),
  ],
)

/** Email addresses that get no mail, after a hard bounce or a spam complaint. */
export const bouncedAddresses = pgTable('bounced_addresses', {
  address: text('address').primaryKey(),
  at: instant('at').notNull(),
})
