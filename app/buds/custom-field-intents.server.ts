import type { Submission } from '@conform-to/react'
import { handleRowIntent } from '~/components/row-intents.server'
import { customFieldKind, rowsOf, withRows } from './custom-fields'

/** Handles the buttons that add or remove a custom field without JavaScript. */
export function handleCustomFieldIntent(submission: Submission<unknown>) {
  return handleRowIntent(customFieldKind, submission, { read: rowsOf, write: withRows })
}
