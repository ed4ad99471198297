import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readOccurrences } from '../../tests/support/calendar-reader.mjs'
import { from, to } from './zone-accounts.mjs'

const script = fileURLToPath(new URL('repeats.py', import.meta.url))

/** Debian installs its packages for this Python, and another one can come before it in the PATH. */
const python = ['/usr/bin/python3', 'python3'].find(
  (command) => spawnSync(command, ['-c', 'import icalendar, recurring_ical_events']).status === 0,
)

/** Readers of calendars. `open` starts one, `read` returns the occurrences of ten years in a calendar. */
export const zoneJudges = () => [
  { name: 'ical.js', needs: 'Node', isInstalled: true, open: () => ({ read: readByIcalJs, close() {} }) },
  {
    name: 'icalendar',
    needs: 'python3-icalendar and python3-recurring-ical-events',
    isInstalled: Boolean(python),
    open: openPython,
  },
  {
    name: 'khal',
    needs: 'khal',
    isInstalled: spawnSync('khal', ['--version']).status === 0,
    // It needs seconds for each calendar, and shows the time after an hour that the clocks skip.
    isSlow: true,
    showsTimeAfter: true,
    open: () => ({ read: readByKhal, close() {} }),
  },
]

const readByIcalJs = (text) => readOccurrences(text, from, to)

/** One process reads all calendars. */
function openPython() {
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async read(text) {
      child.stdin.write(`${JSON.stringify({ text, from, to })}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error('icalendar stopped')
      return JSON.parse(value)
    },
    close: () => child.stdin.end(),
  }
}

const execute = promisify(execFile)

const config = (folder, zone) => `[calendars]
[[budkeeper]]
path = ${folder}/events
[sqlite]
path = ${folder}/khal.db
[locale]
local_timezone = ${zone}
default_timezone = ${zone}
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%dT%H:%M
longdatetimeformat = %Y-%m-%dT%H:%M
`

async function readByKhal(text, zone) {
  const folder = mkdtempSync(join(tmpdir(), 'budkeeper-khal-'))
  mkdirSync(join(folder, 'events'))
  writeFileSync(join(folder, 'config'), config(folder, zone))
  writeFileSync(join(folder, 'given.ics'), text)
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  const run = (args) => execute('khal', ['-c', join(folder, 'config'), ...args], { env, maxBuffer: 1e8 })
  await run(['import', '--batch', '-a', 'budkeeper', join(folder, 'given.ics')])
  const format = '{title}|{start-long}|{end-long}'
  const { stdout } = await run(['list', '--day-format', '', '--format', format, from, to])
  rmSync(folder, { recursive: true })
  // What lasts over midnight stands on both days.
  const found = [...new Set(stdout.split('\n'))].map((line) => line.split('|'))
  return found.flatMap(([title, start, end]) => (end ? [{ title, start, end }] : []))
}
