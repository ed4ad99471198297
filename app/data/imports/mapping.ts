import { type BudField, budFieldNames } from '~/people/buds/bud-fields'

/** What a column can be mapped to beside a field of a bud: a part of one, or what is read into several. */
const parts = {
  Firstname: ['middleName'],
  emails: ['emails.label'],
  phones: ['phones.label', 'phones.code'],
  addresses: [
    'addresses.label',
    'addresses.street',
    'addresses.city',
    'addresses.region',
    'addresses.postcode',
    'addresses.country',
  ],
  links: ['links.label'],
  dates: ['dates.label', 'dates.day', 'dates.month', 'dates.year'],
  customFields: ['customFields.name'],
} as const

type Part = (typeof parts)[keyof typeof parts][number]
export type MappingWord = '_id' | 'name' | BudField | Part | 'groups' | 'relations' | 'archivedAt' | 'skip'

const partsOf = (field: BudField): readonly Part[] =>
  field in parts ? parts[field as keyof typeof parts] : []

/** What a column of a file can be mapped to. `skip` leaves it out; null puts it into notes. */
export const mappingWords: readonly MappingWord[] = [
  '_id',
  'name',
  ...budFieldNames.filter((field) => field !== 'notes').flatMap((field) => [field, ...partsOf(field)]),
  'notes',
  'groups',
  'relations',
  'archivedAt',
  'skip',
]

export type Mapping = (MappingWord | null)[]
