import { compare, cpuOfAll, quantile, send } from './measure.mjs'

const month = '/api/v1/events?from=2026-11-01T00:00&to=2026-12-01T00:00'
const event = { Location: 'Bath', Eventtype: 'Social', Description: 'Bring the notes', selectedBuds: [] }
const pad = (n) => String(n).padStart(2, '0')
const monthDays = Array.from({ length: 28 }, (_, n) => n + 1).join()
const allWeekdays = 'MO,TU,WE,TH,FR,SA,SU'
const everyMonth = '1,2,3,4,5,6,7,8,9,10,11,12'

/** Rules that are costly to expand, by their first start. */
const hostile = [
  ['2000-01-01', 'FREQ=DAILY'],
  ['1900-01-01', 'FREQ=DAILY'],
  ['2000-01-01', `FREQ=DAILY;BYMONTHDAY=${monthDays};BYDAY=${allWeekdays}`],
  ['2000-01-01', `FREQ=DAILY;BYMONTH=${everyMonth};BYMONTHDAY=${monthDays}`],
  ['2000-02-29', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29'],
  ['2000-02-29', 'FREQ=DAILY;INTERVAL=97;BYMONTH=2;BYMONTHDAY=29'],
  ['2000-02-29', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29'],
  ['2000-02-29', 'FREQ=YEARLY;INTERVAL=99;BYMONTH=2;BYMONTHDAY=29'],
  ['2000-02-29', 'FREQ=MONTHLY;INTERVAL=97;BYMONTHDAY=29;BYMONTH=2;BYDAY=TU'],
  ['2000-02-29', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=TU'],
  ['2000-01-01', `FREQ=MONTHLY;BYDAY=${allWeekdays};BYSETPOS=1`],
  ['2000-01-31', `FREQ=MONTHLY;BYDAY=${allWeekdays};BYSETPOS=-1`],
  ['2000-12-31', `FREQ=YEARLY;BYDAY=${allWeekdays};BYSETPOS=-1`],
  ['2000-12-31', `FREQ=YEARLY;BYDAY=${allWeekdays};BYSETPOS=366`],
  ['2000-12-30', 'FREQ=YEARLY;BYDAY=53SA,-1SA,53SU,-53MO'],
  ['2000-01-31', 'FREQ=MONTHLY;INTERVAL=99;BYMONTHDAY=31'],
  ['2000-01-01', `FREQ=WEEKLY;INTERVAL=99;BYDAY=${allWeekdays};WKST=SU`],
  ['2000-01-01', 'FREQ=DAILY;COUNT=999;INTERVAL=99'],
  ['2000-02-29', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=999'],
  ['2000-02-29', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;UNTIL=99991231'],
]

/** Rules that are refused, because they never happen or do not begin at their start. */
const refused = [
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31',
  'FREQ=DAILY;INTERVAL=98;BYMONTH=4;BYMONTHDAY=31',
  'FREQ=YEARLY;BYDAY=MO;BYSETPOS=366',
  'FREQ=MONTHLY;BYDAY=5MO;BYSETPOS=-366',
]

/**
 * Compares a month of 200 series with one of as many single events; limits the duration for 1,000 series of ten years, and
 * the CPU time of each use of a hostile rule.
 */
export async function seriesCosts(app, { check, micros, createOwner }) {
  const post = async ({ cookie }, body, status = 201) =>
    send(`${app.url}/api/v1/events`, cookie, { method: 'POST', body: JSON.stringify(body), status })
  await compareMonths()
  await limitManySeries()
  await limitHostileRules()

  async function compareMonths() {
    const [repeated, single] = [
      await createOwner('series@example.org'),
      await createOwner('single@example.org'),
    ]
    for (let n = 0; n < 200; n++) {
      const time = `T${pad(8 + (n % 12))}:00`
      const day = 1 + (n % 7)
      const choir = { ...event, Name: `Choir ${n}` }
      const of = (date) => ({ startDate: `${date}${time}`, endDate: `${date}${time.replace(':00', ':45')}` })
      await post(repeated, { ...choir, ...of(`2026-11-${pad(day)}`), repeat: 'FREQ=WEEKLY' })
      for (let on = day; on <= 30; on += 7) await post(single, { ...choir, ...of(`2026-11-${pad(on)}`) })
    }
    const counts = []
    for (const { cookie } of [repeated, single]) {
      const { events } = await (await fetch(app.url + month, { headers: { cookie } })).json()
      counts.push(events.length)
    }
    if (counts[0] !== counts[1]) throw new Error(`The months have ${counts.join(' and ')} events`)
    for (const path of [month, '/dashboard/Calendar?date=2026-11-20']) {
      const target = ({ cookie }) => ({ ...app, url: app.url + path, cookie })
      const { subject, control, ratio } = await compare(target(repeated), target(single), {
        rounds: 21,
        requests: 20,
      })
      const name = `${path.split('?')[0]} of 200 series and ${counts[0]} occurrences`
      console.log(`${name}: ${micros(subject)}, of as many single events: ${micros(control)}`)
      check(`${name}, server and database`, ratio.both, 1.3)
    }
  }

  async function limitManySeries() {
    const owner = await createOwner('many@example.org')
    const rules = [
      'FREQ=WEEKLY',
      'FREQ=WEEKLY;INTERVAL=2',
      'FREQ=MONTHLY',
      'FREQ=YEARLY',
      'FREQ=MONTHLY;INTERVAL=3',
    ]
    for (let n = 0; n < 1_000; n++) {
      const date = `${2018 + (n % 8)}-${pad(1 + (n % 12))}-${pad(1 + (n % 28))}`
      const times = { startDate: `${date}T18:00`, endDate: `${date}T19:30` }
      const until = `;UNTIL=${Number(date.slice(0, 4)) + 10}0101`
      await post(owner, { ...event, Name: `Class ${n}`, ...times, repeat: rules[n % rules.length] + until })
    }
    for (const path of [month, '/dashboard/Calendar?date=2026-11-20', '/api/v1/today', '/dashboard/Today']) {
      const times = []
      for (let n = 0; n < 100; n++) times.push(await send(app.url + path, owner.cookie))
      check(`1,000 series of ten years, ${path.split('?')[0]}, p95`, quantile(times, 0.95), 50, ' ms')
    }
  }

  async function limitHostileRules() {
    const owner = await createOwner('hostile@example.org')
    const call = async (method, path, body, statuses = [200]) => {
      const response = await fetch(`${app.url}/api/v1${path}`, {
        method,
        headers: { cookie: owner.cookie, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const json = await response.json()
      if (!statuses.includes(response.status))
        throw new Error(`${method} ${path} responded ${response.status}: ${json.msg}`)
      return json
    }
    const costs = []
    /** The CPU time of a use: the median of five where it can be repeated. */
    const measure = async (name, work, times = 1) => {
      const all = []
      let result
      for (let n = 0; n < times; n++) {
        const before = cpuOfAll(app.pid) + cpuOfAll(app.database)
        result = await work()
        all.push(cpuOfAll(app.pid) + cpuOfAll(app.database) - before)
      }
      costs.push({ name, ms: quantile(all, 0.5) })
      return result
    }
    for (const [date, repeat] of hostile) {
      const use = (name, work, times) => measure(`${name}, ${date} ${repeat}`, work, times)
      const times = { startDate: `${date}T09:00`, endDate: `${date}T10:00` }
      const body = { ...event, Name: 'Hostile', ...times, repeat }
      const { event: made } = await use('POST', () => call('POST', '/events', body, [201]))
      const path = `/events/${made._id}`
      await use('a month', () => call('GET', month.replace('/api/v1', '')), 5)
      await use('a month of 9990', () => call('GET', '/events?from=9990-02-01T00:00&to=9990-03-01T00:00'), 5)
      await use('a century', () => call('GET', '/events?from=1900-01-01T00:00&to=2100-01-01T00:00'), 5)
      await use('the list', () => call('GET', '/events?when=upcoming'), 5)
      await use('Today', () => call('GET', '/today'), 5)
      const moved = {
        startDate: times.startDate.replace('09:', '10:'),
        endDate: times.endDate.replace('10:', '11:'),
      }
      await use('move of all', () => call('PATCH', `${path}?occurrence=${times.startDate}&scope=all`, moved))
      await use('deletion', () => call('DELETE', path))
    }
    for (const repeat of refused) {
      const times = { startDate: '2000-02-28T09:00', endDate: '2000-02-28T10:00' }
      const body = { ...event, Name: 'Never', ...times, repeat }
      await measure(`refusal, ${repeat}`, () => call('POST', '/events', body, [400]), 5)
    }
    costs.sort((a, b) => b.ms - a.ms)
    for (const { name, ms } of costs.slice(0, 10)) console.log(`${ms.toFixed(1)} ms: ${name}`)
    check(
      `the costliest of ${costs.length} uses of ${hostile.length + refused.length} hostile rules`,
      costs[0].ms,
      50,
      ' ms',
    )
  }
}
