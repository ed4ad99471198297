import { sql } from 'drizzle-orm'
import {
  bigint,
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
  type ChangeKind,
  changeKinds,
  type KeptRecord,
  type RowImage,
  type Via,
} from '../../app/data/history/change'
import { createdAt, instant, listOf, oneOf, textOrEmpty } from './columns'
import { ownerId } from './users'

/** Change sets: one for each thing that a user did. The trigger `record_change` (now as in `0027`) inserts them. */
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
    /** How many rows a large undo, or buds a bulk action, has dealt with, which continues. Null: it is complete. */
    position: integer('position'),
    /** What a bulk action does to which buds, until it is complete. */
    bulk: jsonb('bulk').$type<{ action: string; value?: unknown; ids: string[] }>(),
    /** What an undo has kept, because it was changed since. */
    kept: listOf<KeptRecord>('kept'),
    /** Who made it. Null: a person. */
    via: jsonb('via')
      .$type<Via & { device?: string }>()
      .default(sql`nullif(current_setting('budkeeper.via', true), '')::jsonb`),
    deviceId: uuid('device_id').generatedAlwaysAs(sql`(via ->> 'device')::uuid`),
    /** When a device has added to it last. Null: it was complete at once. */
    lastAt: instant('last_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table._id] }),
    index('changes_by_age').on(table._id),
    index('changes_deleted')
      .on(table.ownerId, table._id)
      .where(sql.raw("kind = 'delete' and undone_at is null")),
    index('changes_of_device')
      .on(table.ownerId, table.deviceId, table._id)
      .where(sql.raw('device_id is not null')),
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
