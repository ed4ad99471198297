import { z } from 'zod'
import { countOf } from '~/base/components/count'
import { count, day, id } from '~/base/http/operation.server'
import { loadToday } from '~/planning/today/today.server'
import { date, overdue } from '~/planning/today/today-operations.server'
import { planTogether } from '~/planning/together/together.server'
import { selectionInput, selectionOf } from '~/planning/together/together-input.server'
import { plan } from '~/planning/together/together-operations.server'
import { eventRow, eventRows } from './event-tools.server'
import { limit, mostNamed, pick, tool, withFewBuds } from './tool.server'

const today = tool({
  name: 'today',
  title: 'Today',
  description:
    'The day of the user, whom to contact (the most overdue first, with the reason), the birthdays, other dates and milestones of the next 30 days, and the events of this week.',
  input: z.strictObject({ limit: limit.describe('Rows of each list') }),
  output: z.object({
    today: day,
    overdue: z.array(overdue),
    totalOverdue: count,
    dates: z.array(date),
    totalDates: count,
    events: eventRows,
    totalEvents: count,
  }),
  run: async (ownerId, { limit }) => {
    const { today, overdue, totalOverdue, dates, events } = await loadToday(ownerId)
    const data = {
      today,
      overdue: overdue.slice(0, limit),
      totalOverdue,
      dates: dates.slice(0, limit),
      totalDates: dates.length,
      events: events.slice(0, limit).map((row) => pick(row, eventRow)),
      totalEvents: events.length,
    }
    const summary = `${today}: ${totalOverdue} overdue, ${dates.length} dates soon, ${events.length} events this week`
    return { summary, data }
  },
})

const shared = z.array(z.object({ name: z.string(), buds: z.array(id), totalBuds: count }))
const tastesShown = 20

const together = tool({
  name: 'together',
  title: 'Plan together',
  description: `What some buds have in common, what stands against it (allergies, diets), what suits all, when they last met, when none of them has an event, and who else would fit. Takes one of buds, circle, event and list. Names at most ${mostNamed} buds; totalBuds counts all.`,
  input: z.strictObject(selectionInput.shape),
  output: plan.extend({
    totalBuds: count,
    common: z.object({ hobbies: shared, preferences: shared }),
    conflicts: shared,
  }),
  run: async (ownerId, selection) => {
    const { buds, common, conflicts, suitsAll, lastMet, freeTimes, alsoInvite } = await planTogether(
      ownerId,
      selectionOf(selection),
    )
    const data = {
      ...withFewBuds({ buds }),
      common: {
        hobbies: common.hobbies.slice(0, tastesShown).map(withFewBuds),
        preferences: common.preferences.slice(0, tastesShown).map(withFewBuds),
      },
      conflicts: conflicts.map(withFewBuds),
      suitsAll: suitsAll.slice(0, mostNamed),
      lastMet,
      freeTimes,
      alsoInvite,
    }
    return { summary: `A plan for ${countOf(buds.length, 'bud')}`, data }
  },
})

export const planningTools = [today, together]
