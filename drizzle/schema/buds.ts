import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bit,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { budtypes, type CustomField } from '../../app/people/buds/bud'
import type { Address, BudDate, LabelledValue } from '../../app/people/buds/contact'
import { facetBits } from '../../app/people/buds/facets'
import type { ProposedFields } from '../../app/people/proposals/proposal'
import { type RelationKind, relationKinds } from '../../app/people/relations/relation'
import { bytes, createdAt, day, instant, listOf, oneOf, textArray, textOrEmpty } from './columns'
import { keyOfName, listIndexes, listSearchable } from './lists'
import { ownerId } from './users'
import { version } from './versions'

/**
 * The bytes of the longest text, and of the longest tags, in an index row, which has 2,704 at most. By name, it has a key of
 * the name of 804 and about 100 others too.
 */
const most = { text: 1000, tags: 750 }

/** The rows whose searched text or tags no index of the list has. */
export const hasLongBudText = sql`long_search_text is not null or long_tag_text is not null`

/** What a search of buds looks for, in the order of the stored text. */
export const searchedTexts: [string, ...string[]] = [
  'both_names(first_name, surname)',
  'nickname',
  'occupation',
  'location',
  'values_text(emails)',
  'phones_text(phones)',
]

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
    tags: textArray('tags'),
    /** Days between contacts. Null: the shortest cadence of the bud's circles. */
    cadenceDays: integer('cadence_days'),
    /** The bud is not due before this day. */
    snoozedUntil: day('snoozed_until'),
    /** Path of the photo in `budPhotos`, which contains a hash of it. Null: no photo. */
    photo: text('photo'),
    /** Archived buds are out of lists, reminders and suggestions. Null: the bud is not archived. */
    archivedAt: instant('archived_at'),
    version: version(),
    createdAt: createdAt(),
    nameKey: keyOfName(sql`first_name || ' ' || surname`),
    /** What filters look for (`app/people/buds/facets.ts`), a bit for each. */
    facets: bit('facets', { dimensions: facetBits })
      .notNull()
      .generatedAlwaysAs(
        sql.raw(
          'bud_facets(emails, phones, addresses, photo, dates, notes, hobbies, preferences, industry, origination)',
        ),
      ),
    /**
     * The tags for searches and filters, apart from `searchText`, which is not derived again for them. Tags that are too long
     * for an index row are in `longTagText` alone, which is null for all other rows.
     */
    tagText: bytes('tag_text')
      .notNull()
      .generatedAlwaysAs(sql.raw(`short_tags_key(tags, ${most.tags})`)),
    longTagText: bytes('long_tag_text').generatedAlwaysAs(sql.raw(`long_tags_key(tags, ${most.tags})`)),
    ...listSearchable(searchedTexts, most.text),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table._id] }),
    ...listIndexes('buds', table, table.Budtype, {
      listed: [table.archivedAt],
      filtered: [table.Budtype, table.facets, table.tagText],
      isLong: hasLongBudText,
    }),
    index('buds_tagged').on(table.ownerId, table._id).where(sql`tags <> '{}'`),
    index('buds_archived').on(table.ownerId, table._id).where(sql`archived_at is not null`),
    check('buds_type', oneOf('budtype', budtypes)),
  ],
)

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
 * user's data. Triggers and bulk actions call it. A bud without a row has neither a contact nor a cadence.
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
    index('contact_status_contacts')
      .on(table.ownerId, table.lastContactOn, table.budId)
      .where(sql`last_contact_on is not null`),
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

/**
 * What two buds are to each other, read from both ends. `kind` is what the bud `withId` is to the bud `budId`, which the
 * relation was made from.
 */
export const relations = pgTable(
  'relations',
  {
    ownerId: uuid('owner_id').notNull(),
    budId: uuid('bud_id').notNull(),
    withId: uuid('with_id').notNull(),
    _id: uuid('id').notNull(),
    kind: text('kind').$type<RelationKind>().notNull(),
    /** Of the kind 'other' it says what both are to each other, else what `withId` is to `budId`, such as 'Mother'. */
    label: textOrEmpty('label'),
    note: textOrEmpty('note'),
    since: day('since'),
    until: day('until'),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.budId, table.withId, table._id] }),
    uniqueIndex('relations_id').on(table.ownerId, table._id),
    uniqueIndex('relations_once').on(table.ownerId, sql`relation_key(bud_id, with_id, kind, label)`),
    index('relations_with').on(table.ownerId, table.withId, table.budId),
    check('relations_kind', oneOf('kind', relationKinds)),
    check('relations_self', sql.raw('bud_id <> with_id')),
    check('relations_until', sql.raw('until >= since')),
    ofBud('relations_of', table),
    foreignKey({
      name: 'relations_with_own',
      columns: [table.ownerId, table.withId],
      foreignColumns: [buds.ownerId, buds._id],
    }).onDelete('cascade'),
  ],
)

/** What buds have filled in about themselves, and what assistants propose, until the owner accepts or rejects it. */
export const proposals = pgTable(
  'proposals',
  {
    ownerId: uuid('owner_id').notNull(),
    budId: uuid('bud_id').notNull(),
    _id: uuid('id').notNull(),
    fields: jsonb('fields').$type<ProposedFields>().notNull(),
    /** Whether the lists replace those of the bud. Otherwise they are added to them. */
    replaces: boolean('replaces').notNull().default(false),
    /** Whose it is: a constant for the bud, or the name of a token. */
    source: textOrEmpty('source'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.budId, table._id] }),
    index('proposals_by_age').on(table.ownerId, table._id),
    ofBud('proposals_of', table),
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
 * `buds`. Buds with a common key are compared by `app/people/duplicates`, which knows what a key stands for.
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
