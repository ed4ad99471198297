/**
 * The faults of judges, each with the paragraph of RFC 5545, 3.3.10, that decides. `isMet` tells whether a rule, by its
 * parts, has what the judge does wrong. `instead` gives the rule in a form that means the same, and that the judge reads.
 */
export const kinds = {
  dateutil: [
    {
      name: 'BYDAY with and without numbers',
      why: '"BYDAY": without a number, all such days are meant, beside the numbered ones; dateutil takes what both select',
      isMet: ({ BYDAY = [] }) => BYDAY.some(isNumbered) && !BYDAY.every(isNumbered),
      instead: withNumbers,
    },
  ],
  'ical.js': [
    {
      name: 'BYMONTHDAY from the end, with DAILY or YEARLY',
      why: '"BYMONTHDAY": -10 is the tenth to the last day of the month; ical.js ignores it, or takes another month',
      isMet: ({ FREQ, BYMONTHDAY = [] }) =>
        BYMONTHDAY.some((day) => day < 0) && (FREQ === 'DAILY' || FREQ === 'YEARLY'),
    },
    {
      name: 'BYMONTHDAY with YEARLY, without BYMONTH',
      why: 'the table of BY parts: BYMONTHDAY expands YEARLY, to the days of each month; ical.js takes that of the start',
      isMet: ({ FREQ, BYMONTHDAY, BYMONTH }) => FREQ === 'YEARLY' && BYMONTHDAY && !BYMONTH,
    },
    {
      name: 'a day that a month does not have, with YEARLY and BYMONTH',
      why: '"Recurrence rules may generate … an invalid date": such instances are ignored, ical.js takes the next month',
      isMet: ({ FREQ, BYMONTH, BYMONTHDAY, BYDAY, startDay }) =>
        FREQ === 'YEARLY' &&
        BYMONTH &&
        !BYDAY &&
        (BYMONTHDAY ?? [startDay]).some((day) => Math.abs(day) > 28),
    },
    {
      name: 'BYDAY with a number of two digits',
      why: '"BYDAY", ordwk = 1*2DIGIT: 20MO is the 20th Monday of the year',
      isMet: ({ BYDAY = [] }) => BYDAY.some((day) => /\d\d/.test(day)),
    },
    {
      name: 'BYDAY with a number, with YEARLY, BYMONTH and BYMONTHDAY',
      why: 'note 2 of the table: with BYMONTH the numbers count in the month; ical.js counts in the year',
      isMet: ({ FREQ, BYDAY = [], BYMONTH, BYMONTHDAY }) =>
        FREQ === 'YEARLY' && BYMONTH && BYMONTHDAY && BYDAY.some(isNumbered),
    },
    {
      name: 'BYMONTH with MONTHLY',
      why: 'the table of BY parts: BYMONTH limits the months that INTERVAL gives; ical.js goes through the list instead',
      isMet: ({ FREQ, BYMONTH }) => FREQ === 'MONTHLY' && BYMONTH,
    },
    {
      name: 'a first month without the fifth weekday, with MONTHLY',
      why: '"INTERVAL": counted from the month of the start; ical.js begins with a later one',
      isMet: ({ FREQ, BYDAY = [] }) => FREQ === 'MONTHLY' && BYDAY.some((day) => /5/.test(day)),
    },
    {
      name: 'BYDAY and BYMONTHDAY with MONTHLY',
      why: 'note 1 of the table: BYDAY limits the days of BYMONTHDAY; ical.js passes some over',
      isMet: ({ FREQ, BYDAY, BYMONTHDAY }) => FREQ === 'MONTHLY' && BYDAY && BYMONTHDAY,
    },
    {
      name: 'BYSETPOS, except for days of the week in a month',
      why: '"BYSETPOS": the positions are those of all instances in one interval; ical.js ignores them, or counts in a month',
      isMet: ({ FREQ, BYSETPOS, BYDAY, BYMONTHDAY }) =>
        BYSETPOS && !(FREQ === 'MONTHLY' && BYDAY && !BYMONTHDAY),
    },
  ],
}

const isNumbered = (day) => day.length > 2

/** The parts of a rule, those with lists as lists, and the day of the month of the first start. */
export function partsOf({ repeat, startDate }) {
  const parts = Object.fromEntries(repeat.split(';').map((part) => part.split('=')))
  const lists = Object.entries(parts).map(([name, value]) => [
    name,
    name.startsWith('BY') ? value.split(',') : value,
  ])
  return { ...Object.fromEntries(lists), startDay: Number(startDate.slice(8, 10)) }
}

/** Each plain weekday as all the numbered ones of the month or year. */
function withNumbers(repeat, { FREQ, BYMONTH, BYDAY }) {
  const most = FREQ === 'YEARLY' && !BYMONTH ? 53 : 5
  const all = (day) => Array.from({ length: most }, (_, n) => `${n + 1}${day}`)
  const days = BYDAY.flatMap((day) => (isNumbered(day) ? [day] : all(day)))
  return repeat.replace(/BYDAY=[^;]*/, `BYDAY=${days}`)
}
