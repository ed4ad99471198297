import type { Submission } from '@conform-to/react'
import { handleRowIntent } from '~/components/row-intents.server'
import { milestoneKind, milestoneRows, readMilestones, withMilestones } from './milestones'

/** Handles the buttons that add or remove a milestone without JavaScript. */
export function handleMilestoneIntent(submission: Submission<unknown>) {
  const read = (form: Record<string, unknown>) => milestoneRows(readMilestones(form))
  return handleRowIntent(milestoneKind, submission, { read, write: withMilestones })
}
