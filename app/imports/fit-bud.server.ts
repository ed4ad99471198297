import { budLabels, budtypes } from '~/buds/bud'
import { type BudInput, budInput } from '~/buds/bud-input.server'
import {
  addressKind,
  addressLines,
  dateKind,
  emailKind,
  labelLength,
  linkKind,
  notesLength,
  phoneKind,
} from '~/buds/contact'
import { customFieldKind } from '~/buds/custom-fields'
import { hobbies, industries, placesMet, preferences } from '~/buds/options'
import { descriptionLength, nameLength } from '~/forms/lengths'
import { isVisible } from '~/forms/rules'
import { withLineFeeds } from './line-breaks'
import type { Person, Warning } from './person'

type Fit =
  | { bud: BudInput; reason: null; warnings: Warning[] }
  /** `reason` says why the record can't be a bud. */
  | { bud: null; reason: string; warnings: Warning[] }

/**
 * A bud from a person. What exceeds a limit or breaks a rule of buds goes to the notes with the name of its
 * field, and a warning says what the notes can't hold.
 */
export function fitBud(person: Person): Fit {
  const { line, uid, groups, photo, warnings, notes, ...fields } = person
  const extras: string[] = []
  const given = withFirstname(cleaned(fields))
  if (!given.Firstname) return { bud: null, reason: 'The record has no name, email or phone', warnings }
  const draft: BudInput = {
    ...given,
    ...fitTexts(given, extras),
    ...fitOptions(given, extras),
    ...fitLists(given, extras),
    notes: '',
  }
  const bud = acceptedPart(draft, extras)
  const text = [...cleaned(notes), extras.join('\n').trim()].filter(Boolean).join('\n\n')
  const kept = cut(text, notesLength)
  const rest = text.slice(kept.length).trim()
  if (!rest) return { bud: { ...bud, notes: kept }, reason: null, warnings }
  const reason = `The notes have no room for ${rest.length} more characters: '${cut(rest, 200)}'`
  return { bud: { ...bud, notes: kept }, reason: null, warnings: [...warnings, { line, reason }] }
}

type Fields = Omit<Person, 'line' | 'uid' | 'groups' | 'photo' | 'warnings' | 'notes'>

/** Trimmed texts without the characters that a text field can't hold. */
function cleaned<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T
  if (Array.isArray(value)) return value.map(cleaned) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cleaned(part)])) as T
}

const cleanText = (text: string) =>
  withLineFeeds(text)
    .replace(/(?![\n\t])[\p{Cc}\p{Cs}]/gu, '')
    .trim()

/** A record without a first name is called by what else it has. */
function withFirstname(given: Fields): Fields {
  const fields = { ...given, ...visibleNames(given) }
  const { Firstname, Surname, Nickname, OccupationLocation, emails, phones } = fields
  if (Firstname) return fields
  if (Surname) return { ...fields, Firstname: Surname, Surname: '' }
  if (Nickname) return { ...fields, Firstname: Nickname, Nickname: '' }
  if (OccupationLocation) return { ...fields, Firstname: OccupationLocation, OccupationLocation: '' }
  const [row] = [...emails, ...phones].filter(({ value }) => value !== '')
  return { ...fields, Firstname: row?.value ?? '' }
}

/** Names that show nothing are none. */
function visibleNames({ Firstname, Surname, Nickname, OccupationLocation }: Fields) {
  const names = Object.entries({ Firstname, Surname, Nickname, OccupationLocation })
  return Object.fromEntries(names.map(([field, name]) => [field, isVisible(name) ? name : '']))
}

const textLengths = {
  Firstname: nameLength,
  Surname: nameLength,
  Nickname: nameLength,
  Occupation: nameLength,
  Location: nameLength,
  OccupationLocation: nameLength,
  LastInteraction: descriptionLength,
}
type TextField = keyof typeof textLengths

/** The start of a text that is too long stays in its field. */
function fitTexts(fields: Fields, extras: string[]) {
  const texts = Object.entries(textLengths).map(([name, length]) => {
    const field = name as TextField
    const text = length === nameLength ? fields[field].replace(/\s+/g, ' ') : fields[field]
    if (text.length > length) extras.push(`${budLabels[field]}: ${text}`)
    return [field, cut(text, length)]
  })
  return Object.fromEntries(texts) as Record<TextField, string>
}

function cut(text: string, length: number) {
  if (text.length <= length) return text
  const start = text.slice(0, length)
  return (start.isWellFormed() ? start : start.slice(0, -1)).trim()
}

