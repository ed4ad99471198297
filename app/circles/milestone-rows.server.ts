import type { Submission } from '@conform-to/react'
import { changedRows } from '~/components/changed-rows.server'
import { milestoneKind, milestoneRows, readMilestones, withMilestones } from './milestones'

/** A form that is sent to add or remove a milestone; nothing for one that is meant to be saved. */
export function changeMilestones(submission: Submission<unknown>) {
  const read = (form: Record<string, unknown>) => milestoneRows(readMilestones(form))
  return changedRows(milestoneKind, submission, { read, write: withMilestones })
}
