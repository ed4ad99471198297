import { readPlaces } from '../../tests/support/dav-client.mjs'
import { propertiesOf, readProperty } from '../../tests/support/dav-objects.mjs'
import { randomFrom } from '../../tests/support/two-way.mjs'
import { card4Lines, cardLines, eventLines } from './samples.data.mjs'
import { describeDifference, listFaults, registerOwner } from './support.mjs'

const [cards, events] = [120, 80]
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Cards and events with everything in them: what was not edited on the web comes back in the words of the client. */
export async function roundTrips({ app, check }) {
  const owner = await registerOwner(app.url)
  const client = await owner.addDevice('Everything')
  const places = await readPlaces(client)
  const random = randomFrom(Number(process.env.SEED ?? 38))
  const faults = { stored: [], given: [], edited: [], spelling: [] }
  for (let n = 0; n < cards; n++)
    await tripOf({ ...cardTrip(n, random), owner, client, path: places.buds, faults })
  for (let n = 0; n < events; n++)
    await tripOf({ ...eventTrip(n, random), owner, client, path: places.events, faults })
  const titles = {
    stored: `${cards} cards and ${events} events with everything in them are taken`,
    given: 'all of their values come back',
    edited: 'after an edit on the web all other values come back, and the edited one is new',
    spelling: 'what comes back has the spelling of the client',
  }
  for (const [name, list] of Object.entries(faults)) check(titles[name], list.length === 0, listFaults(list))
}

/** Puts numbers into the lines of a sample. */
function fill(lines, n) {
  const day = 10 + (n % 15)
  const values = {
    n: String(100 + n),
    d: String(day),
    e: String(day + 1),
    long: 'long and ünusual, '.repeat(12).replaceAll(',', '\\,'),
  }
  return lines.map((line) => line.replace(/\{(\w+)\}/g, (_, name) => values[name]))
}

/** Every seventh to all of the additional properties. A property stands once where it may stand once. */
function choose(all, n, random) {
  const chosen = n % 7 === 0 ? all : all.filter(() => random() < 0.4)
  const seen = new Set()
  return chosen.filter((lines) => {
    const single = lines.flatMap((line) => once.exec(line)?.[0] ?? [])
    if (single.some((name) => seen.has(name))) return false
    for (const name of single) seen.add(name)
    return true
  })
}

const once = /^(?:BDAY|GEO|LOCATION|DESCRIPTION|X-LONG|ANNIVERSARY|URL)\b/

function cardTrip(n, random) {
  const version = n % 2 ? '4.0' : '3.0'
  const pool =
    version === '4.0' ? [...cardLines.any.filter((lines) => !isOld(lines)), ...card4Lines] : cardLines.any
  const lines = [
    ...fill(cardLines.name[n % cardLines.name.length], n),
    ...choose(pool, n, random).flatMap((lines) => fill(lines, n)),
  ]
  if (n % 10 === 0)
    lines.push(
      version === '4.0' ? `PHOTO:data:image/png;base64,${picture}` : `PHOTO;ENCODING=b;TYPE=PNG:${picture}`,
    )
  const content = [
    'BEGIN:VCARD',
    `VERSION:${version}`,
    `UID:everything-${n}`,
    ...lines,
    'END:VCARD',
    '',
  ].join('\r\n')
  const accept = `text/vcard; version=${version}`
  return { n, content, accept, file: `everything-${n}.vcf`, kind: cardEdits[n % cardEdits.length] }
}

/** Properties and forms that vCard 4.0 does not have. */
const isOld = (lines) =>
  lines.some((line) =>
    /^(CLASS|SORT-STRING|MAILER|AGENT|KEY;ENC|LOGO;VALUE|SOUND;TYPE|X-MS-OL|GEO|TZ)/.test(line),
  )

