import { admin } from '../tests/support/env.mjs'
import { freePort } from '../tests/support/postgres.mjs'
import { startServer } from '../tests/support/server.mjs'
import { bulk } from './bulk.mjs'
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
import { phones } from './phones.mjs'
import { repeats } from './repeats.mjs'
import { taskWalks } from './tasks.mjs'
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

/** Load and fault tests with a separate PostgreSQL, on Linux. The name `torture` selects all of them. */
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
  // 60 clients use every call for 2 minutes (`MINUTES=30` for the full run) while statements are canceled and PostgreSQL is
  // killed, stopped and restarted.
  'mixed-load': mixedLoad,
}
/** They need Chromium, Java, openssl and the programs of PostgreSQL. */
const parts = {
  lighthouse,
  // Ten tasks on a desktop and a phone with a slow processor: presses, scrolls, time to paint.
  tasks: taskWalks,
  // The HTML checker of the W3C.
  html,
  // The header scan: MDN's Observatory.
  headers,
  // A client that is generated from the OpenAPI document.
  client,
  // Each fault of Stripe and Postmark, 10,000 webhooks, 100,000 trials.
  billing,
  // One action on 10,000 buds with both databases: its time, that of others, undo, kills.
  bulk,
  // 100,000 digests, by two processes that are killed 20 times.
  digest,
  // 10,000 random writes, undone and compared with a model, with both databases.
  history,
  // 10,000 vCards, imported and taken back, with both databases, while others read.
  imports,
  // `python3-icalendar`, `python3-recurring-ical-events` and ical.js read calendar feeds of generated accounts; the time of
  // a feed of 10,000 events.
  feeds,
  // `python3-dateutil` and ical.js expand 10,000 random rules; they, `python3-recurring-ical-events` and khal read series of all
  // zones in calendar feeds and exports.
  repeats,
  // `vdirsyncer`, `khard`, `khal`, `litmus`, `evolution-data-server` (with `dbus`, `python3-gi`, `gir1.2-ebook-1.2` and
  // `gir1.2-ecal-2.0`) and tsdav sync contacts and calendars; requests of phones, the brake, undo, cost, kills.
  phones,
  // ez-vcard (`libez-vcard-java` and `libvinnie-java` with a JDK), vobject (`python3-vobject`) and ical.js judge 2,000 vCards
  // of the export, and what the import reads of the sample files below the folder `VCARD_SAMPLES`.
  'vcard-judges': vcardJudges,
  // 100 random accounts, restored from their backups, with both databases.
  backups,
  // Imports of noise, zip bombs and huge lines, with their time and memory.
  'hostile-files': hostileFiles,
  // 6,000 cards, imported and taken back byte for byte, while the server is killed.
  'import-kills': importKills,
  // First starts that are killed 20 times, while each call of the emulator takes 30 s.
  'first-start': firstStart,
  // Timing attacks.
  timing,
  // `oathtool` (OATH Toolkit) makes the same codes from 1,000 random secrets.
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