const byName = (options: readonly string[]) => new Map(options.map((name) => [name.toLowerCase(), name]))

const optionFields = {
  hobbies: byName(hobbies),
  preferences: byName(preferences),
  industry: byName(industries),
  origination: byName(placesMet),
}
type OptionField = keyof typeof optionFields
const types = byName(budtypes)

/** The options among the names. Letter case does not matter. */
function fitOptions(fields: Fields, extras: string[]) {
  const lists = Object.entries(optionFields).map(([name, options]) => {
    const field = name as OptionField
    const others = fields[field].filter((value) => value && !options.has(value.toLowerCase()))
    if (others.length > 0) extras.push(`${budLabels[field]}: ${others.join(', ')}`)
    return [field, fields[field].flatMap((value) => options.get(value.toLowerCase()) ?? [])]
  })
  const type = types.get(fields.Budtype.toLowerCase())
  if (fields.Budtype && !type) extras.push(`${budLabels.Budtype}: ${fields.Budtype}`)
  const Budtype = (type ?? 'Other') as BudInput['Budtype']
  return { ...(Object.fromEntries(lists) as Record<OptionField, string[]>), Budtype }
}

type ListField = 'emails' | 'phones' | 'addresses' | 'links' | 'dates' | 'customFields'
type ListRow<F extends ListField> = Fields[F][number]

/** `textOf` is a row as text. A row without it is blank. */
const lists: { [F in ListField]: { label: string; limit: number; textOf: (row: ListRow<F>) => string } } = {
  emails: { ...emailKind, textOf: ({ value }) => value },
  phones: { ...phoneKind, textOf: ({ value }) => value },
  addresses: { ...addressKind, textOf: (address) => addressLines(address).join(', ').replace(/\s+/g, ' ') },
  links: { ...linkKind, textOf: ({ value }) => value },
  dates: { ...dateKind, textOf: ({ year, month, day }) => [year, month, day].filter(Boolean).join('-') },
  customFields: { ...customFieldKind, textOf: ({ name, value }) => name && `${name}: ${value}` },
}

type Row = { label?: string; value?: string }
type AnyList = { label: string; limit: number; textOf: (row: Row) => string }
const listFields = Object.keys(lists) as ListField[]
const listOf = (field: ListField) => lists[field] as AnyList

function describe(field: ListField, row: Row) {
  const { label, textOf } = listOf(field)
  const text = textOf(row) || row.value || ''
  return `${label}${row.label ? ` (${row.label})` : ''}: ${text}`
}

function fitLists(fields: Fields, extras: string[]) {
  const fitted = listFields.map((field) => [field, fitList(field, fields[field], extras)])
  return Object.fromEntries(fitted) as Pick<Fields, ListField>
}

function fitList(field: ListField, given: Row[], extras: string[]) {
  if (given.length === 0) return given
  const { limit, textOf } = listOf(field)
  const rows = new Map<string, Row>()
  for (const row of given) {
    const text = textOf(row)
    const { label = '' } = row
    if (text && label.length <= labelLength) rows.set(`${label}\n${text}`, row)
    else if (text) {
      extras.push(describe(field, row))
      rows.set(`${label}\n${text}`, { ...row, label: cut(label, labelLength) })
    } else if (row.value) extras.push(describe(field, row))
  }
  const unique = [...rows.values()]
  for (const row of unique.slice(limit)) extras.push(describe(field, row))
  return unique.slice(0, limit)
}

/** The bud without the rows and values that its rules refuse. */
function acceptedPart(draft: BudInput, extras: string[]): BudInput {
  const result = budInput.safeParse(draft)
  if (result.success) return result.data
  const refused = new Set(result.error.issues.map(({ path }) => path.slice(0, 2).join(' ')))
  const rest: BudInput = { ...draft }
  for (const field of listFields) {
    const rows: Row[] = draft[field]
    const isRefused = (_: Row, n: number) => refused.has(`${field} ${n}`) || refused.has(field)
    for (const row of rows.filter(isRefused)) extras.push(describe(field, row))
    Object.assign(rest, { [field]: rows.filter((row, n) => !isRefused(row, n)) })
  }
  if (refused.has('cadenceDays')) {
    extras.push(`${budLabels.cadenceDays}: ${draft.cadenceDays}`)
    rest.cadenceDays = null
  }
  return budInput.parse(rest)
}
