import type { CustomField } from '~/buds/bud'
import { phoneValues } from '~/buds/phone-numbers'
import type { CsvRow } from './csv'
import type { CsvFormat } from './csv-columns'
import { readLabelled } from './csv-own'
import type { Column } from './csv-plan'
import type { MappingWord } from './mapping'

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

const separators: Partial<Record<MappingWord, RegExp>> = {
  phones: /:::|\n|;(?!ext|\d{1,6}(?!\d))/i,
  links: /:::|\n/,
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

/** Groups that Google makes itself. */
const systemGroup = /^\*\s*(?:my ?contacts|other ?contacts)$/i

export function groupsIn(text: string, format: CsvFormat) {
  return split(text, format === 'google' ? ':::' : /:::|[,;\n]/)
    .filter((group) => !systemGroup.test(group))
    .map((group) => group.replace(/^\*\s*/, ''))
}
