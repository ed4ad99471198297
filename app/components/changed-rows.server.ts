import type { Submission, SubmissionResult } from '@conform-to/react'
import { data } from '@remix-run/node'
import { addRow, isFull, type Row, type RowKind, removeRow } from './rows'

type Form = Record<string, unknown>
type Access<R> = { read: (form: Form) => R[]; write: (form: Form, rows: R[]) => Form }

/**
 * Without JavaScript the buttons of a row editor send the form: it comes back as it was typed with one row more or
 * less, neither checked nor saved. Nothing for a form that is sent for something else.
 */
export function changedRows<R extends Row>(
  kind: RowKind<R>,
  { payload }: Submission<unknown>,
  { read, write }: Access<R>,
) {
  const { intent, ...form } = payload
  const isAdding = intent === `add-${kind.name}`
  const removed = removedId(kind, intent)
  if (!isAdding && removed === undefined) return
  const rows = read(form)
  const isRefused = isAdding && isFull(kind, rows)
  const changed = removed === undefined ? addRow(kind, rows) : removeRow(kind, rows, removed)
  const result = { initialValue: write(form, changed) } as SubmissionResult
  return data({ result, msg: isRefused ? kind.limitReached : '' }, isRefused ? 400 : 200)
}

function removedId<R extends Row>({ name }: RowKind<R>, intent: unknown) {
  const [, id] = new RegExp(`^remove-${name}-(\\d+)$`).exec(String(intent)) ?? []
  return id === undefined ? undefined : Number(id)
}
