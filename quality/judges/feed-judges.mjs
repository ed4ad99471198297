import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import ICAL from 'ical.js'
import { years } from './feed-accounts.mjs'

const script = fileURLToPath(new URL('feeds.py', import.meta.url))

/** Debian installs its packages for this Python, and another one can come before it in the PATH. */
const python = ['/usr/bin/python3', 'python3'].find(
  (command) => spawnSync(command, ['-c', 'import icalendar, recurring_ical_events']).status === 0,
)

/** Readers of calendars. */
export const feedJudges = () => [
  { name: 'ical.js', needs: 'Node', isInstalled: true, read: readWithIcalJs },
  {
    name: 'icalendar',
    needs: 'python3-icalendar and python3-recurring-ical-events',
    isInstalled: Boolean(python),
    read: readWithPython,
  },
]

/** What a judge finds in the years of the check: `{ title, start, end }`, a day or an instant. */
export const occurrencesBy = ({ read }, text) => read(text)

function readWithPython(text) {
  const args = [script, String(years.first), String(years.last)]
  const { stdout, stderr, status } = spawnSync(python, args, { input: text, encoding: 'utf8' })
  if (status !== 0) throw new Error(`icalendar stopped: ${stderr}`)
  return JSON.parse(stdout)
}

function readWithIcalJs(text) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').flatMap((component) => {
    const event = new ICAL.Event(component)
    if (!event.isRecurring()) return [found(event.summary, event.startDate, event.endDate)]
    const occurrences = event.iterator()
    const days = []
    for (let day = occurrences.next(); day && day.year <= years.last; day = occurrences.next())
      if (day.year >= years.first) days.push(found(event.summary, day, day))
    return days
  })
}

const found = (title, start, end) => ({ title, start: textOf(start), end: textOf(end) })
const textOf = (time) => (time.isDate ? time.toString() : time.toJSDate().toISOString())
