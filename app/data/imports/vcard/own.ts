import { isInstant, type PersonText, personTexts } from '~/data/imports/reading/person'
import { type OptionField, optionFields, vcardProperty } from '~/people/buds/bud-fields'
import { addExtra, type Read, textOf } from './draft'
import { splitValue } from './value'
import type { Card } from './vcard'

/** The properties of Budkeeper's own vCards (`data/exports/vcard-write.ts`) that are read exactly as they were written. */

export const isOwnCard = ({ properties }: Pick<Card, 'properties'>) =>
  properties.some(({ name }) => name === 'X-BUDKEEPER-BUDTYPE')

const text =
  (field: PersonText): Read =>
  (property, { person }) => {
    person[field] = textOf(property)
  }

type ListField = 'groups' | 'tags' | OptionField
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
  ['CATEGORIES', list('groups')],
  [vcardProperty('tags'), list('tags')],
  ...personTexts
    .filter((field) => vcardProperty(field) !== 'N')
    .map((field) => [vcardProperty(field), text(field)] as const),
  ...optionFields.map((field) => [vcardProperty(field), list(field)] as const),
  [vcardProperty('cadenceDays'), cadence],
  ['X-BUDKEEPER-CUSTOMFIELD', customField],
  [
    'X-BUDKEEPER-ARCHIVED',
    (property, draft) => {
      const text = textOf(property)
      if (isInstant(text)) draft.person.archivedAt = text
      else addExtra(property, draft)
    },
  ],
])
