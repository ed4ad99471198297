import { initialOf } from '~/base/components/initial'

/** Constants of a bud for browser and server (product 3). The rules are in `bud-input.server.ts`. */
export const budtypes = ['Friend', 'Family', 'Work', 'Client', 'Other'] as const

/** Labels of the fields that calls of their own write. */
export const otherBudLabels = { photo: 'Photo', snoozedUntil: 'Snoozed until', archivedAt: 'Archived' }

/** Days between contacts with a bud, or with each bud of a circle. */
export const cadenceMaximum = 3_650

/** The snooze of a bud that is never due, although a circle of it has a cadence. */
export const neverDue = '9999-12-31'

/** 5 MB. */
export const photoMaximum = 5_000_000
export const photoTooLarge = 'Photo must be at most 5 MB'

export const customFieldLimit = 5
export const customFieldLength = 50

export type CustomField = { name: string; value: string }

/** What lists show of a bud: its photo or else a drawn face or initials, and its name. */
export type Person = { _id: string; Firstname: string; Surname: string; photo: string | null }

export const personOf = ({ _id, Firstname, Surname, photo }: Person): Person => ({
  _id,
  Firstname,
  Surname,
  photo,
})

export function fullName({ Firstname, Surname }: { Firstname: string; Surname: string }) {
  return `${Firstname} ${Surname}`.trim()
}

export function initials({ Firstname, Surname }: { Firstname: string; Surname: string }) {
  return initialOf(Firstname) + initialOf(Surname)
}
