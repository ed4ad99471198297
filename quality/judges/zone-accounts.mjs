const hour = 3_600_000
const day = 24 * hour
/** The changes are those of the next two years. */
export const firstYear = new Date().getUTCFullYear() + 1
/** Ten years. */
export const [from, to] = [`${firstYear - 1}-12-01`, `${firstYear + 9}-12-01`]

const clocks = new Map()

/** The wall clock of a zone at an instant, as if it were in UTC. */
function clockAt(zone, instant) {
  const make = () =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  if (!clocks.has(zone)) clocks.set(zone, make())
  return Date.parse(`${clocks.get(zone).format(instant).replace(' ', 'T')}Z`)
}
const offsetAt = (zone, instant) => clockAt(zone, instant) - instant

/** The zones that the app offers, and some other names of zones that it takes. ZONES: only some. */
export const zones = process.env.ZONES?.split(',') ?? [
  ...Intl.supportedValuesOf('timeZone'),
  ...['UTC', 'US/Eastern', 'Europe/Kyiv', 'EST5EDT', 'Etc/GMT+5'],
]

/** A wall-clock time in the middle of each gap or overlap of two years. */
export function changesOf(zone) {
  const found = []
  for (let time = Date.UTC(firstYear, 0, 1); time < Date.UTC(firstYear + 2, 0, 1); time += day) {
    if (offsetAt(zone, time) === offsetAt(zone, time + day)) continue
    let [before, after] = [time, time + day]
    while (after - before > 60_000) {
      const middle = before + Math.floor((after - before) / 120_000) * 60_000
      if (offsetAt(zone, middle) === offsetAt(zone, before)) before = middle
      else after = middle
    }
    const [old, next] = [offsetAt(zone, before), offsetAt(zone, after)]
    found.push({ isGap: next > old, at: wallClock(after + (old + next) / 2) })
  }
  return found
}

export const wallClock = (time) => new Date(time).toISOString().slice(0, 16)
export const moved = (time, by) => wallClock(Date.parse(`${time}Z`) + by)

/** The instants of a wall-clock time by the offsets before and after it. */
function instantsOf(zone, time) {
  const inUtc = Date.parse(`${time}Z`)
  return [-day, day].map((by) => inUtc - offsetAt(zone, inUtc + by))
}

/**
 * The instant of a wall-clock time: the first one when it comes twice, and by the offset before when it does not come (RFC
 * 5545, 3.3.5).
 */
export function instantOf(zone, time) {
  const instants = instantsOf(zone, time)
  const shown = instants.filter((instant) => clockAt(zone, instant) === Date.parse(`${time}Z`))
  return new Date(shown.length > 0 ? Math.min(...shown) : instants[0]).toISOString()
}

/** Whether the clocks do not change around a wall-clock time. */
export function isPlain(zone, time) {
  const [before, after] = instantsOf(zone, time)
  return before === after
}

/** What the clocks show at a wall-clock time: in the hour that they skip, the time after it. */
export const shownTime = (zone, time) =>
  isPlain(zone, time) ? time : wallClock(clockAt(zone, Date.parse(instantOf(zone, time))))

const week = 7 * day

/** Series around the changes of a zone. Some leave out starts, or have an occurrence that was taken out of them. */
export async function addSeries(user, zone) {
  const changes = changesOf(zone)
  const steady = [`${firstYear}-03-28T02:30`, `${firstYear}-10-31T01:30`, `${firstYear + 1}-03-26T02:30`]
  const times = changes.length > 0 ? changes.map(({ at }) => at) : steady
  const [first, second = first, third = second, fourth = third] = times
  const untilOf = (time) => `${time.replace(/[-:]/g, '')}00`
  const series = [
    // Their occurrence at the change is one of the series, is left out, is taken out, is the first, and is the last one.
    { start: moved(first, -4 * week), repeat: 'FREQ=WEEKLY' },
    {
      start: moved(second, -4 * week),
      repeat: 'FREQ=WEEKLY;COUNT=60',
      skipped: [second, moved(second, week)],
    },
    { start: moved(third, -4 * week), repeat: `FREQ=WEEKLY;UNTIL=${firstYear + 3}0101`, takenOut: third },
    { start: first, minutes: 45, repeat: 'FREQ=DAILY;COUNT=40', skipped: [moved(first, 2 * day)] },
    { start: moved(fourth, -20 * day), repeat: `FREQ=DAILY;INTERVAL=2;UNTIL=${untilOf(fourth)}` },
    {
      start: moved(second, -5 * week),
      repeat: 'FREQ=WEEKLY;INTERVAL=5;COUNT=30',
      takenOut: second,
      moveTo: first,
    },
    {
      start: lastSunday(firstYear - 1, 12),
      repeat: 'FREQ=MONTHLY;BYDAY=-1SU',
      takenOut: lastSunday(firstYear, 2),
    },
  ]
  const ids = []
  for (const [n, { start, minutes = 60, repeat, skipped = [], takenOut, moveTo }] of series.entries()) {
    const span = (start) => ({ startDate: start, endDate: moved(start, minutes * 60_000) })
    const fields = {
      Name: `Series ${n}`,
      Location: 'Bath',
      Eventtype: 'Other',
      repeat,
      skipped,
      ...span(start),
    }
    const { status, text, json } = await user.post('/api/v1/events', fields)
    if (status !== 201) throw new Error(`${zone}: ${JSON.stringify(fields)}: ${status} ${text}`)
    ids.push(json.event._id)
    if (!takenOut) continue
    const change = { Name: `Taken ${n}`, ...span(moveTo ?? takenOut) }
    const path = `/api/v1/events/${json.event._id}?occurrence=${takenOut}&scope=this`
    const answer = await user.patch(path, change)
    if (answer.status !== 200) throw new Error(`${zone}: ${path}: ${answer.status} ${answer.text}`)
  }
  return ids
}

function lastSunday(year, month) {
  const last = Date.UTC(year, month, 0, 23, 30)
  return wallClock(last - new Date(last).getUTCDay() * day)
}

/** What `GET /events` gives for ten years. */
export async function listed(user) {
  const found = []
  for (let year = firstYear; year < firstYear + 10; year++) {
    const { json } = await user.get(`/api/v1/events?from=${year - 1}-12-01T00:00&to=${year}-12-01T00:00`)
    const begun = json.events.filter(({ startDate }) => startDate >= `${year - 1}-12-01`)
    found.push(
      ...begun.map(({ Name, startDate, endDate }) => ({ title: Name, start: startDate, end: endDate })),
    )
  }
  return found
}
