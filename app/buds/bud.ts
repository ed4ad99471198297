/** Words and limits of a bud that the browser may know; the rules stand in `bud-input.server.ts`. Product 3. */
export const budtypes = ['Friend', 'Family', 'Work', 'Client', 'Other'] as const

/** Names of the fields, for the form and for messages. */
export const budLabels = {
  Firstname: 'First name',
  Surname: 'Surname',
  Nickname: 'Nickname',
  Occupation: 'Occupation',
  Location: 'Location',
  OccupationLocation: 'Occupation location',
  Budtype: 'Bud type',
  hobbies: 'Hobbies',
  preferences: 'Preferences',
  industry: 'Industry',
  origination: 'Origination',
  LastInteraction: 'Last interaction',
  customFields: 'Custom fields',
}

export const budSorts = ['newestFirst', 'oldestFirst', 'A-Z', 'Z-A', 'budType'] as const

export const customFieldLimit = 5
export const customFieldLength = 50

export type CustomField = { name: string; value: string }

export function fullName({ Firstname, Surname }: { Firstname: string; Surname: string }) {
  return `${Firstname} ${Surname}`.trim()
}

export function initials({ Firstname, Surname }: { Firstname: string; Surname: string }) {
  return [Firstname, Surname].map(([letter = '']) => letter).join('')
}
