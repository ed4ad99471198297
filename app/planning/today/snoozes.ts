import { addDays } from '~/events/calendar/calendar-days'

/** The days until which a bud can be snoozed by one press. */
export const snoozesFrom = (today: string) => [
  { label: 'A week', until: addDays(today, 7) },
  { label: 'A month', until: addDays(today, 30) },
]

export type Snooze = ReturnType<typeof snoozesFrom>[number]
