import { addSeries, changesOf, instantOf, isPlain, listed, shownTime, zones } from './zone-accounts.mjs'
import { zoneJudges } from './zone-judges.mjs'

/** Accounts that are judged at the same time. */
const lanes = 3

/**
 * Other readers of calendars find the occurrences of `GET /events` of ten years in the feed and in the export, in each zone.
 * `makeUser` resolves to a new member with the path of a feed.
 */
export async function judgeZones(makeUser, { check, skip }) {
  const judges = zoneJudges()
  for (const { name, needs, isInstalled } of judges)
    if (!isInstalled) skip(`the judge ${name} needs ${needs}, which is not installed here`)
  const installed = judges.filter(({ isInstalled }) => isInstalled)
  const tallies = new Map(
    installed.map(({ name }) => [name, { zones: 0, found: 0, atChange: 0, faults: [] }]),
  )
  const left = [...zones.entries()]
  let changes = 0
  async function work() {
    const { user, feed } = await makeUser()
    const open = installed.map((judge) => ({ ...judge, ...judge.open() }))
    for (let next = left.shift(); next; next = left.shift()) {
      const [n, zone] = next
      await user.patch('/api/v1/users/settings', { timeZone: zone })
      const ids = await addSeries(user, zone)
      changes += changesOf(zone).length
      const expected = await listed(user)
      const files = { feed: (await user.get(feed)).text, export: (await user.get(exportPath)).text }
      for (const id of ids) await user.delete(`/api/v1/events/${id}`)
      for (const judge of open)
        if (!judge.isSlow || isInSample(zone, n))
          await judgeFiles(judge, zone, files, expected, tallies.get(judge.name))
    }
    for (const { close } of open) close()
  }
  await Promise.all(Array.from({ length: lanes }, work))
  process.stdout.write(`${zones.length} zones with ${changes} changes of the clocks in two years\n`)
  for (const [name, { zones, found, atChange, faults }] of tallies)
    check(
      `${name} finds the occurrences of GET /events in feed and export, ${zones} zones, ${found} occurrences`,
      faults.length === 0 && found > 0,
      `${atChange} in an hour that is skipped or comes twice are at another instant than by RFC 5545, 3.3.5; ${faults.length} faults\n${faults.slice(0, 10).join('\n')}`,
    )
}

const exportPath = '/api/v1/export?format=ics'

/** A dozen zones for readers that need seconds for a calendar. */
const isInSample = (zone, n) => sample.includes(zone) || n % 70 === 0
const sample = [
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Jerusalem',
  'Africa/Cairo',
  'America/Santiago',
]

async function judgeFiles({ name, read, showsTimeAfter }, zone, files, expected, tally) {
  tally.zones++
  for (const [file, text] of Object.entries(files)) {
    const found = await read(text, zone)
    const times = showsTimeAfter
      ? expected.map((one) => ({ ...one, start: shownTime(zone, one.start) }))
      : expected
    const difference = firstDifference(found.map(textIn(zone)), times.map(textIn(zone)))
    if (difference) tally.faults.push(`${zone} ${file}: ${difference}`)
    tally.found += found.length
    for (const { start, at, title } of found) {
      if (at === undefined || at === instantOf(zone, start)) continue
      if (isPlain(zone, start)) tally.faults.push(`${zone} ${file}: ${title} ${start} is read as ${at}`)
      else tally.atChange++
    }
  }
  if (name === 'icalendar') await judgeComponent(read, zone, files.feed, expected, tally)
}

/** With a name that nobody knows, the zone is read from its component. */
async function judgeComponent(read, zone, feed, expected, tally) {
  const own = feed
    .replaceAll(`TZID=${zone}:`, `TZID=Own/${zone}:`)
    .replace(`TZID:${zone}\r\n`, `TZID:Own/${zone}\r\n`)
  const found = await read(own)
  const difference = firstDifference(found.map(textIn(zone)), expected.map(textIn(zone)))
  if (difference) tally.faults.push(`${zone} by its component: ${difference}`)
  const moved = found.find(({ start, at }) => isPlain(zone, start) && at !== instantOf(zone, start))
  if (moved)
    tally.faults.push(`${zone} by its component: ${moved.title} ${moved.start} is read as ${moved.at}`)
}

/** Around a change of the clocks, readers may take the end by the length. */
const textIn =
  (zone) =>
  ({ title, start, end }) =>
    `${title} ${start} ${isPlain(zone, start) ? end : ''}`

function firstDifference(found, expected) {
  const [a, b] = [found.sort(), expected.sort()]
  const n = Math.max(a.length, b.length)
  for (let index = 0; index < n; index++)
    if (a[index] !== b[index]) return `${a.length} of ${b.length}, ${a[index]}, not ${b[index]}`
}
