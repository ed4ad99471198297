const form = '/dashboard/AddEvent'

/** The ways to a new event from the calendar at an address `search`, which lead back there. */
export function newEventFrom(search: string) {
  const returnTo = `/dashboard/calendar${search}`
  const at = (startDate: string, endDate: string) =>
    `${form}?${new URLSearchParams({ startDate, endDate, returnTo })}`
  return {
    /** Without a time. */
    whenever: `${form}?${new URLSearchParams({ returnTo })}`,
    at,
    /** Days without hours: in the morning of the first, until an hour later on the last. */
    on: (first: string, last = first) => at(`${first}T09:00`, `${last}T10:00`),
  }
}
