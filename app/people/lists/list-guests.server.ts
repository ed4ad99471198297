import type { Submission } from '@conform-to/react'
import { UserError } from '~/base/node/errors'
import { withSelected } from '~/people/buds/bud-picker.server'
import { addListIntent } from './smart-list'
import { budsOfSmartList } from './smart-lists.server'

/** Handles the button 'Add all' of a form without JavaScript: selects the buds of the list too. */
export async function handleListIntent(ownerId: string, submission: Pick<Submission<unknown>, 'payload'>) {
  const { intent, fromList } = submission.payload
  if (intent !== addListIntent) return
  try {
    const { ids } = await budsOfSmartList(ownerId, String(fromList))
    return withSelected(submission, ids)
  } catch (error) {
    if (error instanceof UserError) return withSelected(submission, [], error.message)
    throw error
  }
}
