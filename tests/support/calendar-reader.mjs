import ICAL from 'ical.js'

/** The occurrences that ical.js finds in a calendar from a day to before another one, by the clock of its zone. */
export function readOccurrences(text, from, to) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  // Without the list, ical.js takes each exception of the calendar for one of each series.
  const entries = calendar
    .getAllSubcomponents('vevent')
    .map((entry) => new ICAL.Event(entry, { exceptions: [] }))
  const isException = ({ component }) => component.hasProperty('recurrence-id')
  const found = []
  for (const event of entries.filter((event) => !isException(event))) {
    for (const other of entries)
      if (other.uid === event.uid && isException(other)) event.relateException(other)
    if (!event.isRecurring()) found.push(occurrence(event.summary, event))
    const times = event.iterator()
    for (let next = event.isRecurring() && times.next(); next; next = times.next()) {
      if (next.toString() > to) break
      const details = event.getOccurrenceDetails(next)
      found.push(occurrence(details.item.summary, details))
    }
  }
  return found.filter(({ start }) => start >= from && start < to)
}

const occurrence = (title, { startDate, endDate }) => ({
  title,
  start: startDate.toString().slice(0, 16),
  end: endDate.toString().slice(0, 16),
  at: startDate.toJSDate().toISOString(),
  until: endDate.toJSDate().toISOString(),
})
