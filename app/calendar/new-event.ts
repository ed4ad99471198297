const path = '/dashboard/AddEvent'

/** Paths of AddEvent, which redirects to the calendar with the query `search` after saving. */
export function newEventPaths(search: string) {
  const returnTo = `/dashboard/calendar${search}`
  const at = (startDate: string, endDate: string) =>
    `${path}?${new URLSearchParams({ startDate, endDate, returnTo })}`
  return {
    withoutTimes: `${path}?${new URLSearchParams({ returnTo })}`,
    at,
    /** For whole days: from 09:00 on the first day to 10:00 on the last. */
    on: (first: string, last = first) => at(`${first}T09:00`, `${last}T10:00`),
  }
}
