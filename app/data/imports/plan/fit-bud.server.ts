import { isVisible } from '~/base/forms/rules'
import { withLineFeeds } from '~/data/imports/reading/line-breaks'
import type { Person, Warning } from '~/data/imports/reading/person'
import { budtypes } from '~/people/buds/bud'
import { eachOf, fieldTable, lineFields, optionFields } from '~/people/buds/bud-fields'
import { type BudInput, budInput } from '~/people/buds/bud-input.server'
import { addressKind, dateKind, emailKind, labelLength, linkKind, phoneKind } from '~/people/buds/contact'
import { customFieldKind } from '~/people/buds/custom-fields'
import { optionLists } from '~/people/buds/options.data'
import { cut, noRoomFor, surplusLine, surplusText, withinNotes } from '~/people/buds/surplus'
import { tag } from '~/people/buds/tag-rules.server'
import { tagLimit, uniteTags } from '~/people/buds/tags'

type Fit =
  | { bud: BudInput; reason: null; warnings: Warning[] }
  /** `reason` says why the record can't be a bud. */
  | { bud: null; reason: string; warnings: Warning[] }

/**
 * A bud from a person. What exceeds a limit or breaks a rule of buds goes to the notes with the name of its
 * field, and a warning says what the notes can't hold.
 */
export function fitBud(person: Person): Fit {
  const {
    line,
    uid,
    groups,
    relations: _,
    photo,
    archivedAt: _archivedAt,
    warnings,
    notes,
    ...fields
  } = person
  const extras: string[] = []
  const given = withFirstname(cleaned(fields))
  if (!given.Firstname) return { bud: null, reason: 'The record has no name, email or phone', warnings }
  const draft: BudInput = {
    ...given,
    ...fitTexts(given, extras),
    ...fitOptions(given, extras),
    ...fitLists(given, extras),
    tags: fitTags(given, extras),
    notes: '',
  }
  const { bud, error } = acceptedPart(draft, extras)
  if (!bud) return { bud: null, reason: error, warnings }
  const text = [...cleaned(notes), extras.join('\n').trim()].filter(Boolean).join('\n\n')
  const { kept, rest } = withinNotes(text)
  const lost = rest ? [{ line, reason: noRoomFor(rest) }] : []
  return { bud: { ...bud, notes: kept }, reason: null, warnings: [...warnings, ...lost] }
}

type Fields = Omit<
  Person,
  'line' | 'uid' | 'groups' | 'relations' | 'photo' | 'archivedAt' | 'warnings' | 'notes'
>

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

/** A record without a first name that shows anything is called by what else it has. */
function withFirstname(fields: Fields): Fields {
  const { Firstname, Surname, Nickname, OccupationLocation, emails, phones } = fields
  if (!isVisible(Surname) && Surname) return withFirstname({ ...fields, Surname: '' })
  if (isVisible(Firstname)) return fields
  if (Surname) return { ...fields, Firstname: Surname, Surname: '' }
  if (isVisible(Nickname)) return { ...fields, Firstname: Nickname, Nickname: '' }
  if (isVisible(OccupationLocation))
    return { ...fields, Firstname: OccupationLocation, OccupationLocation: '' }
  const [row] = [...emails, ...phones].filter(({ value }) => isVisible(value))
  return { ...fields, Firstname: row?.value ?? '' }
}

const texts = [...lineFields, 'LastInteraction'] as const

/** The start of a text that is too long stays in its field. */
function fitTexts(fields: Fields, extras: string[]) {
  return eachOf(texts, (field) => {
    const { kind, limit } = fieldTable[field]
    const text = kind === 'line' ? fields[field].replace(/\s+/g, ' ') : fields[field]
    if (text.length > limit) extras.push(surplusLine(field, text))
    return cut(text, limit)
  })
}

const byName = (options: readonly string[]) => new Map(options.map((name) => [name.toLowerCase(), name]))

const optionsByName = eachOf(optionFields, (field) => byName(optionLists[field]))
const types = byName(budtypes)

