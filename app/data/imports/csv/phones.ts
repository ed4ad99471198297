import { callingCode, withCallingCode } from '~/data/imports/reading/calling-code'
import { addNote, type Draft } from './draft'
import type { Column } from './plan'

/** Calling codes in columns of their own. */

/** A phone with the calling code of its row. */
export function internationalPhone(draft: Draft, { codeColumns }: Column, number: string) {
  for (const n of codeColumns) {
    const code = callingCode(draft.row.cells[n] ?? '')
    const phone = code && withCallingCode(code, number)
    if (!phone) continue
    draft.usedCodes.add(n)
    return phone
  }
  return number
}

/** Codes that no phone has taken go into notes. */
export function addCallingCodes({ row, person, columns, usedCodes }: Draft) {
  for (const { n, word, header } of columns) {
    const text = row.cells[n]?.trim()
    if (word === 'phones.code' && text && !usedCodes.has(n)) addNote(person, header, text)
  }
}
