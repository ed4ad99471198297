const backTo = '/dashboard/calendar'

/** The form for a new event at these times, which leads back to the calendar. */
export function newEventAt(startDate: string, endDate: string) {
  return `/dashboard/AddEvent?${new URLSearchParams({ startDate, endDate, returnTo: backTo })}`
}

/** Days without hours: in the morning of the first, for an hour of the last. */
export function newEventOn(first: string, last = first) {
  return newEventAt(`${first}T09:00`, `${last}T10:00`)
}

export const newEvent = `/dashboard/AddEvent?${new URLSearchParams({ returnTo: backTo })}`
