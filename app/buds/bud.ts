/** Words and limits of a bud that the browser may know; the rules stand in `bud-input.server.ts`. Product 3. */
export const budtypes = ['Friend', 'Family', 'Work', 'Client', 'Other'] as const
export type Budtype = (typeof budtypes)[number]

export const budSorts = ['newestFirst', 'oldestFirst', 'A-Z', 'Z-A', 'budType'] as const

export const customFieldLimit = 5
export const customFieldLength = 50

export type CustomField = { name: string; value: string }

export type BudInput = {
  Firstname: string
  Surname: string
  Nickname: string
  Occupation: string
  Location: string
  OccupationLocation: string
  Budtype: Budtype
  hobbies: string[]
  preferences: string[]
  industry: string[]
  origination: string[]
  LastInteraction: string
  customFields: CustomField[]
}

export type Bud = BudInput & { _id: string; createdAt: Date }

/** A bud as circles and events list it. */
export type BudName = Pick<Bud, '_id' | 'Firstname' | 'Surname'>

export function fullName({ Firstname, Surname }: { Firstname: string; Surname: string }) {
  return `${Firstname} ${Surname}`.trim()
}

export function initials({ Firstname, Surname }: { Firstname: string; Surname: string }) {
  return [Firstname, Surname].map(([letter = '']) => letter).join('')
}
