import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import ICAL from 'ical.js'

const script = fileURLToPath(new URL('rules.py', import.meta.url))
const lastTime = '2045-12-31T23:59'
/** The most starts of a rule. */
const most = 60
/** Milliseconds after which a judge is asked again, and of CPU time after which it does not end. */
const [patience, mostCpuTime] = [2_000, 500]

/** Debian installs its packages for this Python, and another one can come before it in the PATH. */
const python = ['/usr/bin/python3', 'python3'].find(
  (command) => spawnSync(command, ['-c', 'import dateutil.rrule']).status === 0,
)

/** Programs that expand rules. `starts` returns the first starts of each series, or the error of the judge. */
export const ruleJudges = [
  { name: 'dateutil', needs: 'python3-dateutil', isInstalled: Boolean(python), starts: startsByDateutil },
  { name: 'ical.js', needs: 'Node', isInstalled: true, starts: (all) => all.map(startsByIcalJs) },
]

/** UNTIL has the form of the start (RFC 5545, 3.3.10). */
const withTime = (repeat) => repeat.replace(/UNTIL=(\d{8})(?=;|$)/, 'UNTIL=$1T235900')

function startsByDateutil(all) {
  const input = all.map(({ repeat, startDate }) => JSON.stringify([withTime(repeat), startDate])).join('\n')
  const args = [script, String(most), lastTime]
  const { stdout, stderr, status } = spawnSync(python, args, { input, encoding: 'utf8', maxBuffer: 1e9 })
  if (status !== 0) throw new Error(`dateutil stopped: ${stderr}`)
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const work = new Script('expand()')

function startsByIcalJs({ repeat, startDate }) {
  const starts = []
  function expand() {
    const times = ICAL.Recur.fromString(withTime(repeat)).iterator(
      ICAL.Time.fromDateTimeString(`${startDate}:00`),
    )
    for (let next = times.next(); next && starts.length < most; next = times.next()) {
      const start = next.toString().slice(0, 16)
      if (start > lastTime) break
      starts.push(start)
    }
  }
  const before = process.cpuUsage().user
  const used = () => (process.cpuUsage().user - before) / 1_000
  do {
    starts.length = 0
    try {
      work.runInNewContext({ expand }, { timeout: patience })
      return starts
    } catch (error) {
      if (error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') return { error: error.message }
    }
  } while (used() < mostCpuTime)
  return { error: 'does not end' }
}

/** The starts that the app gives, of three ranges of a series: from its first start, and from two random days. */
export function expandRanges({ repeat, startDate }, startsFrom, random) {
  const series = { repeat, startDate, skipped: [] }
  const first = until(startsFrom(series, startDate), lastTime, most)
  const end = first.length === most ? first.at(-1) : lastTime
  const later = () => {
    const from =
      Date.parse(`${startDate}Z`) + random() ** 2 * (Date.parse(`${end}Z`) - Date.parse(`${startDate}Z`))
    const to = Math.min(from + random() * 1_000 * 86_400_000, Date.parse(`${end}Z`))
    return [from, to].map((time) => new Date(time).toISOString().slice(0, 16))
  }
  return [[startDate, end], later(), later()].map(([from, to]) => ({
    from,
    to,
    starts: until(startsFrom(series, from), to, most),
  }))
}

function until(starts, to, most) {
  const taken = []
  for (const start of starts) {
    if (start > to) break
    taken.push(start)
    if (taken.length === most) break
  }
  return taken
}

/** Whether what a judge gives is the same in each range. */
export const agrees = (answer, ranges) =>
  Array.isArray(answer) &&
  ranges.every(
    ({ from, to, starts }) => answer.filter((start) => start >= from && start <= to).join() === starts.join(),
  )
