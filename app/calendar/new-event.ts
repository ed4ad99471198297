const path = '/dashboard/AddEvent'

/** Paths of AddEvent, which redirects to the calendar with the query `search` after saving. */
export function newEventPaths(search: string) {
  const returnTo = `/dashboard/calendar${search}`
  const forTimes = (startDate: string, endDate: string) =>
    `${path}?${new URLSearchParams({ startDate, endDate, returnTo })}`
  return {
    withoutTimes: `${path}?${new URLSearchParams({ returnTo })}`,
    forTimes,
    /** For whole days: from 09:00 on the first day to 10:00 on the last. */
    forDays: (first: string, last = first) => forTimes(`${first}T09:00`, `${last}T10:00`),
  }
}
