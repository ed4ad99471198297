import type { BudField } from './bud-fields'

type FormField = BudField | 'photo' | 'removePhoto'

/** The parts of the bud screen that have a form in place (`?edit=dates`), with the fields that each changes. */
export const budParts = {
  details: ['Firstname', 'Surname', 'Nickname', 'Budtype', 'Occupation', 'OccupationLocation', 'Location'],
  photo: ['photo', 'removePhoto'],
  cadence: ['cadenceDays'],
  contact: ['phones', 'emails', 'addresses', 'links'],
  dates: ['dates'],
  notes: ['notes'],
  'last-interaction': ['LastInteraction'],
  interests: ['hobbies', 'preferences', 'industry', 'origination'],
  tags: ['tags'],
  more: ['customFields'],
} as const satisfies Record<string, readonly FormField[]>

export type BudPart = keyof typeof budParts
