import { randomUUID } from 'node:crypto'
import { startServer } from '../tests/support/server.mjs'
import { buildForJudges } from './judges/build.mjs'
import { judgeRules } from './judges/repeat-rules.mjs'
import { judgeZones } from './judges/repeat-zones.mjs'
import { createReport } from './report.mjs'
import { registerMember } from './torture/support.mjs'

/**
 * Other programs judge the starts of random rules (RANDOM_RULES; 0: none), and what the calendar feed and the export say of
 * series in each zone (ZONES).
 */
export async function repeats() {
  const report = createReport()
  const app = await buildForJudges('repeats')
  if (process.env.RANDOM_RULES !== '0') judgeRules(app, report)
  const SESSION_SECRET = `${randomUUID()}${randomUUID()}`
  const limits = { API_RATE_LIMIT: '0', DEMO_ACCOUNT: 'off', LOG_LEVEL: 'error' }
  const server = await startServer({ DATA_DIR: ':memory:', SESSION_SECRET, ...limits })
  try {
    await judgeZones(() => makeUser(server.url), report)
  } finally {
    await server.stop()
  }
  return report.result
}

async function makeUser(url) {
  const user = await registerMember(url)
  const { status, json, text } = await user.post('/api/v1/feeds', { kind: 'events', names: false })
  if (status !== 201) throw new Error(`the feed was not made: ${status} ${text}`)
  return { user, feed: new URL(json.url).pathname }
}
