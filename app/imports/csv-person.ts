import { type Address, defaultDateLabel } from '~/buds/contact'
import { type CsvRow, columnName } from './csv'
import { type CsvFormat, formatOf } from './csv-columns'
import { isNoDate, orderOf, readDay } from './csv-dates'
import { readAddresses, readLabelled, readList } from './csv-own'
import { type Column, type CsvReading, columnsOf } from './csv-plan'
import { customFields, groupsIn, labelledValues, labelOf, split } from './csv-values'
import { splitFullName } from './full-name'
import { emptyPerson, type Person } from './person'
import { damage, isDamaged } from './spreadsheet-cells'

type AddressPart = Exclude<keyof Address, 'label'>

/** A person under construction. */
type Draft = {
  row: CsvRow
  person: Person
  middleNames: string[]
  addresses: Map<string, Address>
  fullAddresses: { column: Column; text: string }[]
  fullNames: { column: Column; text: string }[]
}

/** Makes the function that reads a person from a row. What has no field of its own goes into notes. */
export function personReader(reading: CsvReading): (row: CsvRow) => Person {
  const columns = columnsOf(reading)
  const context = { ...reading, format: formatOf(reading.columns) }
  return (row) => {
    const person = emptyPerson(row.line)
    const draft: Draft = {
      row,
      person,
      middleNames: [],
      fullNames: [],
      addresses: new Map(),
      fullAddresses: [],
    }
    for (const column of columns) {
      const text = row.cells[column.n]?.trim()
      if (text) addCell(draft, column, text, context)
    }
    person.Firstname = [person.Firstname, ...draft.middleNames].filter(Boolean).join(' ')
    addFullNames(draft, columns)
    addFullAddresses(draft)
    person.addresses.push(...draft.addresses.values())
    addSurplus(draft, columns.length)
    return person
  }
}

type Context = CsvReading & { format: CsvFormat }

function addCell(draft: Draft, column: Column, text: string, context: Context) {
  const { person } = draft
  const { word } = column
  const isOwn = context.format === 'budkeeper'
  const isLost = (value: string) => !isOwn && isDamaged(value, !isWithoutNumbers(word))
  if (isLost(text) && !isLabel(word)) return addDamaged(person, column.header, text)
  switch (word) {
    case null:
      // Outlook writes this for every person.
      if (text !== 'Unspecified') addNote(person, column.header, text)
      return
    case 'notes':
      person.notes.push(text)
      return
    case 'Firstname':
    case 'Surname':
    case 'Nickname':
    case 'Occupation':
    case 'Location':
    case 'OccupationLocation':
    case 'Budtype':
    case 'LastInteraction':
      if (!person[word]) person[word] = text
      else if (person[word] !== text) addNote(person, column.header, text)
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
    case 'hobbies':
    case 'preferences':
    case 'industry':
    case 'origination':
      person[word].push(...(isOwn ? readList(text) : split(text, /:::|[,;\n]/)))
      return
    case 'groups':
      person.groups.push(...(isOwn ? readList(text) : groupsIn(text, context.format)))
      return
    case 'emails':
    case 'phones':
    case 'links':
      for (const row of labelledValues(draft.row, column, text, isOwn)) {
        if (isLost(row.value)) addDamaged(person, column.header, row.value)
        else person[word].push(row)
      }
      return
    case 'customFields':
      person.customFields.push(...customFields(draft.row, column, text, isOwn))
      return
    case 'dates':
      for (const { label, value } of isOwn
        ? readLabelled(text)
        : labelledValues(draft.row, column, text, false))
        addDate(draft, column, label, value, context)
      return
    case 'addresses':
      if (isOwn) person.addresses.push(...readAddresses(text))
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
    // The values have taken their labels.
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

function addDamaged(person: Person, name: string, text: string) {
  addNote(person, name, text)
  person.warnings.push({ line: person.line, reason: `${name}: ${damage(text)}. It goes into notes` })
}

function addNote(person: Person, name: string, text: string) {
  person.notes.push(`${name}: ${text}`)
}

function refuseValue(person: Person, name: string, text: string, expected: string) {
  addNote(person, name, text)
  const reason = `${name}: '${text.slice(0, 100)}' is not ${expected}. It goes into notes`
  person.warnings.push({ line: person.line, reason })
}

function addDate({ person }: Draft, column: Column, label: string, text: string, context: Context) {
  const isOwn = context.format === 'budkeeper'
  if (isNoDate(text, isOwn)) return
  const name = label || defaultDateLabel
  const evidence = orderOf(text)
  const order = column.order ?? (evidence === 'mdy' ? 'mdy' : 'dmy')
  const day = readDay(text, order, context.today, isOwn)
  if (!column.order && evidence === 'unclear') refuseValue(person, name, text, 'clear in its day and month')
  else if (day) person.dates.push({ label: name, ...day })
  else refuseValue(person, name, text, 'a date')
}

function addressOf(draft: Draft, column: Column, index: number) {
  const label = labelOf(draft.row, column)
  const key = `${column.stem}/${label}/${index}`
  const address = draft.addresses.get(key) ?? {
    label,
    street: '',
    city: '',
    region: '',
    postcode: '',
    country: '',
  }
  draft.addresses.set(key, address)
  return address
}

function addToAddress(address: Address, part: AddressPart, text: string) {
  if (address[part] === text) return
  address[part] = [address[part], text].filter(Boolean).join(part === 'street' ? '\n' : ', ')
}

/** An address in one text adds to its parts only what they do not hold. */
function addFullAddresses(draft: Draft) {
  for (const { column, text } of draft.fullAddresses) {
    for (const [index, value] of split(text, ':::').entries()) {
      const address = addressOf(draft, column, index)
      const { label: _, ...parts } = address
      if (isCovered(value, wordsOf(Object.values(parts).join(' ')))) continue
      if (address.street && value.includes(address.street)) addNote(draft.person, column.header, value)
      else addToAddress(address, 'street', value)
    }
  }
}

/** A full name serves if there is no other, and else is noted unless all of its words are in other cells. */
function addFullNames({ row, person, fullNames }: Draft, columns: Column[]) {
  if (fullNames.length === 0) return
  const others = columns.filter(({ word }) => word !== 'name' && word !== 'skip')
  const known = wordsOf(others.map(({ n }) => row.cells[n] ?? '').join(' '))
  for (const { column, text } of fullNames) {
    if (!person.Firstname && !person.Surname) takeFullName(person, text, known)
    else if (!isCovered(text, known)) addNote(person, column.header, text)
    for (const word of wordsOf(text)) known.add(word)
  }
}

/** Titles and suffixes have no field. */
function takeFullName(person: Person, text: string, known: Set<string>) {
  const { prefix, suffix, ...name } = splitFullName(text)
  Object.assign(person, name)
  if (!isCovered(prefix, known)) addNote(person, 'Name prefix', prefix)
  if (!isCovered(suffix, known)) addNote(person, 'Name suffix', suffix)
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}@._-]+/gu))

function isCovered(text: string, words: Set<string>) {
  for (const word of wordsOf(text)) if (!words.has(word)) return false
  return true
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
