export const zones = [
  'Europe/London',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Auckland',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'UTC',
]

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function randomFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const pad = (n) => String(n).padStart(2, '0')
const oddTexts = [
  'Tea; cake, & more',
  'Ünïcödé 👩‍🔬 日本',
  'back\\slash "quoted"',
  'x'.repeat(90),
  'END:VEVENT',
]

/** Fills an account with events on many days at evening hours, and with buds that have dates. */
export async function generateAccount(user, zone, seed) {
  const random = randomFrom(seed + 1)
  const pick = (n) => Math.floor(random() * n)
  await user.patch('/api/v1/users/settings', { timeZone: zone })
  const year = new Date().getUTCFullYear()
  const events = []
  for (let n = 0; n < 40; n++) {
    const day = `${year + 1}-${pad(1 + pick(12))}-${pad(1 + pick(28))}`
    const Name = `${oddTexts[n % oddTexts.length]} ${n}`
    const [startDate, endDate] = [`${day}T19:00`, `${day}T${pad(20 + pick(4))}:${pad(pick(60))}`]
    await create(user, '/api/v1/events', { Name, Location: 'Bath', Eventtype: 'Other', startDate, endDate })
    events.push(`${Name} ${startDate} ${endDate}`)
  }
  const dates = []
  for (let n = 0; n < 12; n++) {
    const own = [
      { label: 'Birthday', year: n % 2 ? 1_960 + pick(60) : null, month: 1 + pick(12), day: 1 + pick(28) },
      { label: 'Leap', year: n % 3 ? 2_024 : null, month: 2, day: 29 },
    ]
    const Firstname = oddTexts[n % oddTexts.length].slice(0, 50)
    await create(user, '/api/v1/buds', { Firstname, Surname: `No${n}`, dates: own })
    dates.push(...own.map((date) => ({ ...date, title: `${Firstname} No${n}: ${date.label}` })))
  }
  return { events, dates }
}

async function create(user, path, fields) {
  const { status, text } = await user.post(path, fields)
  if (status !== 201) throw new Error(`${path}: ${status} ${text}`)
}

export const years = { first: 2026, last: 2032 }

/** The days on which the calendar of the product shows the dates. */
export function expectedDays(dates) {
  const days = []
  for (let year = years.first; year <= years.last; year++)
    for (const { title, month, day } of dates) {
      const isLate = month === 2 && day === 29 && new Date(Date.UTC(year, 1, 29)).getUTCMonth() !== 1
      days.push(`${title} ${year}-${pad(month)}-${pad(isLate ? 28 : day)}`)
    }
  return days
}
