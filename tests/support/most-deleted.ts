import { max, sql } from 'drizzle-orm'
import { integer, pgSchema, text } from 'drizzle-orm/pg-core'
import { db } from '~/base/db/db.server'

const watch = pgSchema('watch')
const deletions = watch.table('deletions', { table: text('table_name'), rows: integer('n_rows') })

/** The most rows of these tables that one statement deletes while `work` runs, in this or in another process. */
export async function mostDeleted(tables: string[], work: () => Promise<unknown>) {
  await db.execute(sql`create schema watch`)
  try {
    await db.execute(sql`create table watch.deletions (table_name text, n_rows integer)`)
    await db.execute(sql`create function watch.count_rows() returns trigger language plpgsql as $$ begin
      insert into watch.deletions select tg_table_name, count(*) from deleted;
      return null;
    end $$`)
    for (const table of tables)
      await db.execute(sql`create trigger watch after delete on ${sql.identifier(table)}
        referencing old table as deleted for each statement execute function watch.count_rows()`)
    await work()
    const { table, rows } = deletions
    const most = await db
      .select({ table, most: max(rows) })
      .from(deletions)
      .groupBy(table)
    return Object.fromEntries(most.map(({ table, most }) => [table, most]))
  } finally {
    await db.execute(sql`drop schema watch cascade`)
  }
}
