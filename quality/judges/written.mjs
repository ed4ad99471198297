import fc from 'fast-check'
import { dayIn, dayOf } from './compare.mjs'
import { ask } from './judges.mjs'

const count = 2_000
/** Each run tests the same buds. */
const seed = 15

const photo = fc.option(fc.uint8Array({ minLength: 1, maxLength: 20_000 }))

const relation = fc.record({
  name: fc.stringMatching(/^[A-Z][a-zé,;\\ ]{0,30}[a-z]$/),
  kind: fc.constantFrom('parent', 'child', 'partner', 'former-partner', 'manager', 'introduced-by', 'friend'),
  label: fc.constantFrom('', '', 'Mother', 'Best man; at least, once'),
})

/** Random buds as vCards 3.0 and 4.0: each judge takes every card and reads what the bud says. */
export function judgeWriter(judges, { anyBud, vcardVersions, writeVCard }, check) {
  const buds = fc.sample(fc.tuple(anyBud, photo, fc.array(relation, { maxLength: 4 })), {
    seed,
    numRuns: count,
  })
  for (const version of vcardVersions) {
    const title = `${count} buds as vCard ${version}`
    const cards = buds.map(([bud, photo, relations], n) =>
      writeVCard({ bud: { _id: uuid(n), ...bud }, groups: ['Club; of, all'], relations, photo }, version),
    )
    const longest = cards.reduce((most, card) => Math.max(most, longestLine(card)), 0)
    check(`${title}: the longest line has ${longest} octets (at most 75)`, longest <= 75)
    const cut = cards.filter((card, n) => hasCutCharacter(card, buds[n][0]))
    check(`${title}: no character is cut`, cut.length === 0, cut[0])
    for (const judge of judges) {
      const answers = ask(judge, cards)
      const faults = answers.flatMap((answer, n) => faultsOf(judge.name, version, answer, buds[n]))
      check(
        `${title}: ${judge.name} takes all and agrees`,
        faults.length === 0,
        faults.slice(0, 10).join('\n'),
      )
    }
  }
}

const uuid = (n) => `019abcde-0000-7000-8000-${String(n).padStart(12, '0')}`

const longestLine = (card) => Math.max(...card.split('\r\n').map((line) => Buffer.byteLength(line)))

/** The parts of a character that is cut between two lines are decoded as U+FFFD. */
const hasCutCharacter = (card, bud) => card.includes('\ufffd') && !JSON.stringify(bud).includes('\ufffd')

function faultsOf(judge, version, answer, [bud, , relations]) {
  if (!answer) return ['a card is not taken']
  const expected = { ...expectedOf(bud), relations: relations.map(({ name }) => name) }
  const read = { ...answer, birthdays: answer.birthdays.map(dayIn) }
  // Both give a property that they do not know as it stands.
  if (version === '3.0' && judge !== 'vobject')
    read.relations = read.relations.map((text) => text.replace(/\\(.)/g, '$1'))
  if (judge === 'ical.js') correctIcal(version, read, expected)
  return Object.entries(expected)
    .filter(([name, value]) => JSON.stringify(read[name]) !== JSON.stringify(value))
    .map(([name, value]) => `${name} is ${JSON.stringify(read[name])}, not ${JSON.stringify(value)}`)
}

/** What a card says. A card holds no control characters and one birthday. */
function expectedOf(bud) {
  const birthdays = bud.dates.filter(({ label }) => label.toLowerCase() === 'birthday')
  return {
    given: printable(bud.Firstname),
    family: printable(bud.Surname),
    emails: bud.emails.map(({ value }) => printable(value)),
    phones: bud.phones.map(({ value }) => printable(value)),
    birthdays: birthdays.slice(0, 1).map(dayOf),
    notes: bud.notes ? [printable(bud.notes)] : [],
  }
}

const printable = (text) => text.replace(/(?![\n\t])\p{Cc}/gu, '')

/** Two faults of ical.js, which the other judges do not have. */
function correctIcal(version, read, expected) {
  // It leaves the backslash that RFC 2426 demands before a semicolon of a text.
  if (version === '3.0') read.notes = read.notes.map((text) => text.replaceAll('\\;', ';'))
  // It takes the second of two backslashes for one that escapes the separator after it.
  const { family, given } = expected
  if ([family, given].some((name) => name.endsWith('\\'))) Object.assign(read, { family, given })
}
