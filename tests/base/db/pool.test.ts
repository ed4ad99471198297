import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPool } from '~/base/db/pool.server'
import { createDatabase } from '../../support/create-database.mjs'
import { startFaultyLink } from '../../support/faulty-link.mjs'
import { isFullRun } from '../../support/shared-database'

const server = process.env.DATABASE_URL_TEST
const cancellations = isFullRun ? 10_000 : 300
const times = <T>(n: number, make: (n: number) => T) => Array.from({ length: n }, (_, i) => make(i))
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe.skipIf(!server)('the connection pool', () => {
  let url: string
  let link: Awaited<ReturnType<typeof startFaultyLink>>
  let administrator: postgres.Sql
  let pool: ReturnType<typeof open>

  beforeAll(async () => {
    url = await createDatabase(server ?? '', `pool_${process.pid}`)
    link = await startFaultyLink(url)
    administrator = postgres(url, { max: 4 })
    await administrator`create table notes (id serial primary key, note text not null unique)`
  })
  afterAll(async () => {
    link.cut()
    await administrator.end()
  })
  beforeEach(() => {
    pool = open(url)
  })
  afterEach(() => pool.close())

  function open(databaseUrl: string, { size = 1, deadline = 20_000 } = {}) {
    const { client, close } = openPool(databaseUrl, {
      size,
      deadline,
      settings: { application_name: 'pool' },
    })
    return { db: drizzle(client), close }
  }

  /** A statement that sends 1,500 rows and then sleeps. */
  const slowSelect = sql`select repeat('x', 500) as filler, n, case when n = 1500 then pg_sleep(60) end from generate_series(1, 2000) n`
  const numbers = (from: number) => sql`select n from generate_series(${from}::int, ${from + 9}::int) n`
  const tenFrom = (from: number) => times(10, (n) => ({ n: from + n }))
  /** Cancels the sleeping statements and resolves to their number. */
  const cancel = async () =>
    (
      await administrator`select pg_cancel_backend(pid) from pg_stat_activity
        where application_name = 'pool' and datname = current_database() and wait_event = 'PgSleep'`
    ).length
  const kill = () =>
    administrator`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pool' and datname = current_database()`
  const notes = async () =>
    (await administrator`select note from notes order by id`).map(({ note }) => note as string)

  async function canceled(run: Promise<unknown>) {
    const failure = run.then(
      () => 'no failure',
      (error) => error.cause?.code,
    )
    while ((await cancel()) === 0) await pause(5)
    return failure
  }

  test('returns complete results after a statement was canceled while it sent rows', async () => {
    for (let round = 0; round < 5; round++) {
      expect(await canceled(pool.db.execute(slowSelect).then(() => {}))).toBe('57014')
      expect([...(await pool.db.execute(numbers(round)))]).toEqual(tenFrom(round))
    }
  })

  test('returns complete results after a statement failed while it sent rows', async () => {
    const failing = sql`select 1 / (1500 - n) from generate_series(1, 2000) n`
    await expect(pool.db.execute(failing)).rejects.toThrow()
    expect([...(await pool.db.execute(numbers(7)))]).toEqual(tenFrom(7))
  })

  test(`returns correct results to 20 callers while ${cancellations} statements are canceled`, async () => {
    await pool.close()
    pool = open(url, { size: 10 })
    let done = 0
    let wrong = 0
    let checked = 0
    let isOver = false
    const cancelUntilOver = async () => {
      while (!isOver) {
        await cancel()
        await pause(1)
      }
    }
    const check = async (rows: Promise<Iterable<unknown>>, expected: unknown[]) => {
      checked++
      if (JSON.stringify([...(await rows)]) !== JSON.stringify(expected)) wrong++
    }
    const caller = async (k: number) => {
      for (let n = 0; done < cancellations; n++) {
        const from = k * 1_000 + (n % 900)
        if (k % 2 === 0) {
          await pool.db.execute(slowSelect).catch(() => done++)
        } else {
          await check(pool.db.execute(numbers(from)), tenFrom(from))
        }
        await check(
          pool.db.transaction((tx) => tx.execute(numbers(from))),
          tenFrom(from),
        )
      }
    }
    const canceller = cancelUntilOver()
    await Promise.all(times(20, caller))
    isOver = true
    await canceller
    expect(wrong).toBe(0)
    expect(checked).toBeGreaterThan(cancellations / 2)
  }, 600_000)

  test('after a transaction loses its connection, runs none of its remaining statements, not even on another connection', async () => {
    await administrator`truncate notes`
    const lost = pool.db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes (note) values ('before')`)
      await kill()
      await pause(50)
      await Promise.allSettled([tx.execute(sql`insert into notes (note) values ('after')`)])
      await pause(50)
      await tx.execute(sql`insert into notes (note) values ('later')`)
    })
    // Other statements use the free slot in the pool.
    const others = times(5, async (n) => {
      await pause(20 * n)
      return pool.db.execute(numbers(n)).catch(() => undefined)
    })
    await expect(lost).rejects.toThrow()
    await Promise.all(others)
    expect([...(await pool.db.execute(numbers(1)))]).toEqual(tenFrom(1))
    expect(await notes()).toEqual([])
  })

  test('runs no statement of a transaction after its end', async () => {
    await administrator`truncate notes`
    let late: Promise<unknown> = Promise.resolve()
    const failed = pool.db.transaction(async (tx) => {
      late = pause(50).then(() => tx.execute(sql`insert into notes (note) values ('late')`))
      late.catch(() => {})
      throw new Error('given up')
    })
    await expect(failed).rejects.toThrow('given up')
    await expect(late).rejects.toThrow()
    expect(await notes()).toEqual([])
  })

  test('commits transactions atomically', async () => {
    await administrator`truncate notes`
    const write = (...texts: string[]) =>
      pool.db.transaction(async (tx) => {
        for (const text of texts) await tx.execute(sql`insert into notes (note) values (${text})`)
      })
    await write('one', 'two')
    await expect(write('three', 'one')).rejects.toThrow()
    expect(await notes()).toEqual(['one', 'two'])
    await expect(pool.db.execute(sql`insert into notes (note) values ('one')`)).rejects.toThrow()
    expect([...(await pool.db.execute(numbers(3)))]).toEqual(tenFrom(3))
  })

  test('recovers when every connection is killed, idle or busy', async () => {
    for (let round = 0; round < 10; round++) {
      const busy = pool.db.execute(sql`select pg_sleep(10)`).catch(() => 'failed')
      await pause(round * 5)
      while ((await kill()).length === 0) await pause(5)
      expect(await busy).toBe('failed')
      expect([...(await pool.db.execute(numbers(round)))]).toEqual(tenFrom(round))
      await kill()
      // A busy machine detects a closed connection late.
      const served = () =>
        pool.db.execute(numbers(round)).then(
          (rows) => [...rows],
          () => 'failed',
        )
      await expect.poll(served).toEqual(tenFrom(round))
    }
  })

  test('waits while the server recovers from a crash, but not beyond the deadline', async () => {
    const remote = open(link.url, { size: 3, deadline: 3_000 })
    link.recover()
    const statement = remote.db.execute(numbers(1))
    const transaction = remote.db.transaction((tx) => tx.execute(numbers(2)))
    await pause(300)
    await link.repair()
    expect([...(await statement)]).toEqual(tenFrom(1))
    expect([...(await transaction)]).toEqual(tenFrom(2))
    link.recover()
    const impatient = open(link.url, { deadline: 500 })
    await expect(impatient.db.execute(numbers(3))).rejects.toThrow()
    await link.repair()
    expect([...(await impatient.db.execute(numbers(4)))]).toEqual(tenFrom(4))
    await Promise.all([remote.close(), impatient.close()])
  })

  test('fails at the deadline when packets are lost, and recovers afterwards', async () => {
    const deadline = 1_500
    const remote = open(link.url, { deadline })
    expect([...(await remote.db.execute(numbers(0)))]).toEqual(tenFrom(0))
    link.silence()
    const started = performance.now()
    const attempts = times(3, () =>
      remote.db.execute(numbers(1)).then(
        () => Number.NaN,
        () => performance.now() - started,
      ),
    )
    const [first = 0, ...others] = await Promise.all(attempts)
    // They waited for the first, and not as long again.
    for (const waited of others) expect(waited / first).toBeLessThan(1.9)
    link.cut()
    await link.repair()
    expect([...(await remote.db.execute(numbers(2)))]).toEqual(tenFrom(2))
    await remote.close()
  })
})
