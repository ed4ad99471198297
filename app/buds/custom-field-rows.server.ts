import type { Submission, SubmissionResult } from '@conform-to/react'
import { data } from '@remix-run/node'
import { customFieldLimit } from './bud'
import { rowsOf, tooManyFields, withRows } from './custom-fields'

/**
 * Without JavaScript the buttons of the custom fields send the form: it comes back as it was typed with one row more or
 * less, neither checked nor saved. Nothing for a form that is meant to be saved.
 */
export function changeRows({ payload }: Submission<unknown>) {
  const { intent, ...form } = payload
  const removed = /^remove-custom-field-(\d+)$/.exec(String(intent))?.[1]
  if (removed === undefined && intent !== 'add-custom-field') return
  const rows = rowsOf(form)
  const isFull = removed === undefined && rows.length >= customFieldLimit
  if (removed !== undefined) rows.splice(Number(removed), 1)
  else if (!isFull) rows.push({ name: '', value: '' })
  const result = { initialValue: withRows(form, rows) } as SubmissionResult
  return data({ result, msg: isFull ? tooManyFields : '' }, isFull ? 400 : 200)
}
