import { dayIn } from '~/people/buds/bud-dates'
import { dayParts, type Milestone } from './milestones'

/** A milestone with the day on which it is next, or returns, and the years that it is old then. */
export type MilestoneDay = Milestone & { on: string | null; years: number | null }

/** After all days. */
const noDay = '9999-99-99'

/** The milestones of a circle, the next one first, those without a date last. `today` is YYYY-MM-DD. */
export function milestoneDays(milestones: Milestone[], today: string): MilestoneDay[] {
  return milestones
    .map((milestone) => ({ ...milestone, ...nextOf(milestone, today) }))
    .sort(
      (a, b) => (a.on ?? noDay).localeCompare(b.on ?? noDay) || a.date.localeCompare(b.date) || a.id - b.id,
    )
}

function nextOf({ date }: Milestone, today: string) {
  if (!date) return { on: null, years: null }
  if (date >= today) return { on: date, years: 0 }
  const { year: first, ...monthDay } = dayParts(date)
  const thisYear = Number(today.slice(0, 4))
  const year = dayIn(thisYear, monthDay) >= today ? thisYear : thisYear + 1
  return { on: dayIn(year, monthDay), years: year - first }
}
