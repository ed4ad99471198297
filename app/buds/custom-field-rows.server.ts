import type { Submission } from '@conform-to/react'
import { changedRows } from '~/components/changed-rows.server'
import { customFieldKind, rowsOf, withRows } from './custom-fields'

/** A form that is sent to add or remove a custom field; nothing for one that is meant to be saved. */
export function changeRows(submission: Submission<unknown>) {
  return changedRows(customFieldKind, submission, { read: rowsOf, write: withRows })
}
