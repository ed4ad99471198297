import type { GuestAnswer } from '../../app/events/guests/guest'
import type { DemoBud } from './buds'

type DemoAnswer = Partial<GuestAnswer> &
  Pick<GuestAnswer, 'answer'> & { event: string; bud: DemoBud; daysAgo: number }

/** The answers of guests to events of the demo account. The guest that is left has not answered yet. */
const answers: DemoAnswer[] = [
  {
    event: 'Tasting for the supper club',
    bud: 'Linh',
    answer: 'yes',
    guests: 1,
    diet: ['Allergy: Shellfish'],
    note: 'I bring my sister, she writes about food.',
    daysAgo: 2,
  },
  {
    event: 'Tasting for the supper club',
    bud: 'Yusuf',
    answer: 'yes',
    note: 'Can I help with the chairs?',
    daysAgo: 1,
  },
  {
    event: 'Tasting for the supper club',
    bud: 'Niamh',
    answer: 'maybe',
    diet: ['Vegan'],
    note: 'If the early shift ends early.',
    daysAgo: 1,
  },
]

/** The answer of a guest, with a time relative to `now`. Undefined for guests who have not answered. */
export function demoAnswerAt(now: Date, event: string, bud: DemoBud) {
  const found = answers.find((answer) => answer.event === event && answer.bud === bud)
  if (!found) return undefined
  const { event: _event, bud: _bud, daysAgo, ...answer } = found
  return { ...answer, answeredAt: new Date(now.getTime() - daysAgo * 24 * 60 * 60 * 1_000) }
}
