/**
 * A card as one reader reads it: `name` is [first names, surname], and `emails`, `phones` and `birthdays` are
 * lists of texts.
 */

const fields = ['name', 'emails', 'phones', 'birthdays']

/** A card as the importer reads it. */
export const ofPerson = ({ Firstname, Surname, emails, phones, dates }) => ({
  name: [Firstname, Surname],
  emails: emails.map(({ value }) => value),
  phones: phones.map(({ value }) => value),
  birthdays: dates.filter(({ label }) => label === 'Birthday').map(dayOf),
})

export const dayOf = ({ year, month, day }) =>
  `${year ? digits(year, 4) : '-'}-${digits(month, 2)}-${digits(day, 2)}`
const digits = (number, length) => String(number).padStart(length, '0')

/** A card as a judge reads it. Without N, the name is FN. */
export const ofJudge = (card) => ({
  ...card,
  name: card.family === null ? [card.fullNames[0] ?? '', ''] : [card.given, card.family],
})

/**
 * What is no difference in content. The rules are applied to both readings, one after the other. A rule gets the
 * importer's reading and the judge's, and returns both.
 */
export const rules = [
  {
    name: 'white space',
    why: 'values are trimmed, lists of names are joined with a space, and an empty value is none',
    apply: both((card) => mapped(card, fields, (text) => text.replace(/[\s,]+/g, ' ').trim())),
  },
  {
    name: 'order',
    why: 'the importer puts preferred values first',
    apply: both((card) => sorted(card)),
  },
  {
    name: 'emails',
    why: 'letter case, mailto: and the name in "Ada <ada@example.org>" are not part of an address',
    apply: both((card) => mapped(card, ['emails'], addressOf)),
  },
  {
    name: 'phones',
    why: 'the importer writes the URI tel:1;ext=5 as 1 ext. 5',
    apply: both((card) =>
      mapped(card, ['phones'], (text) => text.replace(/^tel:/i, '').replace(/;ext=(\d+)/i, ' ext. $1')),
    ),
  },
  {
    name: 'days',
    why: 'judges have types or texts of dates; a time never moves the day; text that is no day is in the notes',
    apply: both((card) => sorted(mapped(card, ['birthdays'], dayIn))),
  },
  {
    name: 'names of one part',
    why: 'the importer splits a full name, and a card whose N has no first name may be of a company',
    apply: compareWords,
  },
  {
    name: 'charsets',
    why: 'judges read UTF-8; what they could not decode holds U+FFFD and is not compared, but counted',
    apply: withoutUndecoded,
  },
]

function both(change) {
  return (ours, theirs) => [change(ours), change(theirs)]
}

const mapped = (card, names, change) => ({
  ...card,
  ...Object.fromEntries(
    names.map((name) => {
      const values = card[name].map(change)
      return [name, name === 'name' ? values : values.filter(Boolean)]
    }),
  ),
})

const sorted = (card) => ({
  ...card,
  ...Object.fromEntries(['emails', 'phones', 'birthdays'].map((name) => [name, [...card[name]].sort()])),
})

function addressOf(text) {
  const address = text.toLowerCase().replace(/^mailto:/, '')
  return /<([^<>\s]+)>$/.exec(address)?.[1] ?? address
}

/** `1985-04-12` or `--04-12`. Empty: the text is no day. */
export function dayIn(text) {
  const [, year, month, day] = /^(\d{4}|-)-?([01]\d)-?([0-3]\d)(?:T.*)?$/.exec(text) ?? []
  const isDay =
    month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000, month, 0)).getUTCDate()
  return isDay ? `${year}-${month}-${day}` : ''
}

function compareWords(ours, theirs) {
  const { given, family, fullNames, organizations } = theirs
  if (given?.trim()) return [ours, theirs]
  const [text] = [family, ...fullNames, ...organizations, ''].filter((name) => name?.trim())
  return [
    { ...ours, name: wordsOf(ours.name.join(' ')) },
    { ...theirs, name: wordsOf(text ?? '') },
  ]
}

const wordsOf = (text) =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .sort()

function withoutUndecoded(ours, theirs) {
  const undecoded = fields.filter((name) => theirs[name].some((text) => text.includes('\ufffd')))
  const count = (card, name) => (name === 'name' ? [] : [String(card[name].length)])
  const without = (card) => ({
    ...card,
    ...Object.fromEntries(undecoded.map((name) => [name, count(card, name)])),
  })
  return [without(ours), without(theirs)]
}

/** The fields that differ, with both readings, before any rule and after each. The last entry is the verdict. */
export function differences(ours, theirs) {
  let pair = [ours, theirs]
  const steps = [different(...pair)]
  for (const { apply } of rules) {
    pair = apply(...pair)
    steps.push(different(...pair))
  }
  return steps
}

const different = (ours, theirs) =>
  fields
    .filter((name) => JSON.stringify(ours[name]) !== JSON.stringify(theirs[name]))
    .map((name) => ({ name, ours: ours[name], theirs: theirs[name] }))
