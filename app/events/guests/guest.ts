/** Constants and types of guests' answers for browser and server (product 21.3). */
export const answers = ['yes', 'no', 'maybe'] as const
export type Answer = (typeof answers)[number]

export const answerNames: Record<Answer, string> = { yes: 'Yes', no: 'No', maybe: 'Maybe' }

/** How many people a guest can bring. */
export const guestsLimit = 10
export const noteLength = 300

/** The days after the end of an event in which the links of its guests can still be opened. */
export const daysAfterEnd = 30

export const answerLabels = {
  answer: 'Will you come?',
  guests: 'People you bring',
  diet: 'Allergies and diet',
  note: 'Note',
}

export type GuestAnswer = { answer: Answer | null; guests: number; diet: string[]; note: string }

export type Totals = Record<Answer | 'open', number> & {
  /** Those who come, and those whom they bring. */
  people: number
}

export function totalsOf(guests: Pick<GuestAnswer, 'answer' | 'guests'>[]): Totals {
  const totals = { yes: 0, no: 0, maybe: 0, open: 0, people: 0 }
  for (const { answer, guests: brought } of guests) {
    totals[answer ?? 'open'] += 1
    if (answer === 'yes') totals.people += 1 + brought
  }
  return totals
}

/** '3 yes, 1 maybe, 2 no answer' of the attendees of an event. Empty if nobody has answered. */
export function answersText(answers: Record<Answer, number> | undefined, attendees: number) {
  const { yes, no, maybe } = answers ?? { yes: 0, no: 0, maybe: 0 }
  const open = attendees - yes - no - maybe
  if (open === attendees) return ''
  const shown = Object.entries({ yes, maybe, no, 'no answer': open }).filter(([, count]) => count > 0)
  return shown.map(([name, count]) => `${count} ${name}`).join(', ')
}

export const broughtText = (guests: number) => (guests === 1 ? 'brings 1 person' : `brings ${guests} people`)

/**
 * An answer in one line: 'Yes, brings 2 people, Vegan, note: I come by train'. Of a change, only the fields that changed, also
 * those that are empty now.
 */
export function answerText(changed: Partial<GuestAnswer>) {
  const { answer, guests, diet, note } = changed
  if (answer === null) return 'No answer'
  const isWhole = answer && guests !== undefined && diet && note !== undefined
  const parts = [
    answer && answerNames[answer],
    guests !== undefined && (guests > 0 ? broughtText(guests) : !isWhole && 'brings nobody'),
    diet && (diet.join(', ') || (!isWhole && 'no diet')),
    note !== undefined && (note ? `note: ${note}` : !isWhole && 'no note'),
  ]
  return parts.filter(Boolean).join(', ')
}

export const guestsPath = '/dashboard/EventGuests'
