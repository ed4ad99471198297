/** The wall-clock time of an event in words: 'Saturday, 28 November 2026, 19:00 to 22:30'. */
export function eventTime(startDate: string, endDate: string) {
  const [start, end] = [wordsOf(startDate), wordsOf(endDate)]
  if (startDate === endDate) return `${start.day}, ${start.time}`
  return start.day === end.day
    ? `${start.day}, ${start.time} to ${end.time}`
    : `${start.day}, ${start.time} to ${end.day}, ${end.time}`
}

const longDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

const wordsOf = (wallClock: string) => ({
  day: longDay.format(new Date(`${wallClock}Z`)),
  time: wallClock.slice(11),
})
