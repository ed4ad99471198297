import { NoopLogger } from 'drizzle-orm'
import { vi } from 'vitest'

export type Statement = { sql: string; params: unknown[] }

/**
 * The result of `work`, and the statements that the app runs meanwhile in this process. Those that count API requests
 * are left out: they run within a second after a request, which may have been one of an earlier test.
 */
export async function recordStatements<T>(work: () => Promise<T>) {
  const log = vi.spyOn(NoopLogger.prototype, 'logQuery')
  try {
    const result = await work()
    const calls = log.mock.calls as unknown as [string, unknown[]][]
    const statements = calls.map(([sql, params]): Statement => ({ sql, params }))
    return { result, statements: statements.filter(({ sql }) => !sql.includes('"rate_limits" as stored')) }
  } finally {
    log.mockRestore()
  }
}
