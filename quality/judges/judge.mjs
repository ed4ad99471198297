import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ICAL from 'ical.js'

/**
 * Reads each vCard of a folder with ical.js. Prints a line of JSON for each file: null if ical.js does not take
 * it, else the properties that vcard-judges.mjs compares.
 */
function judge(folder) {
  for (const file of readdirSync(folder).sort()) {
    process.stdout.write(`${JSON.stringify({ file, card: read(join(folder, file)) })}\n`)
  }
}

function read(path) {
  try {
    const parsed = ICAL.parse(readFileSync(path, 'utf8'))
    // Several cards are a list of lists.
    return describe(new ICAL.Component(Array.isArray(parsed[0]) ? parsed[0] : parsed))
  } catch {
    return null
  }
}

function describe(card) {
  const values = (name) => card.getAllProperties(name).flatMap((property) => property.getValues())
  const [name] = values('n')
  const [family = '', given = '', further = ''] = [name ?? []].flat().map(words)
  return {
    family: name === undefined ? null : family,
    given: name === undefined ? null : [given, further].filter(Boolean).join(' '),
    fullNames: values('fn').map(words),
    organizations: values('org').map(words),
    emails: values('email').map(String),
    phones: values('tel').map(String),
    birthdays: card.getAllProperties('bday').map(birthday),
    notes: values('note').map(String),
    relations: [...values('related'), ...values('x-abrelatednames')].map(String),
  }
}

/** The parts of a component. */
const words = (part) => [part].flat().join(' ')

function birthday(property) {
  const text = String(property.getFirstValue())
  const omitted = property.getParameter('x-apple-omit-year')
  return omitted && text.startsWith(`${omitted}-`) ? `-${text.slice(4)}` : text
}

judge(process.argv[2])
