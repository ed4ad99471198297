import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type FeedKind, feedKinds } from '../../app/feeds/feed'
import { type TokenScope, tokenScopes } from '../../app/tokens/token'
import { createdAt, day, instant, oneOf } from './columns'
import { userId } from './users'

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
    createdAt: createdAt(),
  },
  (table) => [index('feeds_user').on(table.userId, table._id), check('feeds_kind', oneOf('kind', feedKinds))],
)
