import type { Person } from '~/data/imports/reading/person'
import type { Address } from '~/people/buds/contact'
import type { CsvFormat } from './columns'
import type { CsvRow } from './csv'
import type { Column, CsvReading } from './plan'
import { damage } from './spreadsheet-cells'

export type Context = CsvReading & { format: CsvFormat }

/** A person under construction. */
export type Draft = {
  row: CsvRow
  person: Person
  columns: Column[]
  middleNames: string[]
  addresses: Map<string, Address>
  fullAddresses: { column: Column; text: string }[]
  fullNames: { column: Column; text: string }[]
  /** Emails with words that are no part of the address. */
  mailRemarks: { header: string; text: string; rest: string }[]
  /** Columns whose calling code is in a phone. */
  usedCodes: Set<number>
  /** Dates whose day, month and year have columns of their own, by label. */
  splitDates: Map<string, { column: Column; text: string }[]>
}

export function addNote(person: Person, name: string, text: string) {
  person.notes.push(`${name}: ${text}`)
}

export function refuseValue(person: Person, name: string, text: string, expected: string) {
  addNote(person, name, text)
  const reason = `${name}: '${text.slice(0, 100)}' is not ${expected}. It goes into notes`
  person.warnings.push({ line: person.line, reason })
}

/** A value that a spreadsheet has damaged. */
export function addDamaged(person: Person, name: string, text: string) {
  addNote(person, name, text)
  person.warnings.push({ line: person.line, reason: `${name}: ${damage(text)}. It goes into notes` })
}

/** The words of a text in lower case. */
export const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}@._-]+/gu))

/** Whether a text says nothing that is not said. */
export function isCovered(text: string, words: Set<string>) {
  for (const word of wordsOf(text)) if (!words.has(word)) return false
  return true
}
