import { splitFullName } from '~/data/imports/reading/full-name'
import type { Person } from '~/data/imports/reading/person'
import { addNote, type Draft, isCovered, wordsOf } from './draft'

/** A full name serves if there is no other, and else is noted unless all of its words are in other cells. */
export function addFullNames({ row, person, fullNames, columns }: Draft) {
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
  const { prefix, suffix, remark = '', ...name } = splitFullName(text)
  Object.assign(person, name)
  if (!isCovered(prefix, known)) addNote(person, 'Name prefix', prefix)
  if (!isCovered(suffix, known)) addNote(person, 'Name suffix', suffix)
  if (!isCovered(remark, known)) addNote(person, 'Name remark', remark)
}

const nameWords = new Set(['name', 'Firstname', 'middleName', 'Surname'])

/** Where a column has names, a company is not the name of a row that has none. */
export function replaceCompanyName({ person, columns }: Draft) {
  const { Firstname, Surname, Nickname, OccupationLocation, emails, phones } = person
  if (Firstname || Surname || Nickname || !OccupationLocation) return
  if (!columns.some(({ word }) => word && nameWords.has(word))) return
  person.Firstname = (emails[0] ?? phones[0])?.value ?? ''
  if (person.Firstname) return
  person.OccupationLocation = ''
  addNote(person, 'Company', OccupationLocation)
  const reason = `The company '${OccupationLocation.slice(0, 100)}' is not the name of a person`
  person.warnings.push({ line: person.line, reason })
}

/** Names and remarks beside an email address are noted unless the person has their words. */
export function addMailRemarks({ person, mailRemarks }: Draft) {
  if (mailRemarks.length === 0) return
  const { Firstname, Surname, Nickname, OccupationLocation } = person
  const known = wordsOf([Firstname, Surname, Nickname, OccupationLocation].join(' '))
  for (const { header, text, rest } of mailRemarks) if (!isCovered(rest, known)) addNote(person, header, text)
}
