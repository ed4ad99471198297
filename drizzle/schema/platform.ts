import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type FeedKind, feedKinds } from '../../app/integrations/feeds/feed'
import { type TokenScope, tokenScopes } from '../../app/integrations/tokens/token'
import {
  type DeliveryState,
  deliveryStates,
  type OffReason,
  offReasons,
  type RecordEventType,
} from '../../app/integrations/webhooks/webhook'
import { createdAt, day, instant, oneOf, textOrEmpty } from './columns'
import { ownerId, userId } from './users'

/** Tokens of programs that call the API. The program has the token, the database only a hash of it. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    _id: uuid('id').primaryKey(),
    userId: userId(),
    tokenHash: text('token_hash').notNull().unique(),
    name: text('name').notNull(),
    scope: text('scope').$type<TokenScope>().notNull(),
    /** The last characters of the token, by which its owner recognises it. */
    hint: text('hint').notNull(),
    /** Null: never. */
    expiresAt: instant('expires_at'),
    lastUsedOn: day('last_used_on'),
    createdAt: createdAt(),
  },
  (table) => [
    index('api_tokens_user').on(table.userId, table._id),
    check('api_tokens_scope', oneOf('scope', tokenScopes)),
  ],
)

/** Calendar feeds. The address of a feed is a link of the kind `feeds` about its id. */
export const feeds = pgTable(
  'feeds',
  {
    _id: uuid('id').primaryKey(),
    userId: userId(),
    kind: text('kind').$type<FeedKind>().notNull(),
    /** Whether events name their attendees. */
    names: boolean('names').notNull().default(false),
    /** Null: never. */
    expiresAt: instant('expires_at'),
    lastUsedOn: day('last_used_on'),
    createdAt: createdAt(),
  },
  (table) => [index('feeds_user').on(table.userId, table._id), check('feeds_kind', oneOf('kind', feedKinds))],
)

const isUnfinished = sql`state in ('pending', 'sending')`

/** Addresses that are told of the changes to a user's records. */
export const webhooks = pgTable(
  'webhooks',
  {
    _id: uuid('id').primaryKey(),
    userId: userId(),
    name: textOrEmpty('name'),
    url: text('url').notNull(),
    /** The events that it is told of. Null: all. */
    types: text('types').array().$type<RecordEventType[]>(),
    /** Signs the deliveries. Encrypted. */
    secret: text('secret').notNull(),
    /** Since when no delivery has succeeded. Null: the last one did, or there was none. */
    failingSince: instant('failing_since'),
    /** When it was switched off. Null: it is on. */
    offSince: instant('off_since'),
    offReason: text('off_reason').$type<OffReason>(),
    createdAt: createdAt(),
  },
  (table) => [
    index('webhooks_user').on(table.userId, table._id),
    check('webhooks_off_reason', oneOf('off_reason', offReasons)),
  ],
)

/**
 * The kind of record that a row of a change belongs to, by its table: `capture_webhook_events` reads it, and so do the
 * counts of what a device has changed.
 */
export const webhookSources = pgTable('webhook_sources', {
  tableName: text('table_name').primaryKey(),
  type: text('type').notNull(),
  /** Whether the row is the record itself, so that its first and last row create and delete it. */
  isRecord: boolean('is_record').notNull(),
})

/**
 * The outbox of webhooks: one row for each event and webhook. The trigger `capture_webhook_events` inserts those of
 * change sets.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    _id: uuid('id').primaryKey(),
    ownerId: ownerId(),
    /** Not a foreign key, so that the removal of a webhook does not cascade: its deliveries follow in batches. */
    webhookId: uuid('webhook_id').notNull(),
    type: text('type').notNull(),
    /** The record that was changed. Null: more records than an event names. */
    recordId: uuid('record_id'),
    /** Null: a test. */
    changeId: uuid('change_id'),
    state: text('state').$type<DeliveryState>().notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** The HTTP status of the last response. Null: none yet, or the last attempt got none. */
    status: integer('status'),
    /** Why the last attempt failed. */
    problem: text('problem'),
    /** Time of the next attempt while pending, of the last change of state otherwise. */
    at: instant('at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('webhook_deliveries_owner').on(table.ownerId),
    index('webhook_deliveries_list').on(table.webhookId, table._id),
    index('webhook_deliveries_due').on(table.state, table.at).where(isUnfinished),
    index('webhook_deliveries_next').on(table.webhookId, table.at).where(isUnfinished),
    check('webhook_deliveries_state', oneOf('state', deliveryStates)),
  ],
)
