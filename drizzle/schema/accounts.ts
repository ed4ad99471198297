import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { type LinkKind, linkKinds } from '../../app/base/links/link'
import { bytes, createdAt, day, instant, oneOf, searchable, textArray, textOrEmpty } from './columns'
import { userId, users } from './users'

/** The cookie holds the session's id, the database only a hash of it. */
export const sessions = pgTable(
  'sessions',
  {
    idHash: text('id_hash').primaryKey(),
    /** Names the session to its user. It opens nothing. */
    _id: uuid('id').notNull().unique().defaultRandom(),
    userId: userId(),
    expiresAt: instant('expires_at').notNull(),
    /** The `User-Agent` of the sign-in. */
    device: textOrEmpty('device'),
    /** The IP address of the sign-in. */
    address: textOrEmpty('address'),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** The password was right, and the code of the second factor is missing: the session opens only `/login/code`. */
    needsCode: boolean('needs_code').notNull().default(false),
    /** When its password, passkey or code was last given on a screen, or beside an operation. Null: not yet. */
    provenAt: instant('proven_at'),
    /** A form that was typed before the sign-in, encrypted. It is shown once. */
    keptForm: text('kept_form'),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)

/** Second factors: the secret of an authenticator app. */
export const secondFactors = pgTable('second_factors', {
  userId: userId().primaryKey(),
  /** Encrypted. */
  secret: text('secret').notNull(),
  /** The 30-second step of the last code that was used: a code works once. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** Null: not in effect until a code confirms it. */
  confirmedAt: instant('confirmed_at'),
})

/** Codes that replace one of the app, each once. The user has the code, the database only a hash of it. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { userId: userId(), codeHash: text('code_hash').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** Passkeys (WebAuthn credentials). The device has the private key, the database the public one. */
export const passkeys = pgTable(
  'passkeys',
  {
    _id: uuid('id').primaryKey(),
    userId: userId(),
    /** The id that the device gave, base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** A COSE key. */
    publicKey: bytes('public_key').notNull(),
    /** Of the last sign-in. It grows with each one, or is always 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How the browser reaches the device, such as 'internal' or 'usb'. */
    transports: textArray('transports'),
    name: text('name').notNull(),
    lastUsedOn: day('last_used_on'),
    createdAt: createdAt(),
  },
  (table) => [index('passkeys_user').on(table.userId, table._id)],
)

/** Challenges that a passkey has to sign. Each is deleted when it comes back: it works once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    /** A hash of the challenge. */
    challengeHash: text('challenge_hash').primaryKey(),
    /** Whoever registers a passkey; null: somebody who signs in. */
    userId: uuid('user_id').references(() => users._id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_user').on(table.userId),
    index('passkey_challenges_expiry').on(table.expiresAt),
  ],
)

export const passwordResets = pgTable(
  'password_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: userId(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('password_resets_user').on(table.userId)],
)

/** Lower-case email addresses with a pending request for a password reset link. */
export const resetRequests = pgTable('reset_requests', { email: text('email').primaryKey() })

/**
 * The new email address of an account until a mailed link confirms it. `token_hash` is null until that mail is
 * composed.
 */
export const emailChanges = pgTable('email_changes', {
  userId: userId().primaryKey(),
  email: text('email').notNull(),
  tokenHash: text('token_hash').unique(),
  expiresAt: instant('expires_at').notNull(),
})

/** Links of mails that act without a session. The link has the token, the database only a hash of it. */
export const links = pgTable(
  'links',
  {
    tokenHash: text('token_hash').primaryKey(),
    kind: text('kind').$type<LinkKind>().notNull(),
    userId: userId(),
    /** What the link acts on, such as the email address to verify. */
    about: textOrEmpty('about'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('links_user').on(table.userId, table.kind, table.about),
    index('links_expiry').on(table.expiresAt),
    check('links_kind', oneOf('kind', linkKinds)),
  ],
)

export const avatars = pgTable('avatars', {
  userId: userId().primaryKey(),
  picture: bytes('picture').notNull(),
})

export const accessCodes = pgTable(
  'access_codes',
  {
    _id: uuid('id').primaryKey(),
    code: text('code').notNull().unique(),
    isUsed: boolean('is_used').notNull().default(false),
    usedBy: uuid('used_by').references(() => users._id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    searchText: searchable('code'),
  },
  (table) => [index('access_codes_used_by').on(table.usedBy)],
)

/**
 * Counters of throttles and quotas: attempts at an operation, such as a sign-in or a mail, by account, client or email
 * address. No attempt is allowed before `next_at`.
 */
export const throttleCounters = pgTable(
  'attempts',
  {
    key: text('key').primaryKey(),
    attempts: integer('attempts').notNull(),
    nextAt: instant('next_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('attempts_expiry').on(table.expiresAt)],
)

/** API requests of a user in the minute that began at `minute`. */
export const rateLimits = pgTable('rate_limits', {
  userId: userId().primaryKey(),
  minute: instant('minute').notNull(),
  requests: integer('requests').notNull(),
})
