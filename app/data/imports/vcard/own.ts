import { type Read, textOf } from './draft'
import { splitValue } from './value'
import type { Card } from './vcard'

/** The properties of Budkeeper's own vCards (`data/exports/vcard-write.ts`) that are read exactly as they were written. */

export const isOwnCard = ({ properties }: Card) =>
  properties.some(({ name }) => name === 'X-BUDKEEPER-BUDTYPE')

type TextField = 'Nickname' | 'Occupation' | 'OccupationLocation' | 'Budtype' | 'Location' | 'LastInteraction'
const text =
  (field: TextField): Read =>
  (property, { person }) => {
    person[field] = textOf(property)
  }

type ListField = 'groups' | 'hobbies' | 'preferences' | 'industry' | 'origination'
const list =
  (field: ListField): Read =>
  ({ value }, { person }) => {
    person[field] = splitValue(value, ',').filter(Boolean)
  }

const name: Read = ({ value }, { person }) => {
  const [Surname = '', Firstname = ''] = splitValue(value, ';')
  Object.assign(person, { Firstname, Surname })
}

const cadence: Read = (property, { person }) => {
  const days = textOf(property)
  person.cadenceDays = /^\d{1,9}$/.test(days) ? Number(days) : null
}

const customField: Read = ({ value }, { person }) => {
  const [name = '', text = ''] = splitValue(value, ';')
  person.customFields.push({ name, value: text })
}

export const ownReaders = new Map<string, Read>([
  ['N', name],
  ['FN', () => {}],
  ['NICKNAME', text('Nickname')],
  ['TITLE', text('Occupation')],
  ['ORG', text('OccupationLocation')],
  ['CATEGORIES', list('groups')],
  ['X-BUDKEEPER-BUDTYPE', text('Budtype')],
  ['X-BUDKEEPER-LOCATION', text('Location')],
  ['X-BUDKEEPER-LASTINTERACTION', text('LastInteraction')],
  ['X-BUDKEEPER-CADENCEDAYS', cadence],
  ['X-BUDKEEPER-HOBBIES', list('hobbies')],
  ['X-BUDKEEPER-PREFERENCES', list('preferences')],
  ['X-BUDKEEPER-INDUSTRY', list('industry')],
  ['X-BUDKEEPER-ORIGINATION', list('origination')],
  ['X-BUDKEEPER-CUSTOMFIELD', customField],
])
