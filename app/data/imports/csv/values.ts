import { readLabelled } from '~/data/exports/own-csv'
import type { MappingWord } from '~/data/imports/mapping'
import type { CustomField } from '~/people/buds/bud'
import { phoneValues } from '~/people/buds/phone-numbers'
import type { CsvFormat } from './columns'
import type { CsvRow } from './csv'
import type { Column } from './plan'

/** The values in a cell, with their labels. */

export const split = (text: string, separator: string | RegExp) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)

/** The label of a value. Google marks the main one with an asterisk, and writes INTERNET for no label. */
export function labelOf({ cells }: CsvRow, { labelColumn, label }: Column) {
  const cell = labelColumn === undefined ? '' : (cells[labelColumn] ?? '')
  const text = cell.trim().replace(/^\*\s*/, '')
  return text === 'INTERNET' ? label : text || label
}

const ofList = /:::|[,;\n]/
const separators: Partial<Record<MappingWord, RegExp>> = {
  phones: /:::|\n|;(?!ext|\d{1,6}(?!\d))/i,
  links: /:::|\n/,
  hobbies: ofList,
  preferences: ofList,
  industry: ofList,
  origination: ofList,
  groups: ofList,
  tags: ofList,
  emails: /:::/,
  dates: /:::/,
  customFields: /:::/,
  addresses: /:::/,
  'addresses.street': /:::/,
  'addresses.city': /:::/,
  'addresses.region': /:::/,
  'addresses.postcode': /:::/,
  'addresses.country': /:::/,
}

/** What stands between the values of a cell. Undefined: it has one value. */
function separatorOf(word: MappingWord | null, format: CsvFormat) {
  const separator = separators[word ?? 'skip']
  if (separator && format === 'budkeeper') return / ::: /
  return word === 'groups' && format === 'google' ? /:::/ : separator
}

/** More than any field of a bud can hold. Each takes time. */
const mostValues = 1_000

/** A cell as far as its first 1,000 values, and the rest of its text. */
export function withinValues(text: string, word: MappingWord | null, format: CsvFormat) {
  const separator = separatorOf(word, format)
  if (!separator || text.length < mostValues) return { text, rest: '' }
  let [count, start] = [0, 0]
  for (const { 0: between, index } of text.matchAll(new RegExp(separator, `${separator.flags}g`))) {
    if (text.slice(start, index).trim()) count++
    start = index + between.length
    if (count === mostValues) return { text: text.slice(0, index), rest: text.slice(start).trim() }
  }
  return { text, rest: '' }
}

export function labelledValues(row: CsvRow, column: Column, text: string, isOwn: boolean) {
  if (isOwn) return readLabelled(text)
  const label = labelOf(row, column)
  const values = split(text, separators[column.word ?? 'skip'] ?? ':::')
  const valuesIn = column.word === 'phones' ? phoneValues : (value: string) => [value]
  return values.flatMap(valuesIn).map((value) => ({ label, value }))
}

export function customFields(row: CsvRow, column: Column, text: string, isOwn: boolean): CustomField[] {
  return labelledValues(row, column, text, isOwn).map(({ label, value }) => ({
    name: label || column.header,
    value,
  }))
}

/** Groups that Google makes itself. Without its asterisk, a name of two words can be that of a user. */
const systemGroup = /^(?:\*\s*(?:my ?contacts|other ?contacts)|mycontacts|othercontacts)$/i
export const isSystemGroup = (name: string) => systemGroup.test(name)

export function groupsIn(text: string, format: CsvFormat) {
  return split(text, separatorOf('groups', format) ?? ':::')
    .filter((group) => !isSystemGroup(group))
    .map((group) => group.replace(/^\*\s*/, ''))
}
