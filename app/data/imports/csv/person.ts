import { readAddresses, readLabelled, readList, readRelations } from '~/data/exports/own-csv'
import type { MappingWord } from '~/data/imports/mapping'
import { mailAddresses } from '~/data/imports/reading/mail-addresses'
import {
  emptyPerson,
  isInstant,
  type Person,
  type PersonText,
  personTexts,
} from '~/data/imports/reading/person'
import { isName, readRelation } from '~/data/imports/reading/relation'
import { type OptionField, optionFields } from '~/people/buds/bud-fields'
import type { LabelledValue } from '~/people/buds/contact'
import { type AddressPart, addFullAddresses, addressOf, addToAddress } from './addresses'
import { formatOf } from './columns'
import { type CsvRow, columnName } from './csv'
import { addDate, addDatePart, addSplitDates } from './day'
import { addDamaged, addNote, type Context, type Draft, refuseValue } from './draft'
import { addFullNames, addMailRemarks, replaceCompanyName } from './names'
import { addCallingCodes, internationalPhone } from './phones'
import { type Column, type CsvReading, columnsOf } from './plan'
import { isDamaged } from './spreadsheet-cells'
import { customFields, groupsIn, labelledValues, split, withinValues } from './values'

/** Makes the function that reads a person from a row. What has no field of its own goes into notes. */
export function personReader(reading: CsvReading): (row: CsvRow) => Person {
  const columns = columnsOf(reading)
  const context = { ...reading, format: formatOf(reading.columns) }
  return (row) => {
    const person = emptyPerson(row.line)
    const draft: Draft = {
      row,
      person,
      columns,
      middleNames: [],
      fullNames: [],
      mailRemarks: [],
      usedCodes: new Set(),
      splitDates: new Map(),
      addresses: new Map(),
      fullAddresses: [],
    }
    for (const column of columns) {
      const text = row.cells[column.n]?.trim()
      if (text) addCell(draft, column, text, context)
    }
    person.Firstname = [person.Firstname, ...draft.middleNames].filter(Boolean).join(' ')
    addFullNames(draft)
    addFullAddresses(draft)
    addAll(person.addresses, draft.addresses.values())
    addSplitDates(draft, context)
    addCallingCodes(draft)
    addMailRemarks(draft)
    if (context.format !== 'budkeeper') replaceCompanyName(draft)
    addSurplus(draft, columns.length)
    return person
  }
}

/** Arguments of a call, as in `push(...values)`, are limited by the stack. */
function addAll<T>(list: T[], values: Iterable<T>) {
  for (const value of values) list.push(value)
}

const texts = new Set<unknown>(personTexts)
const isText = (word: MappingWord | null): word is PersonText => texts.has(word)
const options = new Set<unknown>(optionFields)
const isOptions = (word: MappingWord | null): word is OptionField => options.has(word)

/** A cell that is not empty. `text` is its value, trimmed. */
type Cell = { draft: Draft; column: Column; text: string; isOwn: boolean; context: Context }

function addCell(draft: Draft, column: Column, whole: string, context: Context) {
  const { person } = draft
  const { word } = column
  const isOwn = context.format === 'budkeeper'
  const { text, rest } = withinValues(whole, word, context.format)
  if (rest) addNote(person, column.header, rest)
  if (!isLabel(word) && isLost(text, word, isOwn)) addDamaged(person, column.header, text)
  else if (isText(word)) addOnce(person, word, column.header, text)
  else if (isOptions(word)) addAll(person[word], isOwn ? readList(text) : split(text, /:::|[,;\n]/))
  else if (word !== null) readers[word]({ draft, column, text, isOwn, context })
  // Outlook writes 'Unspecified' for every person.
  else if (text !== 'Unspecified') addNote(person, column.header, text)
}

/** Whether a spreadsheet has changed the value beyond repair. */
const isLost = (value: string, word: MappingWord | null, isOwn: boolean) =>
  !isOwn && isDamaged(value, !isWithoutNumbers(word))

/** The first of several columns of a field is its value, and other values go into notes. */
function addOnce(person: Person, field: PersonText | 'uid', header: string, text: string) {
  if (!person[field]) person[field] = text
  else if (person[field] !== text || field === 'uid') addNote(person, header, text)
}

const addPart = ({ draft, column, text }: Cell) => addDatePart(draft, column, text)

const addressPart =
  (part: AddressPart) =>
  ({ draft, column, text }: Cell) => {
    for (const [index, value] of split(text, ':::').entries())
      addToAddress(addressOf(draft, column, index), part, value)
  }

