import { isVisible } from '~/base/forms/rules'
import type { VCardVersion } from '~/data/exports/vcard-lines'
import type { CardPart } from '~/data/exports/vcard-properties'
import { emptyDraft, textOf } from '~/data/imports/vcard/draft'
import { customLabelsOf } from '~/data/imports/vcard/label'
import { isOwnCard } from '~/data/imports/vcard/own'
import { readers } from '~/data/imports/vcard/properties'
import { splitLists, splitValue } from '~/data/imports/vcard/value'
import { type BudInput, budInput } from '~/people/buds/bud-input.server'
import { circleInput } from '~/people/circles/circle-input.server'
import { type Card, type CardLine, refused } from './card.server'
import {
  addRow,
  addressBookFields,
  type Context,
  type Row,
  type RowField,
  rowFieldOf,
  rowOf,
  singles,
} from './card-values.server'

/** A property, and what it was read into. Null: a bud has no field for it. */
export type ReadLine = CardLine & { part: CardPart | null; row: number }

export type ReadCard = {
  version: VCardVersion
  lines: ReadLine[]
  /** Empty: none. */
  uid: string
  /** All fields that address books know, and those of others that are in the card. */
  fields: Partial<BudInput>
  /** Names of circles and tags. Null: the card says nothing of them. */
  groups: string[] | null
  photo: Uint8Array | null
}

/** The longest UID: it is in an index. */
const uidLength = 500

/** Reads a card of a client, property by property. Throws if it exceeds a limit of buds. */
export function readCard({ version, lines: all }: Card): ReadCard {
  const lines = all.map((line): ReadLine => ({ ...line, part: null, row: -1 }))
  const properties = all.map(({ property }) => property)
  const context = { isOwn: isOwnCard({ properties }), customLabels: customLabelsOf({ properties }) }
  const given = { ...readSingles(lines), ...readRows(lines, context) }
  const named = { ...given, ...readName(lines, given) }
  const uid = lines.find(({ property }) => property.name === 'UID')
  if (uid && uid.text.length > uidLength) throw refused(`A UID must be at most ${uidLength} characters`)
  return {
    version,
    lines,
    uid: uid ? textOf(uid.property) : '',
    fields: acceptedFields(named),
    groups: readGroups(lines),
    photo: readPhotoOf(lines),
  }
}

type Fields = Partial<Record<keyof BudInput, unknown>>

function acceptedFields(fields: Fields): Partial<BudInput> {
  const { data, error } = budInput.safeParse(fields)
  if (!data) throw refused(error.issues[0]?.message ?? '')
  const names = [...addressBookFields, ...Object.keys(fields)] as (keyof BudInput)[]
  return Object.fromEntries(names.map((name) => [name, data[name]]))
}

/** The first property of a name that says something, or else the first. */
function takeFirst(
  lines: ReadLine[],
  name: string,
  isSaying = ({ property }: CardLine) => property.value.trim() !== '',
) {
  const named = lines.filter(({ property }) => property.name === name)
  return named.find(isSaying) ?? named[0]
}

function readSingles(lines: ReadLine[]): Fields {
  const fields: Fields = {}
  for (const [name, { field, read }] of singles) {
    const line = takeFirst(lines, name, ({ property }) => Boolean(read(property)))
    const value = line && read(line.property)
    if (!line || value === undefined) continue
    line.part = field
    fields[field] = value
  }
  return fields
}

function readRows(lines: ReadLine[], context: Context): Fields {
  const rows = new Map<RowField, Row[]>()
  for (const line of lines) {
    const { property } = line
    const field = rowFieldOf(property)
    const row = field && property.value.trim() ? rowOf(field, property, context) : undefined
    if (!field || !row) continue
    const ofField = rows.get(field) ?? []
    rows.set(field, ofField)
    line.part = field
    line.row = addRow(ofField, row, field)
  }
  return Object.fromEntries(rows)
}

/** A card without a given name is called by its full name, or by what else it has. */
function readName(lines: ReadLine[], fields: Fields): Pick<BudInput, 'Firstname' | 'Surname'> {
  const [n, fn] = [takeFirst(lines, 'N'), takeFirst(lines, 'FN')]
  if (n) n.part = 'Firstname'
  if (fn) fn.part = 'fullName'
  const [family = [], given = [], further = []] = n ? splitLists(n.property.value) : []
  const [Firstname, Surname] = [joined([...given, ...further]), joined(family)]
  if (isVisible(Firstname)) return { Firstname, Surname }
  const { OccupationLocation, emails } = fields as Partial<BudInput>
  const names = [fn ? textOf(fn.property) : '', Surname, OccupationLocation ?? '', emails?.[0]?.value ?? '']
  const name = names.find(isVisible)
  if (!name) throw refused('A card must have a name')
  return { Firstname: name, Surname: '' }
}

const joined = (names: string[]) => names.filter(Boolean).join(' ')

function readGroups(lines: ReadLine[]): string[] | null {
  const categories = lines.filter(({ property }) => property.name === 'CATEGORIES')
  if (categories.length === 0) return null
  for (const line of categories) line.part = 'groups'
  const names = new Map<string, string>()
  for (const text of categories.flatMap(({ property }) => splitValue(property.value, ','))) {
    if (!isVisible(text)) continue
    const { data: name, error } = circleInput.shape.Name.safeParse(text)
    if (error) throw refused(`A category is the name of a circle: ${error.issues[0]?.message}`)
    if (!names.has(groupKey(name))) names.set(groupKey(name), name)
  }
  return [...names.values()]
}

/** Names of circles are the same without regard to case. */
export const groupKey = (name: string) => name.toLowerCase()

/** A photo that is somewhere else is not read. */
function readPhotoOf(lines: ReadLine[]) {
  const pictureOf = ({ property }: CardLine) => {
    const draft = emptyDraft(property.line, { isOwn: true, customLabels: new Map() })
    readers.get('PHOTO')?.(property, draft)
    return draft.person.photo
  }
  const line = takeFirst(lines, 'PHOTO', (line) => pictureOf(line) !== null)
  if (!line) return null
  const photo = pictureOf(line)
  if (photo || line.property.value.trim() === '') line.part = 'photo'
  return photo
}
