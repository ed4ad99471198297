import { admin } from '../tests/support/env.mjs'
import { freePort } from '../tests/support/postgres.mjs'
import { startServer } from '../tests/support/server.mjs'
import { client } from './client.mjs'
import { feeds } from './feeds.mjs'
import { firstStart } from './first-start.mjs'
import { backups, billing, digest, history, pool, totp } from './full-tests.mjs'
import { headers } from './headers.mjs'
import { hostileFiles } from './hostile-files.mjs'
import { html } from './html.mjs'
import { importKills } from './import-kills.mjs'
import { imports } from './imports.mjs'
import { lighthouse } from './lighthouse.mjs'
import { timing } from './timing.mjs'
import { abuse } from './torture/abuse.mjs'
import { cancellation } from './torture/cancellation.mjs'
import { crashes } from './torture/crashes.mjs'
import { descriptors } from './torture/descriptors.mjs'
import { importStall } from './torture/import-stall.mjs'
import { largeRecords } from './torture/large-records.mjs'
import { mixedLoad } from './torture/mixed-load.mjs'
import { outages } from './torture/outages.mjs'
import { races } from './torture/races.mjs'
import { takeover } from './torture/takeover.mjs'
import { vcardJudges } from './vcard-judges.mjs'

/** Load and fault tests with PostgreSQL. The name `torture` selects all of them. */
const torture = {
  pool,
  cancellation,
  crashes,
  outages,
  races,
  'large-records': largeRecords,
  abuse,
  descriptors,
  'import-stall': importStall,
  takeover,
  'mixed-load': mixedLoad,
}
const parts = {
  lighthouse,
  html,
  headers,
  client,
  billing,
  digest,
  history,
  imports,
  feeds,
  'vcard-judges': vcardJudges,
  backups,
  'hostile-files': hostileFiles,
  'import-kills': importKills,
  'first-start': firstStart,
  timing,
  totp,
  ...torture,
}

const publicPages = [
  '/',
  '/blog',
  '/blog/ten-minutes-a-week',
  '/terms',
  '/privacy-policy',
  '/about',
  '/contact',
  '/developers',
  '/register',
  '/login',
  '/forgot-password',
]

/** Runs the named parts, or all. Returns the total numbers of passed, failed and skipped checks. */
export async function runChecks(given) {
  const names = given.flatMap((name) => (name === 'torture' ? Object.keys(torture) : name))
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const [name, run] of Object.entries(parts)) {
    if (names.length > 0 && !names.includes(name)) continue
    process.stdout.write(`\n— ${name}\n`)
    const result = await run({ publicPages, serve })
    for (const key of Object.keys(total)) total[key] += result[key] ?? 0
  }
  return total
}

/** Runs `work` while the app is running with sample content and with its URL as APP_URL. */
async function serve(work, toUrl = (port) => `http://localhost:${port}`, more = {}) {
  const port = await freePort()
  const env = {
    PORT: String(port),
    APP_URL: toUrl(port),
    DATA_DIR: ':memory:',
    API_RATE_LIMIT: '0',
    ...admin,
    LOG_LEVEL: 'silent',
    ...more,
  }
  const server = await startServer(env)
  try {
    return await work({ port, url: `http://localhost:${port}` })
  } finally {
    await server.stop()
  }
}
