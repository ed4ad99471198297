import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import postgres from 'postgres'
import { Pool } from 'tarn'
import { DatabaseUnavailable } from '~/base/node/outage.server'
import { withTimeout } from '~/base/node/timeout.server'
import { arrayParsers } from './array-parsers.server'

type Options = {
  /** Maximum number of connections. */
  size: number
  /** Milliseconds for a statement, including the wait for a free connection and the time to connect. */
  deadline: number
  /** Settings of each session, such as `statement_timeout`. */
  settings: Record<string, string | number>
}
type Address = { host: string[]; port: number[]; path?: string | false }
type Run = <T>(statement: (sql: postgres.Sql) => Promise<T>, ms?: number) => Promise<T>

/** The server starts or recovers. It refuses the connection, so nothing was run. */
const cannotConnectNow = '57P03'
/** Milliseconds. */
const recoveryPause = 50

/**
 * A connection pool with the interface of postgres.js that drizzle-orm uses. A connection serves one statement or one
 * transaction at a time. A failed statement closes its connection, because the driver does not clear the connection's
 * state (docs/driver.md).
 */
export function openPool(url: string, { size, deadline, settings }: Options) {
  const options = { parsers: { ...arrayParsers }, serializers: {} }
  const pool = new Pool<Connection>({
    create: () => Promise.resolve(new Connection(url, deadline, settings, options)),
    validate: (connection) => !connection.isClosed,
    destroy: (connection) => connection.end(),
    min: 0,
    max: size,
    acquireTimeoutMillis: deadline,
    idleTimeoutMillis: 600_000,
  })

  /**
   * `work` gets the remaining milliseconds until the deadline. It runs again while the server refuses the connection, because
   * it recovers from a crash.
   */
  async function withConnection<T>(work: (connection: Connection, ms: number) => Promise<T>) {
    const end = performance.now() + deadline
    for (;;) {
      const connection = await pool.acquire().promise.catch(throwUnavailable)
      try {
        return await work(connection, end - performance.now())
      } catch (error) {
        const isOver = end - performance.now() < recoveryPause
        if (isOver || (error as { code?: string }).code !== cannotConnectNow) throw error
      } finally {
        pool.release(connection)
      }
      await setTimeout(recoveryPause)
    }
  }

  const client = {
    options,
    unsafe: unsafeOn((statement) => withConnection((connection, ms) => connection.run(statement, ms))),
    begin: <T>(work: (sql: unknown) => Promise<T>) =>
      withConnection((connection, ms) => connection.transact(work, ms)),
  }
  return {
    client: client as unknown as postgres.Sql,
    close: () => Promise.race([pool.destroy(), setTimeout(5_000, undefined, { ref: false })]),
  }
}

function throwUnavailable(cause: Error): never {
  throw new DatabaseUnavailable('No connection to the database became free in time', { cause })
}

/**
 * Implements `sql.unsafe(…)` and `sql.unsafe(…).values()`. The statement starts in a microtask, so that a call of
 * `values()` can select array mode before it starts.
 */
function unsafeOn(run: Run) {
  return (...args: Parameters<postgres.Sql['unsafe']>) => {
    let isArrayMode = false
    const rows = Promise.resolve().then(() =>
      run<unknown>(async (sql) => (isArrayMode ? sql.unsafe(...args).values() : sql.unsafe(...args))),
    )
    const values = () => {
      isArrayMode = true
      return rows
    }
    return Object.assign(rows, { values })
  }
}

/** An instance of the driver that connects once and never reconnects. */
class Connection {
  isClosed = false
  private socket: Socket | undefined
  private readonly sql: postgres.Sql

  constructor(
    url: string,
    private readonly deadline: number,
    settings: Options['settings'],
    { parsers, serializers }: { parsers: object; serializers: object },
  ) {
    this.sql = postgres(url, {
      max: 1,
      connect_timeout: 3,
      // Otherwise the driver may end the connection within a transaction.
      max_lifetime: null,
      // The driver's query of array types could cause an unhandled rejection.
      fetch_types: false,
      onnotice: () => {},
      onclose: () => this.close(),
      connection: settings,
      socket: (address: Address) => this.connect(address),
    } as postgres.Options<Record<string, never>>)
    Object.assign(this.sql.options.parsers, parsers)
    Object.assign(this.sql.options.serializers, serializers)
  }

  private connect({ host: [host = ''], port: [port = 5432], path }: Address) {
    if (this.isClosed || this.socket) throw this.closedError()
    this.socket = path
      ? connect(path)
      : Object.assign(connect({ host, port, keepAlive: true, keepAliveInitialDelay: 60_000 }), { host, port })
    // The driver begins to listen a moment later, when the socket may have failed for want of a file descriptor.
    return this.socket.on('error', () => {})
  }

  private closedError() {
    return new DatabaseUnavailable('The connection to the database is closed')
  }

  /** Runs a statement. Rejects at the deadline: `statement_timeout` does not cover a network that loses packets. */
  run: Run = async (statement, ms = this.deadline) => {
    if (this.isClosed) throw this.closedError()
    const timedOut = () => new DatabaseUnavailable('The database does not respond')
    try {
      return await withTimeout(ms, statement(this.sql), timedOut)
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** Runs a transaction. A statement after its end throws, because another caller may have the connection by then. */
  async transact<T>(work: (sql: unknown) => Promise<T>, ms: number) {
    let isOver = false
    const run: Run = async (statement) => {
      if (isOver) throw new Error('The transaction is over')
      return this.run(statement)
    }
    const command = (text: string, limit?: number) => this.run((sql) => sql.unsafe(text), limit)
    await command('begin', ms)
    try {
      const result = await work({ unsafe: unsafeOn(run) })
      isOver = true
      await command('commit')
      return result
    } catch (error) {
      isOver = true
      if (!this.isClosed) await command('rollback').catch(() => {})
      throw error
    }
  }

  /** Closes the socket immediately. The server rolls back an open transaction. */
  close() {
    this.isClosed = true
    this.socket?.destroy()
  }

  /** Closes the connection after a termination message to the server. */
  async end() {
    await this.sql.end({ timeout: 1 })
    this.close()
  }
}