/** The values of other columns have taken the labels and codes. */
const nothing = () => {}

const readers: Record<Exclude<MappingWord, PersonText | OptionField>, (cell: Cell) => void> = {
  notes: ({ draft, text }) => draft.person.notes.push(text),
  middleName: ({ draft, text }) => draft.middleNames.push(text),
  name: ({ draft, column, text }) => draft.fullNames.push({ column, text }),
  _id: ({ draft, column, text }) => addOnce(draft.person, 'uid', column.header, text),
  cadenceDays({ draft: { person }, column, text }) {
    if (/^\d{1,9}$/.test(text)) person.cadenceDays ??= Number(text)
    else refuseValue(person, column.header, text, 'a number of days')
  },
  groups: ({ draft, text, isOwn, context }) =>
    addAll(draft.person.groups, isOwn ? readList(text) : groupsIn(text, context.format)),
  tags: ({ draft, text, isOwn, context }) =>
    addAll(draft.person.tags, isOwn ? readList(text) : groupsIn(text, context.format)),
  relations({ draft: { person }, text }) {
    for (const { word, own, name } of readRelations(text)) {
      const relation = readRelation(word, name, { kind: own })
      if (isName(relation)) person.relations.push(relation)
      else person.notes.push(relation.line)
    }
  },
  archivedAt({ draft: { person }, column, text }) {
    if (isInstant(text) && !person.archivedAt) person.archivedAt = text
    else refuseValue(person, column.header, text, 'a date and time in UTC')
  },
  emails: (cell) =>
    addValues(cell, (row) => {
      if (cell.isOwn) cell.draft.person.emails.push(row)
      else addEmails(cell.draft, cell.column.header, row)
    }),
  phones: (cell) =>
    addValues(cell, (row) => {
      const value = internationalPhone(cell.draft, cell.column, row.value)
      cell.draft.person.phones.push({ ...row, value })
    }),
  links: (cell) => addValues(cell, (row) => cell.draft.person.links.push(row)),
  customFields: ({ draft, column, text, isOwn }) =>
    addAll(draft.person.customFields, customFields(draft.row, column, text, isOwn)),
  dates({ draft, column, text, isOwn, context }) {
    const values = isOwn ? readLabelled(text) : labelledValues(draft.row, column, text, false)
    for (const { label, value } of values) addDate(draft, column, label, value, context)
  },
  'dates.day': addPart,
  'dates.month': addPart,
  'dates.year': addPart,
  addresses({ draft, column, text, isOwn }) {
    if (isOwn) addAll(draft.person.addresses, readAddresses(text))
    else draft.fullAddresses.push({ column, text })
  },
  'addresses.street': addressPart('street'),
  'addresses.city': addressPart('city'),
  'addresses.region': addressPart('region'),
  'addresses.postcode': addressPart('postcode'),
  'addresses.country': addressPart('country'),
  'phones.code': nothing,
  'emails.label': nothing,
  'phones.label': nothing,
  'links.label': nothing,
  'dates.label': nothing,
  'addresses.label': nothing,
  'customFields.name': nothing,
  skip: nothing,
}

/** The values of a cell with their labels, without those that a spreadsheet has damaged. */
function addValues({ draft, column, text, isOwn }: Cell, add: (row: LabelledValue) => void) {
  for (const row of labelledValues(draft.row, column, text, isOwn)) {
    if (isLost(row.value, column.word, isOwn)) addDamaged(draft.person, column.header, row.value)
    else add(row)
  }
}

/** Whether the values of a column are never numbers with a decimal place. */
const isWithoutNumbers = (word: string | null) =>
  word !== null && /^(?:phones|addresses|name|Firstname|middleName|Surname|Nickname)/.test(word)

const isLabel = (word: string | null) => word !== null && /^skip$|\.(?:label|name)$/.test(word)

function addEmails({ person, mailRemarks }: Draft, header: string, { label, value }: LabelledValue) {
  const { addresses, rest } = mailAddresses(value)
  for (const address of addresses) person.emails.push({ label, value: address })
  if (rest) mailRemarks.push({ header, text: value, rest })
}

/** The cells of a row that has more or fewer of them than the header. */
function addSurplus({ row, person }: Draft, count: number) {
  const { line, cells } = row
  const surplus = cells.slice(count)
  if (cells.length === count || (cells.length > count && surplus.every((cell) => cell.trim() === ''))) return
  for (const [n, cell] of surplus.entries()) {
    if (cell.trim()) addNote(person, columnName(count + n), cell.trim())
  }
  person.warnings.push({ line, reason: `The row has ${cells.length} cells, the header has ${count}` })
}