/** The options among the names. Letter case does not matter. */
function fitOptions(fields: Fields, extras: string[]) {
  const lists = eachOf(optionFields, (field) => {
    const options = optionsByName[field]
    const others = fields[field].filter((value) => value && !options.has(value.toLowerCase()))
    if (others.length > 0) extras.push(surplusLine(field, others))
    return fields[field].flatMap((value) => options.get(value.toLowerCase()) ?? [])
  })
  const type = types.get(fields.Budtype.toLowerCase())
  if (fields.Budtype && !type) extras.push(surplusLine('Budtype', fields.Budtype))
  const Budtype = (type ?? 'Other') as BudInput['Budtype']
  return { ...lists, Budtype }
}

function fitTags({ tags: given }: Fields, extras: string[]) {
  const isTag = (text: string) => tag.safeParse(text).success
  const tags = uniteTags(
    given.filter(isTag).map((text) => tag.parse(text)),
    [],
  )
  const others = [...given.filter((text) => text && !isTag(text)), ...tags.slice(tagLimit)]
  if (others.length > 0) extras.push(surplusLine('tags', others))
  return tags.slice(0, tagLimit)
}

type ListField = 'emails' | 'phones' | 'addresses' | 'links' | 'dates' | 'customFields'

const limits: Record<ListField, number> = {
  emails: emailKind.limit,
  phones: phoneKind.limit,
  addresses: addressKind.limit,
  links: linkKind.limit,
  dates: dateKind.limit,
  customFields: customFieldKind.limit,
}

type Row = { label?: string; name?: string }
const listFields = Object.keys(limits) as ListField[]
const isList = (field: string): field is ListField => field in limits

function fitLists(fields: Fields, extras: string[]) {
  const fitted = listFields.map((field) => [field, fitList(field, fields[field], extras)])
  return Object.fromEntries(fitted) as Pick<Fields, ListField>
}

function fitList(field: ListField, given: Row[], extras: string[]) {
  const rows = new Map<string, Row>()
  for (const row of given) {
    const text = surplusText(row)
    const { label = '' } = row
    if (text === '') continue
    // A custom field needs a name.
    const isStorable = row.name !== ''
    if (!isStorable || label.length > labelLength) extras.push(surplusLine(field, row))
    if (isStorable)
      rows.set(
        `${label}\n${row.name ?? ''}\n${text}`,
        label ? { ...row, label: cut(label, labelLength) } : row,
      )
  }
  const unique = [...rows.values()]
  for (const row of unique.slice(limits[field])) extras.push(surplusLine(field, row))
  return unique.slice(0, limits[field])
}

/** The bud without the rows and values that its rules refuse. `error` says that nothing is left. */
function acceptedPart(draft: BudInput, extras: string[]) {
  const first = budInput.safeParse(draft)
  if (first.success) return { bud: first.data, error: null }
  const { issues } = first.error
  const refused = [...new Set(issues.map(({ path }) => String(path[0])))] as (keyof BudInput)[]
  const rest = { ...draft }
  // In the order of `fitBud`: lists are the last of it.
  for (const field of refused.filter(isList)) {
    const rows = new Set(issues.filter(({ path }) => path[0] === field).map(({ path }) => path[1]))
    const isRefused = (_: Row, n: number) => rows.has(n) || rows.has(undefined)
    const given: Row[] = draft[field]
    for (const row of given.filter(isRefused)) extras.push(surplusLine(field, row))
    Object.assign(rest, { [field]: given.filter((row, n) => !isRefused(row, n)) })
  }
  for (const field of refused.filter((field) => !isList(field))) {
    extras.push(surplusLine(field, draft[field]))
    // The default of the field takes its place.
    Object.assign(rest, { [field]: undefined })
  }
  const second = budInput.safeParse(rest)
  if (second.success) return { bud: second.data, error: null }
  return { bud: null, error: second.error.issues[0]?.message ?? '' }
}
