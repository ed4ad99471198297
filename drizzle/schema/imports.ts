import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import {
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
} from '../../app/data/imports/import'
import type { DateOrder } from '../../app/people/buds/read-day'
import type { RecordType } from '../../app/people/buds/record-kinds'
import { bytes, createdAt, instant, listOf, oneOf, textOrEmpty } from './columns'
import { ownerId } from './users'

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
    /** How many rows the work of the state has dealt with. */
    done: integer('done').notNull().default(0),
    /** When the user deleted it. Its rows follow in batches. */
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table._id] }),
    index('imports_active').on(table._id).where(sql.raw("state in ('reading', 'applying')")),
    index('imports_deleted').on(table._id).where(sql.raw('deleted_at is not null')),
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
