import type { RowKind } from '~/components/rows'

/** `date` is 'YYYY-MM-DD', or empty. */
export type Milestone = { id: number; date: string; description: string }

export const milestoneLimit = 100
/** Characters of all descriptions of a circle's milestones together. */
export const milestonesLength = 8_000
export const milestonesTooLong = `Milestone descriptions must be at most ${milestonesLength} characters together`
export const tooManyMilestones = `Maximum limit of ${milestoneLimit} milestones reached`

export const milestoneKind: RowKind<Milestone> = {
  name: 'milestone',
  label: 'Milestone',
  limit: milestoneLimit,
  limitReached: tooManyMilestones,
  least: 1,
  empty: { date: '', description: '' },
}

type Form = Record<string, unknown>
type Read = { id: number; date: unknown; description: unknown }

/** The milestones of a form as it was sent, not checked yet; of too many, enough to tell that they are. */
export function readMilestones(form: Form): Read[] {
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

/** The rows of the editor for milestones of a form or of a circle; it starts with one empty row. */
export function milestoneRows(
  milestones: { id?: number; date: unknown; description: unknown }[],
): Milestone[] {
  const list = milestones.length > 0 ? milestones : [milestoneKind.empty]
  return list.map(({ date, description, ...known }, n) => ({
    id: 'id' in known && known.id !== undefined ? known.id : n + 1,
    date: String(date),
    description: String(description),
  }))
}

/** The same form with other milestones. */
export function withMilestones(form: Form, rows: Milestone[]): Form {
  const others = Object.entries(form).filter(([name]) => !/^milestone-(date|description)-/.test(name))
  const fields = rows.flatMap(({ id, date, description }) => [
    [`milestone-date-${id}`, date],
    [`milestone-description-${id}`, description],
  ])
  return { ...Object.fromEntries([...others, ...fields]), milestoneIds: rows.map(({ id }) => id).join(',') }
}
