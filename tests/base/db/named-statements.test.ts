import { PGlite } from '@electric-sql/pglite'
import { afterAll, expect, test } from 'vitest'
import { nameStatements } from '~/base/db/named-statements.server'

const limit = 3
const client = await PGlite.create('memory://')
await client.exec(
  "create table numbers (id int primary key, name text); insert into numbers values (1, null), (2, 'ä')",
)
nameStatements(client, limit)

afterAll(() => client.close())

const nameOf = async (id: unknown) => {
  const { rows } = await client.query<{ name: string | null }>(
    'select name, $$ü$$ from numbers where id = $1',
    [id],
  )
  return rows[0]?.name
}

/** How often each statement that the database keeps has been planned. */
async function readPlans() {
  const [result] = await client.exec(
    'select statement, generic_plans + custom_plans as runs from pg_prepared_statements',
  )
  return (result?.rows ?? []) as { statement: string; runs: number }[]
}

test('a query is parsed once, and its values are those of each run', async () => {
  expect([await nameOf(1), await nameOf(2), await nameOf(3), await nameOf('2')]).toEqual([
    null,
    'ä',
    undefined,
    'ä',
  ])
  expect(await readPlans()).toEqual([expect.objectContaining({ runs: 4 })])
})

test('queries that fail leave those after them as they are', async () => {
  for (let run = 0; run < 2; run++) {
    await expect(client.query('select nothing from numbers')).rejects.toThrow('does not exist')
    await expect(nameOf('two')).rejects.toThrow('invalid input syntax')
    const failed = client.transaction(async (tx) => {
      await tx.query('insert into numbers values ($1, $2)', [3, 'three'])
      await tx.query('insert into numbers values ($1, $2)', [3, 'three'])
    })
    await expect(failed).rejects.toThrow('duplicate key')
    expect([await nameOf(2), await nameOf(3)]).toEqual(['ä', undefined])
  }
})

test('the statements used last are kept, and those before them can be sent again', async () => {
  for (let n = 0; n < 2 * limit; n++) await client.query(`select ${n} as n, $1::int as given`, [n])
  expect(await readPlans()).toHaveLength(limit)
  expect((await client.query('select 0 as n, $1::int as given', [7])).rows).toEqual([{ n: 0, given: 7 }])
})

test('a long text, which is hardly sent again, is not kept', async () => {
  const before = await readPlans()
  const values = Array.from({ length: 5_000 }, (_, n) => `(${n})`).join()
  for (const given of [7, 8]) {
    const { rows } = await client.query(
      `select count(*)::int as n, $1::int as given from (values ${values}) v`,
      [given],
    )
    expect(rows).toEqual([{ n: 5_000, given }])
  }
  expect(await readPlans()).toEqual(before)
})
