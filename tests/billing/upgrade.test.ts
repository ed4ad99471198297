import { PGlite } from '@electric-sql/pglite'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, test } from 'vitest'

/** The migrations before the one with the subscriptions. */
const before = 7

test('of the trials from before the subscription those that ended long ago are not told of any more', async () => {
  const migrations = readMigrationFiles({ migrationsFolder: 'drizzle/migrations' })
  const client = new PGlite()
  const run = async (chosen: typeof migrations) => {
    for (const statement of chosen.flatMap(({ sql }) => sql)) await client.exec(statement)
  }
  await run(migrations.slice(0, before))
  await client.exec(`insert into users (id, email, trial_ends_at) values
    (gen_random_uuid(), 'long-ago@example.com', now() - interval '8 days'),
    (gen_random_uuid(), 'lately@example.com', now() - interval '6 days'),
    (gen_random_uuid(), 'runs@example.com', now() + interval '1 day')`)
  await run(migrations.slice(before))
  const { rows } = await client.query('select email, trial_status from users order by trial_ends_at')
  expect(rows).toEqual([
    { email: 'long-ago@example.com', trial_status: 'canceled' },
    { email: 'lately@example.com', trial_status: 'trialing' },
    { email: 'runs@example.com', trial_status: 'trialing' },
  ])
  await client.close()
}, 60_000)
