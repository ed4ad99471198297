import type { Submission, SubmissionResult } from '@conform-to/react'
import { data } from '@remix-run/node'
import { addRow, isFull, type Row, type RowKind, removeRow } from './rows'

/**
 * Handles the add and remove buttons of a row editor without JavaScript: returns the submitted form with a row added or
 * removed, without validating or saving it. Returns undefined for other intents.
 */
export function handleRowIntent<R extends Row>(kind: RowKind<R>, { payload }: Submission<unknown>) {
  const { intent, ...form } = payload
  const isAdding = intent === `add-${kind.name}`
  const idToRemove = readIdToRemove(kind, intent)
  if (!isAdding && idToRemove === undefined) return
  const rows = kind.read(form)
  const isOverLimit = isAdding && isFull(kind, rows)
  const changedRows = idToRemove === undefined ? addRow(kind, rows) : removeRow(kind, rows, idToRemove)
  const result = { initialValue: kind.write(form, changedRows) } as SubmissionResult
  return data({ result, msg: isOverLimit ? kind.limitReached : '' }, isOverLimit ? 400 : 200)
}

function readIdToRemove<R extends Row>({ name }: RowKind<R>, intent: unknown) {
  const [, id] = new RegExp(`^remove-${name}-(\\d+)$`).exec(String(intent)) ?? []
  return id === undefined ? undefined : Number(id)
}

/** Handles the buttons of several row editors of a form. */
export function handleRowIntents(kinds: readonly RowKind<Row>[], submission: Submission<unknown>) {
  for (const kind of kinds) {
    const response = handleRowIntent(kind, submission)
    if (response) return response
  }
}
