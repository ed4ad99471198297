import { readAddresses, readLabelled, readList } from '~/data/exports/own-csv'
import type { MappingWord } from '~/data/imports/mapping'
import { mailAddresses } from '~/data/imports/reading/mail-addresses'
import { emptyPerson, type Person, type PersonText, personTexts } from '~/data/imports/reading/person'
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

function addCell(draft: Draft, column: Column, whole: string, context: Context) {
  const { person } = draft
  const { word } = column
  const isOwn = context.format === 'budkeeper'
  const { text, rest } = withinValues(whole, word, context.format)
  if (rest) addNote(person, column.header, rest)
  const isLost = (value: string) => !isOwn && isDamaged(value, !isWithoutNumbers(word))
  if (isLost(text) && !isLabel(word)) return addDamaged(person, column.header, text)
  if (isText(word)) {
    if (!person[word]) person[word] = text
    else if (person[word] !== text) addNote(person, column.header, text)
    return
  }
  if (isOptions(word)) return addAll(person[word], isOwn ? readList(text) : split(text, /:::|[,;\n]/))
  switch (word) {
    case null:
      // Outlook writes this for every person.
      if (text !== 'Unspecified') addNote(person, column.header, text)
      return
    case 'notes':
      person.notes.push(text)
      return
    case 'middleName':
      draft.middleNames.push(text)
      return
    case 'name':
      draft.fullNames.push({ column, text })
      return
    case '_id':
      if (!person.uid) person.uid = text
      else addNote(person, column.header, text)
      return
    case 'cadenceDays':
      if (/^\d{1,9}$/.test(text)) person.cadenceDays ??= Number(text)
      else refuseValue(person, column.header, text, 'a number of days')
      return
    case 'groups':
      addAll(person.groups, isOwn ? readList(text) : groupsIn(text, context.format))
      return
    case 'emails':
    case 'phones':
    case 'links':
      for (const row of labelledValues(draft.row, column, text, isOwn)) {
        if (isLost(row.value)) addDamaged(person, column.header, row.value)
        else if (word === 'emails' && !isOwn) addEmails(draft, column.header, row)
        else if (word === 'phones')
          person.phones.push({ ...row, value: internationalPhone(draft, column, row.value) })
        else person[word].push(row)
      }
      return
    case 'customFields':
      addAll(person.customFields, customFields(draft.row, column, text, isOwn))
      return
    case 'dates':
      for (const { label, value } of isOwn
        ? readLabelled(text)
        : labelledValues(draft.row, column, text, false))
        addDate(draft, column, label, value, context)
      return
    case 'dates.day':
    case 'dates.month':
    case 'dates.year':
      addDatePart(draft, column, text)
      return
    case 'addresses':
      if (isOwn) addAll(person.addresses, readAddresses(text))
      else draft.fullAddresses.push({ column, text })
      return
    case 'addresses.street':
    case 'addresses.city':
    case 'addresses.region':
    case 'addresses.postcode':
    case 'addresses.country':
      for (const [index, value] of split(text, ':::').entries())
        addToAddress(addressOf(draft, column, index), word.slice('addresses.'.length) as AddressPart, value)
      return
    // The values have taken their labels and codes.
    case 'phones.code':
    case 'emails.label':
    case 'phones.label':
    case 'links.label':
    case 'dates.label':
    case 'addresses.label':
    case 'customFields.name':
    case 'skip':
      return
    default:
      word satisfies never
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
