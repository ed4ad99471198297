import { describe, expect, test } from 'vitest'
import { csvLine } from '~/data/exports/csv-write'
import { ownCells, ownColumns } from '~/data/exports/own-csv'
import { vcardVersions } from '~/data/exports/vcard-lines'
import { writeVCard } from '~/data/exports/vcard-write'
import { budInput } from '~/people/buds/bud-input.server'
import { personOfCard, personOfCsv, readCsv } from './readers'

/** The readers, each with a date that it labels. */
const readers: Record<string, (date: string) => ReturnType<typeof personOfCard>> = {
  'CSV Birthday': (date) => personOfCsv({ 'First Name': 'Wanda', Birthday: date }),
  'CSV Anniversary': (date) => personOfCsv({ 'First Name': 'Wanda', Anniversary: date }),
  'Google event': (date) =>
    personOfCsv({ 'First Name': 'Wanda', 'Event 1 - Label': 'Name day', 'Event 1 - Value': date }),
  'vCard BDAY': (date) => personOfCard('FN:Wanda', `BDAY:${date}`),
  'vCard ANNIVERSARY': (date) => personOfCard('FN:Wanda', `ANNIVERSARY:${date}`),
  'vCard X-ABDATE': (date) => personOfCard('FN:Wanda', `item1.X-ABDATE:${date}`, 'item1.X-ABLabel:Name day'),
  'vCard DEATHDATE': (date) => personOfCard('FN:Wanda', `DEATHDATE:${date}`),
  'Android event': (date) =>
    personOfCard('FN:Wanda', `X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;${date};1;;;`),
}
const names = Object.keys(readers)
const read = (name: string, date: string) => {
  const { dates, notes, warnings } = readers[name]?.(date) ?? personOfCard()
  return { dates: dates.map(({ year, month, day }) => [year, month, day]), notes, warnings }
}

describe.each(names)('a date of %s', (name) => {
  test.each(['1604-05-09', '0001-05-09', '0000-05-09', '16040509', '00010509', '1604-05-09T00:00:00Z'])(
    'has no year in %s',
    (date) => {
      expect(read(name, date)).toEqual({ dates: [[null, 5, 9]], notes: [], warnings: [] })
    },
  )

  test('has no year on the leap day of a year that stands for none', () => {
    for (const date of ['1604-02-29', '0000-02-29', '16040229'])
      expect(read(name, date), date).toEqual({ dates: [[null, 2, 29]], notes: [], warnings: [] })
  })

  test.each([
    '0001-01-01',
    '00010101',
    '0001-01-01T00:00:00',
    '0001-01-01T00:00:00Z',
    '0001-01-01 00:00:00',
    '0001/01/01',
    '1/1/0001 12:00:00 AM',
    '01/01/0001',
    '01.01.0001 00:00:00',
    'January 1, 0001',
    '1-Jan-0001',
    '0000-00-00',
    '4501-01-01',
  ])('is none in %s', (date) => {
    expect(read(name, date)).toEqual({ dates: [], notes: [], warnings: [] })
  })

  test('keeps its year in every other year', () => {
    for (const year of [1605, 1603, 1900, 1970, 2001, 1601, 16])
      expect(read(name, `${String(year).padStart(4, '0')}-01-01`).dates, `${year}`).toEqual([[year, 1, 1]])
  })
})

test('the year that Apple names is none, and no other beside it', () => {
  const birthday = (line: string) => personOfCard('FN:Wanda', line).dates[0]?.year
  expect(birthday('BDAY;X-APPLE-OMIT-YEAR=1904:1904-05-09')).toBeNull()
  expect(birthday('BDAY;X-APPLE-OMIT-YEAR=1604:1904-05-09')).toBe(1904)
})

test('two digits of a year are never the year 1', () => {
  expect(personOfCsv({ Name: 'Wanda', Birthday: '01.01.01' }).dates).toMatchObject([{ year: 2001 }])
})

test('the day before the first one of a spreadsheet is no date', () => {
  for (const date of ['1/0/1900', '00/01/1900', '00.01.1900', '1900-01-00', '0-Jan-1900'])
    expect(personOfCsv({ Name: 'Wanda', Birthday: date }), date).toMatchObject({ dates: [], notes: [] })
  expect(personOfCsv({ Name: 'Wanda', Birthday: '1/1/1900' }).dates).toMatchObject([{ year: 1900 }])
})

test('a file of Budkeeper keeps every year', () => {
  for (const year of [1, 2, 1604]) {
    const dates = [{ label: 'Birthday', year, month: 1, day: 1 }]
    const bud = {
      _id: '019abcde-0000-7000-8000-000000000001',
      ...budInput.parse({ Firstname: 'Ada', dates }),
    }
    const csv = [ownColumns, ownCells(bud, { groups: [] })].map(csvLine).join('')
    expect(readCsv(csv).people[0]?.dates).toEqual(dates)
    for (const version of vcardVersions) {
      const card = writeVCard({ bud, groups: [], photo: null }, version)
      expect(personOfCard(...card.split('\r\n').slice(1, -2)).dates).toEqual(dates)
    }
  }
})
