import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type TrialStatus, trialStatuses } from '../../app/account/billing/subscription'
import { type FaceStyle, faceStyles } from '../../app/account/users/user'
import { type DigestFrequency, digestFrequencies } from '../../app/planning/reminders/settings'
import { createdAt, instant, oneOf, searchable, textOrEmpty } from './columns'

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
    faces: text('faces').$type<FaceStyle>().notNull().default('drawn'),
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
    uniqueIndex('users_email').on(sql`search_fold(${table.Email})`),
    index('users_trials').on(table.trialEndsAt).where(sql`trial_status <> 'canceled'`),
    check('users_role', oneOf('role', ['user', 'admin', 'test'])),
    index('users_digests').on(table.nextDigestAt).where(sql`next_digest_at is not null`),
    index('users_ended').on(table.endedAt).where(sql`ended_at is not null`),
    check('users_trial_status', oneOf('trial_status', trialStatuses)),
    check('users_digest', oneOf('digest', digestFrequencies)),
    check('users_faces', oneOf('faces', faceStyles)),
  ],
)

/** The email address within a user's `searchText`. */
export const emailSearchText = sql`split_part(${users.searchText}, chr(31), 2)`

export const ownerId = () =>
  uuid('owner_id')
    .notNull()
    .references(() => users._id, { onDelete: 'cascade' })

export const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users._id, { onDelete: 'cascade' })
