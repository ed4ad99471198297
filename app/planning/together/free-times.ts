import { addDays, weekdayOf } from '~/events/calendar/calendar-days'
import { overlaps } from '~/events/calendar/event-times'

/** An event of the chosen people. All times are wall-clock times. */
export type Busy = { Name: string; startDate: string; endDate: string }
export type FreeTime = {
  kind: 'weekend' | 'evening'
  startDate: string
  endDate: string
  /** Why it is free, such as 'Sunday: nobody has an event; on Saturday there is Book fair'. */
  reason: string
}

/** How many days ahead free times are looked for. */
export const freeDays = 84
const weekendLimit = 3
const eveningLimit = 5
const saturday = 5

/**
 * The next weekends and evenings without an event, the soonest first (product 21.1). A day of a weekend is free if no
 * event is on it at all, an evening if none is on it from 18:00 to midnight.
 */
export function freeTimesOf(now: string, busy: Busy[]): FreeTime[] {
  const today = now.slice(0, 10)
  const days = Array.from({ length: freeDays }, (_, n) => addDays(today, n))
  const weekends = days.flatMap((day, n) => {
    const isFirst = weekdayOf(day) === saturday || (n === 0 && weekdayOf(day) > saturday)
    return isFirst ? freeOfWeekend(addDays(day, saturday - weekdayOf(day)), now, busy) : []
  })
  const chosen = weekends.slice(0, weekendLimit)
  const evenings = days
    .filter(
      (day) => !chosen.some(({ startDate, endDate }) => startDate.slice(0, 10) <= day && day <= endDate),
    )
    .flatMap((day) => freeEvening(day, now, busy))
  return [...chosen, ...evenings.slice(0, eveningLimit)].sort((a, b) => (a.startDate < b.startDate ? -1 : 1))
}

function freeOfWeekend(first: string, now: string, busy: Busy[]): FreeTime[] {
  const days = [first, addDays(first, 1)].map((day, n) => ({
    day,
    name: n === 0 ? 'Saturday' : 'Sunday',
    isLeft: `${day}T10:00` > now,
    event: busy.find((event) => overlaps(event, { from: `${day}T00:00`, to: `${addDays(day, 1)}T00:00` })),
  }))
  const free = days.filter(({ isLeft, event }) => isLeft && !event)
  const [from, to] = [free[0], free.at(-1)]
  if (!from || !to) return []
  const taken = days.find(({ isLeft, event }) => isLeft && event)
  const name = free.length === 2 ? 'Weekend' : from.name
  const others = taken?.event ? `; on ${taken.name} there is ${taken.event.Name}` : ''
  const reason = `${name}: nobody has an event${others}`
  return [{ kind: 'weekend', startDate: `${from.day}T10:00`, endDate: `${to.day}T18:00`, reason }]
}

function freeEvening(day: string, now: string, busy: Busy[]): FreeTime[] {
  const evening = { from: `${day}T18:00`, to: `${addDays(day, 1)}T00:00` }
  if (`${day}T19:00` <= now || busy.some((event) => overlaps(event, evening))) return []
  const times = { startDate: `${day}T19:00`, endDate: `${day}T22:00` }
  return [{ kind: 'evening', ...times, reason: 'Evening: nobody has an event' }]
}
