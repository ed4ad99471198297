import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  type ExtraConfigColumn,
  foreignKey,
  index,
  integer,
  interval,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { type TrialStatus, trialStatuses } from '../app/billing/subscription'
import { budtypes, type CustomField } from '../app/buds/bud'
import type { Address, BudDate, LabelledValue } from '../app/buds/contact'
import { circletypes } from '../app/circles/circle'
import type { Milestone } from '../app/circles/milestones'
import { eventtypes } from '../app/events/event'
import {
  type ChangeKind,
  changeKinds,
  type KeptRecord,
  type RecordType,
  type RowImage,
} from '../app/history/change'
import {
  type DateOrder,
  type FileColumn,
  type ImportAction,
  type ImportedRecord,
  type ImportFormat,
  importActions,
  importFormats,
  type MatchRule,
  matchRules,
  type StoredState,
  storedStates,
} from '../app/imports/import'
import { interactionKinds } from '../app/interactions/interaction'
import { type LinkKind, linkKinds } from '../app/links/link'
import { type MailDetails, type MailState, mailStates } from '../app/mail/mail'
import { type DigestFrequency, digestFrequencies } from '../app/reminders/settings'

const instant = (name: string) => timestamp(name, { withTimezone: true })
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** Text that is compared and sorted byte by byte. */
const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' })
/** A wall-clock time without a time zone, `YYYY-MM-DDTHH:mm`. */
const wallClock = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(0) without time zone',
  fromDriver: (value) => value.slice(0, 16).replace(' ', 'T'),
})
const textArray = (name: string) => text(name).array().notNull().default([])
const textOrEmpty = (name: string) => text(name).notNull().default('')
const listOf = <T>(name: string) => jsonb(name).$type<T[]>().notNull().default([])
const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`)

/** A day without a time, `YYYY-MM-DD`. */
const day = (name: string) => date(name, { mode: 'string' })

/** Ids are UUIDs of version 7, which contain their time of creation. */
const createdAt = () => instant('created_at').notNull().generatedAlwaysAs(sql`uuid_time(id)`)

/**
 * Versions of records, for `If-Match` and the edit forms. Each update takes the next number of the sequence. An undone
 * change restores the version of the row, and no other content ever has that number.
 */
export const versions = pgSequence('versions')
export const nextVersion = sql`nextval('versions')`
const version = () => bigint('version', { mode: 'number' }).notNull().default(nextVersion)

/** The separator keeps a search from matching across two fields. */
const joined = (fields: string[]) => fields.join(' || chr(31) || ')

/** The text that a search matches. */
const searchable = (...fields: [string, ...string[]]) =>
  text('search_text')
    .notNull()
    .generatedAlwaysAs(sql.raw(`search_fold(${joined(fields)})`))

/**
 * The text that a search matches, for the lists of records, whose indexes contain it. Bytes are compared faster than
 * characters. A text that is too long for an index row is in `longSearchText` alone, which is null for all other rows.
 */
const listSearchable = (...fields: [string, ...string[]]) => {
  const folded = `search_bytes(${joined(fields)})`
  const isShort = `octet_length(${folded}) <= 1600`
  return {
    searchText: bytes('search_text')
      .notNull()
      .generatedAlwaysAs(sql.raw(`case when ${isShort} then ${folded} else '' end`)),
    longSearchText: bytes('long_search_text').generatedAlwaysAs(
      sql.raw(`case when not ${isShort} then ${folded} end`),
    ),
  }
}

export const users = pgTable(
  'users',
  {
    _id: uuid('id').primaryKey(),
    Firstname: textOrEmpty('first_name'),
    Surname: textOrEmpty('surname'),
    Email: text('email').notNull(),
    Location: textOrEmpty('location'),
    /** URL of the picture. Null: no picture. */
    avatar: text('avatar'),
    Role: text('role').$type<'user' | 'admin' | 'test'>().notNull().default('user'),
    isTestAccount: boolean('is_test_account').notNull().default(false),
    /** Null: no login by password, as for the demo account. */
    passwordHash: text('password_hash'),
    trialEndsAt: instant('trial_ends_at').notNull(),
    /** Last step of the trial job: `ending` once the end is announced, `canceled` once the trial is over. */
    trialStatus: text('trial_status').$type<TrialStatus>().notNull().default('trialing'),
    /** IANA name. Null until it is set: UTC. */
    timeZone: text('time_zone'),
    digest: text('digest').$type<DigestFrequency>().notNull().default('off'),
    /** Local hour. */
    digestHour: integer('digest_hour').notNull().default(8),
    /** Of the weekly digest, from 1 (Monday). */
    digestWeekday: integer('digest_weekday').notNull().default(1),
    /** How many days ahead the digest names dates. */
    leadDays: integer('lead_days').notNull().default(3),
    /** The address that a mailed link has verified. Null: none. */
    verifiedEmail: text('verified_email'),
    /** When the next digest is due. Null while there is no digest. */
    nextDigestAt: instant('next_digest_at'),
    /** The account is ended: the row has no personal data and is deleted after the user's data. Null: a live account. */
    endedAt: instant('ended_at'),
    createdAt: createdAt(),
    searchText: searchable("first_name || ' ' || surname", 'email'),
  },
  (table) => [
    uniqueIndex('users_email').on(sql`lower(${table.Email})`),
    index('users_trials').on(table.trialEndsAt).where(sql`trial_status <> 'canceled'`),
    check('users_role', oneOf('role', ['user', 'admin', 'test'])),
    index('users_digests').on(table.nextDigestAt).where(sql`next_digest_at is not null`),
    index('users_ended').on(table.endedAt).where(sql`ended_at is not null`),
    check('users_trial_status', oneOf('trial_status', trialStatuses)),
    check('users_digest', oneOf('digest', digestFrequencies)),
  ],
)

/** The email address within a user's `searchText`. */
export const emailSearchText = sql`split_part(${users.searchText}, chr(31), 2)`

const ownerId = () =>
  uuid('owner_id')
    .notNull()
    .references(() => users._id, { onDelete: 'cascade' })

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users._id, { onDelete: 'cascade' })

/** The cookie holds the session's id, the database only a hash of it. */
export const sessions = pgTable(
  'sessions',
  { idHash: text('id_hash').primaryKey(), userId: userId(), expiresAt: instant('expires_at').notNull() },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
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
    index('links_user').on(table.userId, table.kind),
    index('links_expiry').on(table.expiresAt),
    check('links_kind', oneOf('kind', linkKinds)),
  ],
)

export const avatars = pgTable('avatars', {
  userId: userId().primaryKey(),
  picture: bytes('picture').notNull(),
})

/** A user's Stripe customer and a copy of the state of the subscription. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    userId: userId().primaryKey(),
    customerId: text('customer_id').unique(),
    subscriptionId: text('subscription_id'),
    /** Stripe's status, which may be one that the app does not know. Null: no subscription. */
    stripeStatus: text('stripe_status'),
    currentPeriodEnd: instant('current_period_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** The last checkout session. A user has one open session at most. */
    checkoutId: text('checkout_id'),
    isCheckoutOpen: boolean('is_checkout_open').notNull().default(false),
    fetchedAt: instant('fetched_at'),
  },
  (table) => [index('subscriptions_fetched').on(table.fetchedAt).where(sql`customer_id is not null`)],
)

/** Leases: exclusive rights, such as to sync a customer. The lease of a dead process expires. */
export const leases = pgTable('leases', {
  key: text('key').primaryKey(),
  owner: uuid('owner').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** Received Stripe events. `done_at` is set when the subscription is synced. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    _id: text('id').primaryKey(),
    type: text('type').notNull(),
    receivedAt: instant('received_at').notNull(),
    doneAt: instant('done_at'),
  },
  (table) => [index('stripe_events_received').on(table.receivedAt)],
)

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

/** Operations that must not run twice, such as a form that is sent again. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  { key: text('key').primaryKey(), expiresAt: instant('expires_at').notNull() },
  (table) => [index('idempotency_keys_expiry').on(table.expiresAt)],
)

/** API requests of a user in the minute that began at `minute`. */
export const rateLimits = pgTable('rate_limits', {
  userId: userId().primaryKey(),
  minute: instant('minute').notNull(),
  requests: integer('requests').notNull(),
})

/** Sort key of a name. */
const keyOfName = (name: SQL) =>
  bytewise('name_key').notNull().generatedAlwaysAs(sql`left(name_fold(${name}), 200)`)

type Column = Partial<ExtraConfigColumn>
type ListColumns = Record<'ownerId' | '_id' | 'nameKey' | 'searchText' | 'longSearchText', Column>

/**
 * The indexes of a list: two for each sort, for queries with and without a filter by type. Ids are UUIDv7, so the order
 * of ids is that of creation. The indexes contain the searched text, so that a search reads the index alone.
 */
const listIndexes = (list: string, table: ListColumns, type: Column) => {
  const { ownerId, _id, nameKey, searchText, longSearchText } = table
  return [
    index(`${list}_by_time`).on(ownerId, _id, searchText),
    index(`${list}_by_type`).on(ownerId, type, _id, searchText),
    index(`${list}_by_name`).on(ownerId, nameKey, _id, searchText),
    index(`${list}_by_type_and_name`).on(ownerId, type, nameKey, _id, searchText),
    index(`${list}_long_text`).on(ownerId, _id).where(sql.raw('long_search_text is not null')),
  ]
}

export const buds = pgTable(
  'buds',
  {
    ownerId: ownerId(),
    _id: uuid('id').notNull(),
    Firstname: textOrEmpty('first_name'),
    Surname: textOrEmpty('surname'),
    Nickname: textOrEmpty('nickname'),
    Occupation: textOrEmpty('occupation'),
    Location: textOrEmpty('location'),
    OccupationLocation: textOrEmpty('occupation_location'),
    Budtype: text('budtype').$type<(typeof budtypes)[number]>().notNull().default('Other'),
    hobbies: textArray('hobbies'),
    preferences: textArray('preferences'),
    industry: textArray('industry'),
    origination: textArray('origination'),
    LastInteraction: textOrEmpty('last_interaction'),
    emails: listOf<LabelledValue>('emails'),
    phones: listOf<LabelledValue>('phones'),
    addresses: listOf<Address>('addresses'),
    links: listOf<LabelledValue>('links'),
    dates: listOf<BudDate>('dates'),
    notes: textOrEmpty('notes'),
    customFields: listOf<CustomField>('custom_fields'),
    /** Days between contacts. Null: the shortest cadence of the bud's circles. */
    cadenceDays: integer('cadence_days'),
    /** The bud is not due before this day. */
    snoozedUntil: day('snoozed_until'),
    /** Path of the photo in `budPhotos`, which contains a hash of it. Null: no photo. */
    photo: text('photo'),
    version: version(),
    createdAt: createdAt(),
    nameKey: keyOfName(sql`first_name || ' ' || surname`),
    ...listSearchable(
      "first_name || ' ' || surname",
      'nickname',
      'occupation',
      'location',
      'values_text(emails)',
      'phone_text(phones)',
    ),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table._id] }),
    ...listIndexes('buds', table, table.Budtype),
    check('buds_type', oneOf('budtype', budtypes)),
  ],
)

export const circles = pgTable(
  'circles',
  {
    ownerId: ownerId(),
    _id: uuid('id').notNull(),
    Name: textOrEmpty('name'),
    Shortname: textOrEmpty('shortname'),
    Description: textOrEmpty('description'),
    Location: textOrEmpty('location'),
    Circletype: text('circletype').$type<(typeof circletypes)[number]>().notNull().default('Other'),
    milestones: listOf<Milestone>('milestones'),
    /** Days between contacts with each bud of the circle. Null: no reminder. */
    cadenceDays: integer('cadence_days'),
    version: version(),
    createdAt: createdAt(),
    nameKey: keyOfName(sql`name`),
    ...listSearchable('name', 'shortname', 'description', 'location'),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table._id] }),
    ...listIndexes('circles', table, table.Circletype),
    check('circles_type', oneOf('circletype', circletypes)),
  ],
)

/** The calendar finds short events by their start, and long ones by their end. */
const isLong = "end_date > start_date + interval '31 days'"

export const events = pgTable(
  'events',
  {
    ownerId: ownerId(),
    _id: uuid('id').notNull(),
    Name: textOrEmpty('name'),
    Description: textOrEmpty('description'),
    Location: textOrEmpty('location'),
    Eventtype: text('eventtype').$type<(typeof eventtypes)[number]>().notNull().default('Other'),
    startDate: wallClock('start_date').notNull(),
    endDate: wallClock('end_date').notNull(),
    version: version(),
    createdAt: createdAt(),
    nameKey: keyOfName(sql`name`),
    ...listSearchable('name', 'description', 'location'),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table._id] }),
    ...listIndexes('events', table, table.Eventtype),
    check('events_type', oneOf('eventtype', eventtypes)),
    check('events_end', sql.raw('end_date >= start_date')),
    index('events_by_start').on(table.ownerId, table.startDate),
    index('events_long').on(table.ownerId, table.endDate).where(sql.raw(isLong)),
  ],
)

/** Calls, messages, meetings and other contacts with buds, and notes about them. */
export const interactions = pgTable(
  'interactions',
  {
    ownerId: ownerId(),
    _id: uuid('id').notNull(),
    kind: text('kind').$type<(typeof interactionKinds)[number]>().notNull().default('other'),
    on: day('on_day').notNull(),
    note: textOrEmpty('note'),
    version: version(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table._id] }),
    index('interactions_by_day').on(table.ownerId, table.on, table._id),
    check('interactions_kind', oneOf('kind', interactionKinds)),
  ],
)

/** Links circles, events or interactions to buds. The foreign keys ensure that linked records have the same owner. */
const budLinkTable = (
  recordTable: typeof circles | typeof events | typeof interactions,
  name: string,
  column: string,
) =>
  pgTable(
    name,
    {
      ownerId: uuid('owner_id').notNull(),
      recordId: uuid(column).notNull(),
      budId: uuid('bud_id').notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.ownerId, table.recordId, table.budId] }),
      index(`${name}_bud`).on(table.ownerId, table.budId, table.recordId),
      foreignKey({
        name: `${name}_of`,
        columns: [table.ownerId, table.recordId],
        foreignColumns: [recordTable.ownerId, recordTable._id],
      }).onDelete('cascade'),
      foreignKey({
        name: `${name}_own`,
        columns: [table.ownerId, table.budId],
        foreignColumns: [buds.ownerId, buds._id],
      }).onDelete('cascade'),
    ],
  )

export const circleBuds = budLinkTable(circles, 'circle_buds', 'circle_id')
export const eventBuds = budLinkTable(events, 'event_buds', 'event_id')
export const interactionBuds = budLinkTable(interactions, 'interaction_buds', 'interaction_id')

/** The foreign key of a table with rows that belong to a bud. */
const ofBud = <T extends string>(
  name: string,
  table: Record<'ownerId' | 'budId', AnyPgColumn<{ tableName: T }>>,
) =>
  foreignKey({
    name,
    columns: [table.ownerId, table.budId],
    foreignColumns: [buds.ownerId, buds._id],
  }).onDelete('cascade')

/**
 * When each bud was contacted last, and when it is due. The function `update_contact_status` derives the rows from the
 * user's data, and triggers call it. A bud without a row has neither a contact nor a cadence.
 */
export const contactStatus = pgTable(
  'contact_status',
  {
    ownerId: uuid('owner_id').notNull(),
    budId: uuid('bud_id').notNull(),
    lastContactOn: day('last_contact_on'),
    /** The interaction or event of the last contact. */
    lastContactId: uuid('last_contact_id'),
    /** The cadence in effect: the bud's own, or the shortest of its circles. */
    cadenceDays: integer('cadence_days'),
    dueOn: day('due_on'),
    /** When the next event of the bud ends and counts as contact. */
    recheckAt: instant('recheck_at'),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.budId] }),
    index('contact_status_due')
      .on(table.ownerId, table.dueOn, table.cadenceDays, table.budId)
      .where(sql`due_on is not null`),
    index('contact_status_recheck').on(table.recheckAt).where(sql`recheck_at is not null`),
    ofBud('contact_status_of', table),
  ],
)

/** The dates of buds by day of the year. A trigger derives them from `buds.dates`. */
export const budDates = pgTable(
  'bud_dates',
  {
    ownerId: uuid('owner_id').notNull(),
    budId: uuid('bud_id').notNull(),
    n: integer('n').notNull(),
    /** Month * 100 + day. */
    monthDay: integer('month_day').notNull(),
    year: integer('year'),
    label: textOrEmpty('label'),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.budId, table.n] }),
    index('bud_dates_by_day').on(table.ownerId, table.monthDay, table.budId, table.n),
    ofBud('bud_dates_of', table),
  ],
)

/** Photos of buds as WebP. */
export const budPhotos = pgTable(
  'bud_photos',
  {
    ownerId: uuid('owner_id').notNull(),
    budId: uuid('bud_id').notNull(),
    picture: bytes('picture').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.budId] }), ofBud('bud_photos_of', table)],
)

/** Change sets: one for each thing that a user did. The trigger `record_change` inserts them. */
export const changes = pgTable(
  'changes',
  {
    ownerId: ownerId(),
    _id: uuid('id').notNull(),
    kind: text('kind').$type<ChangeKind>().notNull(),
    /** Name of the record that was changed, or of the imported file. */
    name: textOrEmpty('name'),
    undoneAt: instant('undone_at'),
    /** The change set that this one has undone. */
    undoes: uuid('undoes'),
    /** How many records a large undo has dealt with, which continues in the background. Null: it is complete. */
    position: integer('position'),
    /** What an undo has kept, because it was changed since. */
    kept: listOf<KeptRecord>('kept'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table._id] }),
    index('changes_by_age').on(table._id),
    index('changes_deleted')
      .on(table.ownerId, table._id)
      .where(sql.raw("kind = 'delete' and undone_at is null")),
    index('changes_unfinished').on(table._id).where(sql.raw('position is not null')),
    check('changes_kind', oneOf('kind', changeKinds)),
  ],
)

/** The rows of a change set. The images are rows as JSON without generated columns; of an update, the changed columns. */
export const changeRows = pgTable(
  'change_rows',
  {
    ownerId: uuid('owner_id').notNull(),
    changeId: uuid('change_id').notNull(),
    n: bigint('n', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    table: text('table_name').notNull(),
    /** The bud, circle or event that the row belongs to. */
    recordId: uuid('record_id').notNull(),
    /** Null: the row was inserted. */
    before: jsonb('before').$type<RowImage>(),
    /** Null: the row was deleted. */
    after: jsonb('after').$type<RowImage>(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.changeId, table.n] }),
    index('change_rows_record').on(table.ownerId, table.recordId, table.changeId),
    foreignKey({
      name: 'change_rows_of',
      columns: [table.ownerId, table.changeId],
      foreignColumns: [changes.ownerId, changes._id],
    }).onDelete('cascade'),
  ],
)

/** Imports of files. Their change sets have the changes. */
export const imports = pgTable(
  'imports',
  {
    ownerId: ownerId(),
    _id: uuid('id').notNull(),
    format: text('format').$type<ImportFormat>().notNull(),
    /** Name of the file. */
    name: textOrEmpty('name'),
    /** Whether it is undone is the state of its change set. */
    state: text('state').$type<StoredState>().notNull().default('reading'),
    /** The columns of a CSV file. */
    columns: listOf<FileColumn>('columns'),
    /** The field of each column of a CSV file. Null for other files. */
    mapping: jsonb('mapping').$type<(string | null)[]>(),
    /** The orders of day and month that the dates of each column allow. */
    orders: jsonb('orders').$type<unknown>(),
    dateOrder: text('date_order').$type<DateOrder>(),
    onMatch: text('on_match').$type<MatchRule>().notNull().default('fill'),
    /** Whether categories become circles. */
    groups: boolean('groups').notNull().default(false),
    /** The change set of the import. Null until it is applied. */
    changeId: uuid('change_id'),
    total: integer('total').notNull().default(0),
    /** How many rows or records the work of the state has dealt with. */
    done: integer('done').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table._id] }),
    index('imports_active').on(table._id).where(sql.raw("state in ('reading', 'applying')")),
    check('imports_format', oneOf('format', importFormats)),
    check('imports_state', oneOf('state', storedStates)),
    check('imports_on_match', oneOf('on_match', matchRules)),
  ],
)

const ofImport = <T extends string>(
  name: string,
  table: Record<'ownerId' | 'importId', AnyPgColumn<{ tableName: T }>>,
) =>
  foreignKey({
    name,
    columns: [table.ownerId, table.importId],
    foreignColumns: [imports.ownerId, imports._id],
  }).onDelete('cascade')

/** The file of an import in parts, until it is applied. */
export const importFiles = pgTable(
  'import_files',
  {
    ownerId: uuid('owner_id').notNull(),
    importId: uuid('import_id').notNull(),
    n: integer('n').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.importId, table.n] }),
    ofImport('import_files_of', table),
  ],
)

/** The records of a file, in its order. */
export const importRows = pgTable(
  'import_rows',
  {
    ownerId: uuid('owner_id').notNull(),
    importId: uuid('import_id').notNull(),
    n: integer('n').notNull(),
    /** The line of the file on which the record begins. */
    line: integer('line').notNull(),
    type: text('type').$type<RecordType>().notNull().default('bud'),
    /** Null if the record cannot be imported. */
    record: jsonb('record').$type<ImportedRecord>(),
    /** The photo, as it is stored. */
    picture: bytes('picture'),
    action: text('action').$type<ImportAction>().notNull(),
    reason: textOrEmpty('reason'),
    matchId: uuid('match_id'),
    /** The user's choice for this row. Null: that of the import. */
    onMatch: text('on_match').$type<MatchRule>(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.importId, table.n] }),
    index('import_rows_by_action').on(table.ownerId, table.importId, table.action, table.n),
    ofImport('import_rows_of', table),
    check('import_rows_action', oneOf('action', importActions)),
    check('import_rows_on_match', oneOf('on_match', matchRules)),
  ],
)

/**
 * Pairs of buds that are no duplicates, as the user said. `a` is the lower id. Without foreign keys to the buds, so that
 * a pair is still known after the deletion of a bud is undone.
 */
export const dismissedDuplicates = pgTable(
  'dismissed_duplicates',
  { ownerId: ownerId(), a: uuid('a').notNull(), b: uuid('b').notNull() },
  (table) => [primaryKey({ columns: [table.ownerId, table.a, table.b] })],
)

/**
 * What the buds of an owner may share if they are duplicates (product 20.4), as hashes. A trigger derives them from
 * `buds`. Buds with a common key are compared by `app/duplicates`, which knows what a key stands for.
 */
export const duplicateKeys = pgTable(
  'duplicate_keys',
  {
    ownerId: uuid('owner_id').notNull(),
    budId: uuid('bud_id').notNull(),
    /** Keys of 4 bytes: 28 bits of a hash and 4 bits for the kind. */
    keys: bytes('keys').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.budId] }), ofBud('duplicate_keys_of', table)],
)

/** Blog posts. They have no owner. */
export const posts = pgTable(
  'posts',
  {
    _id: uuid('id').primaryKey(),
    slug: text('slug').notNull().unique(),
    title: textOrEmpty('title'),
    excerpt: textOrEmpty('excerpt'),
    content: textOrEmpty('content'),
    author: textOrEmpty('author'),
    tags: textArray('tags'),
    featured: boolean('featured').notNull().default(false),
    published: boolean('published').notNull().default(false),
    metaDescription: textOrEmpty('meta_description'),
    featuredImage: textOrEmpty('featured_image'),
    readTime: integer('read_time').notNull().default(1),
    version: version(),
    createdAt: createdAt(),
    publishedAt: instant('published_at'),
    searchText: searchable('title', 'excerpt', 'html_text(content)'),
  },
  (table) => [
    index('posts_newest').on(table.publishedAt.desc(), table._id).where(sql.raw('published')),
    index('posts_featured').on(table.publishedAt.desc(), table._id).where(sql.raw('published and featured')),
    index('posts_by_tag').using('gin', table.tags).where(sql.raw('published')),
    index('posts_search')
      .using('gin', sql`text_pieces(search_text)`)
      .with({ fastupdate: false })
      .where(sql.raw('published')),
    check('posts_published', sql.raw('not published or published_at is not null')),
  ],
)

/** Number of published posts with a tag. A trigger on `posts` updates it. */
export const postTags = pgTable('post_tags', { tag: bytewise('tag').primaryKey(), n: integer('n').notNull() })