const cardEdits = [
  {
    path: '/api/v1/buds',
    record: 'bud',
    name: 'NOTE',
    body: { notes: 'edited on the web' },
    value: 'edited on the web',
  },
  { path: '/api/v1/buds', record: 'bud', name: 'NICKNAME', body: { Nickname: 'Webby' }, value: 'Webby' },
  { path: '/api/v1/buds', record: 'bud', name: 'TITLE', body: { Occupation: 'Sailor' }, value: 'Sailor' },
]
/** What says the same as the edited value in another form may go with it. */
const eventEdits = [
  {
    path: '/api/v1/events',
    record: 'event',
    name: 'DESCRIPTION|X-ALT-DESC',
    body: { Description: 'edited on the web' },
    value: 'edited on the web',
  },
  {
    path: '/api/v1/events',
    record: 'event',
    name: 'LOCATION|X-APPLE-STRUCTURED-LOCATION',
    body: { Location: 'Wells' },
    value: 'Wells',
  },
]

function eventTrip(n, random) {
  const time = fill(eventLines.time[n % eventLines.time.length], n)
  const lines = choose(eventLines.any, n, random).flatMap((lines) => fill(lines, n))
  const whole = [
    'BEGIN:VEVENT',
    `UID:everything-${n}@example.org`,
    'DTSTAMP:20261101T120000Z',
    `SUMMARY:Everything ${n}`,
    ...time,
    ...lines,
    'END:VEVENT',
  ]
  const content = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example//EN',
    ...whole,
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  return { n, content, file: `everything-${n}.ics`, kind: eventEdits[n % eventEdits.length] }
}

const withoutPhoto = (properties) => properties.filter((line) => !/ PHOTO[;:]/.test(line))
/** Name and value without parameters. */
const valuesOf = (properties) =>
  properties.map((line) =>
    line.replace(/^(\S+ (?:\w+\.)?[\w-]+)(?:;(?:[^":]|"[^"]*")*)?:/, (_, name) => `${name.toUpperCase()}:`),
  )

async function tripOf({ n, content, file, accept, kind, owner, client, path, faults }) {
  const put = await client.put(path + file, content)
  if (put.status !== 201) return faults.stored.push(`${file}: ${put.status} ${put.text.slice(0, 300)}`)
  const read = async () =>
    (await client.send('GET', path + file, { headers: accept ? { Accept: accept } : {} })).text
  const sent = withoutPhoto(propertiesOf(content))
  const first = await read()
  compare({ file, sent, found: first, values: faults.given, spelling: faults.spelling })
  if (content.includes('PHOTO') && !/^PHOTO[;:]/m.test(first)) faults.given.push(`${file}: no photo`)
  const id = await idOf(owner, kind, n)
  if (!id) return faults.edited.push(`${file}: the API does not find it`)
  await owner.call('PATCH', `${kind.path}/${id}`, kind.body)
  const edited = await read()
  const isOther = (line) => !new RegExp(`^(VCARD|VCALENDAR.VEVENT) (\\w+\\.)?(${kind.name})[;:]`).test(line)
  compare({
    file,
    sent: sent.filter(isOther),
    found: edited,
    isOther,
    values: faults.edited,
    spelling: faults.spelling,
  })
  if (readProperty(edited, kind.name) !== kind.value)
    faults.edited.push(`${file}: ${kind.name} is ${readProperty(edited, kind.name)}`)
}

/** The record that was written last. */
async function idOf(owner, { path, record }) {
  const json = await owner.call('GET', `${path}?limit=1&sort=newestFirst`)
  return json[`${record}s`][0]?._id
}

/** What the server adds of its own, such as a place that a card has not, is not looked at. */
function compare({ file, sent, found, isOther = () => true, values, spelling }) {
  const given = withoutPhoto(propertiesOf(found)).filter(isOther)
  const lost = describeDifference(valuesOf(given), valuesOf(sent))
  if (!lost.startsWith('0 missing') && lost) values.push(`${file}: ${lost}`)
  const other = describeDifference(given, sent)
  if (!other.startsWith('0 missing') && other && (lost.startsWith('0 missing') || !lost))
    spelling.push(`${file}: ${other}`)
}
