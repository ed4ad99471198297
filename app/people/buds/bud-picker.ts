import type { Bud } from './bud-input.server'

/** The maximum number of buds in a circle or an event. */
export const selectedBudsLimit = 500
export const tooManyChosen = `At most ${selectedBudsLimit} buds can be chosen`

/** The maximum number of buds of a circle or an event in a list response. */
export const listedBudsLimit = 20

export const suggestionLimit = 20

type PickerField =
  | ('_id' | 'Firstname' | 'Surname' | 'Nickname' | 'Occupation' | 'Location')
  | ('Budtype' | 'hobbies' | 'preferences' | 'photo')

/** The fields of a bud that are shown in the picker and in the 'in common' panels. */
export type PickerBud = ReturnType<typeof asPickerBud>

export function asPickerBud(bud: Pick<Bud, PickerField> & { archivedAt?: unknown }) {
  const { _id, Firstname, Surname, Nickname, Occupation, Location, Budtype, photo } = bud
  const { hobbies, preferences, archivedAt } = bud
  return {
    ...{ _id, Firstname, Surname, Nickname, Occupation, Location, Budtype, hobbies, preferences, photo },
    ...(archivedAt ? { isArchived: true } : {}),
  }
}

export type BudPickerData = {
  selected: PickerBud[]
  /** Submitted ids that are not buds of the user. */
  missing: string[]
  /** The first buds that match `findBuds` and are not selected. */
  suggestions: PickerBud[]
  findBuds: string
  /** Whether the user submitted the form to search, as happens without JavaScript. */
  isFinding: boolean
  /** The id of a bud that is not offered. */
  except?: string | undefined
}
