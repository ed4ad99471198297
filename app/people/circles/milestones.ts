import type { RowKind } from '~/base/components/rows'

/** `date` is 'YYYY-MM-DD', or empty. */
export type Milestone = { id: number; date: string; description: string }

export const milestoneLimit = 100

/** What a milestone without a description is called. */
export const defaultLabel = 'Milestone'

/** Year, month and day of 'YYYY-MM-DD'. */
export function dayParts(date: string) {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return { year, month, day }
}

export const milestoneKind: RowKind<Milestone> = {
  name: 'milestone',
  label: 'Milestone',
  limit: milestoneLimit,
  limitReached: `Maximum limit of ${milestoneLimit} milestones reached`,
  minimum: 1,
  empty: { date: '', description: '' },
  field: 'milestones',
  read: (form) => milestoneRows(readMilestones(form)),
  write: withMilestones,
}

type Form = Record<string, unknown>
type RawMilestone = { id?: number; date: unknown; description: unknown }

/**
 * The milestones of a submitted form, not validated. Reads one more than the limit, so that validation can reject it.
 */
export function readMilestones(form: Form) {
  return readIds(form.milestoneIds).map((id) => ({
    id,
    date: form[`milestone-date-${id}`] ?? '',
    description: form[`milestone-description-${id}`] ?? '',
  }))
}

function readIds(joined: unknown) {
  const ids = String(joined ?? '')
    .split(',')
    .filter((id) => /^[1-9]\d*$/.test(id))
    .map(Number)
    .filter(Number.isSafeInteger)
  return [...new Set(ids)].slice(0, milestoneLimit + 1)
}

/** The rows of the editor: the milestones of a form or a circle, or one empty row. */
export function milestoneRows(milestones: RawMilestone[]): Milestone[] {
  const rows = milestones.length > 0 ? milestones : [{ ...milestoneKind.empty, id: 1 }]
  return rows.map(({ id, date, description }, n) => ({
    id: id ?? n + 1,
    date: String(date),
    description: String(description),
  }))
}

export function withMilestones(form: Form, rows: Milestone[]): Form {
  const otherFields = Object.entries(form).filter(([name]) => !/^milestone-(date|description)-/.test(name))
  const fields = rows.flatMap(({ id, date, description }) => [
    [`milestone-date-${id}`, date],
    [`milestone-description-${id}`, description],
  ])
  return {
    ...Object.fromEntries([...otherFields, ...fields]),
    milestoneIds: rows.map(({ id }) => id).join(','),
  }
}
