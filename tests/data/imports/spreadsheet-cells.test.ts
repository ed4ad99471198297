import { describe, expect, test } from 'vitest'
import { openCsv } from '~/data/imports/csv/csv'
import { personOfCard, personOfCsv, readCsv } from './readers'

const damaged = [
  '4.47701E+11',
  '4,47701E+11',
  '4.47701e11',
  '4.47701E11',
  '4E+11',
  '-1.2E-05',
  '########',
  '#N/A',
  '#NV',
  '#REF!',
  '#VALUE!',
  '#WERT!',
  '#NAME?',
  '#DIV/0!',
  '#NULL!',
  '#NUM!',
  'Err:502',
  '447700900216.0',
  '447700900216,0',
  '447700900216.00',
]

/** A header for each kind of column. */
const headers = [
  'First Name',
  'Last Name',
  'Phone',
  'Email',
  'Zip Code',
  'Home Street',
  'Company',
  'Website',
  'Hobby',
]

describe.each([...headers, 'Spouse', 'Nickname', 'Birthday', 'Group', 'Account'])(
  'in the column %s',
  (header) => {
    test.each(damaged)('%s goes to the notes with a warning', (text) => {
      const person = personOfCsv({ 'Full Name': 'Sue Holt', [header]: text })
      expect(person.notes).toEqual([`${header}: ${text}`])
      expect(person.warnings).toEqual([
        { line: 2, reason: `${header}: '${text}' was damaged by a spreadsheet. It goes into notes` },
      ])
      const { notes: _, warnings: __, ...fields } = person
      expect(JSON.stringify(fields)).not.toContain(JSON.stringify(text).slice(1, -1))
    })

    test('a text that is written as a formula is that text', () => {
      for (const [cell, text] of [
        ['="01235"', '01235'],
        ['=""', undefined],
        ['="7946 ""x"""', '7946 "x"'],
        ['= "01235" ', '01235'],
      ] as const) {
        const plain = personOfCsv({ 'Full Name': 'Sue Holt', [header]: text ?? '' })
        expect(personOfCsv({ 'Full Name': 'Sue Holt', [header]: cell })).toEqual(plain)
      }
    })

    test('an apostrophe that marks digits as text is removed', () => {
      for (const text of ['0123', '07700 900217', '(020) 7946-0018'])
        expect(personOfCsv({ 'Full Name': 'Sue Holt', [header]: `'${text}` })).toEqual(
          personOfCsv({ 'Full Name': 'Sue Holt', [header]: text }),
        )
    })
  },
)

test('numbers with a decimal place are no part of a name, phone or address', () => {
  for (const header of ['Phone', 'Zip Code', 'Home Street', 'Last Name'])
    expect(personOfCsv({ 'Full Name': 'Sue Holt', [header]: '1235.0' })).toMatchObject({
      notes: [`${header}: 1235.0`],
      warnings: [{ line: 2 }],
    })
})

test('one of several numbers in a cell is told from the others', () => {
  expect(personOfCsv({ 'First Name': 'Pia', Phone: '4.47701E+11 ::: 07700 900217' })).toMatchObject({
    phones: [{ label: '', value: '07700 900217' }],
    notes: ['Phone: 4.47701E+11'],
    warnings: [{ line: 2 }],
  })
})

test('the file with the examples has its phones and postcodes', () => {
  const { people } = readCsv(
    [
      'First Name,Last Name,Phone,Zip Code',
      'Pia,Moss,4.47701E+11,',
      'Ron,Fern,447700900216.0,',
      'Sue,Holt,"=""07700900217""","=""01235"""',
      'Ina,Reed,="07700900219",=""',
    ].join('\r\n'),
  )
  expect(people.map(({ phones, notes, warnings }) => [phones[0]?.value, notes[0], warnings.length])).toEqual([
    [undefined, 'Phone: 4.47701E+11', 1],
    [undefined, 'Phone: 447700900216.0', 1],
    ['07700900217', undefined, 0],
    ['07700900219', undefined, 0],
  ])
  expect(people[2]?.addresses).toMatchObject([{ postcode: '01235' }])
})

test('headers are read in the same way', () => {
  expect(openCsv('="First Name",="Phone"\n="Sue",="0123"').columns).toEqual(['First Name', 'Phone'])
})

describe('stays as typed:', () => {
  test.each([
    ['Notes', '12.5'],
    ['Notes', '5.0'],
    ['Notes', '1E5'],
    ['Notes', 'AB12 4E5'],
    ['Notes', '#1 fan'],
    ['Notes', '##'],
    ['Notes', "'tis"],
    ['Notes', "'68"],
    ['Notes', '="a" & "b"'],
    ['Notes', 'Lost 4.47701E+11 of it'],
    ['Shoe size', '42.0'],
    ['Rating', '12.5'],
    ['Notes', 'TRUE'],
  ])('in %s %s', (header, text) => {
    const note = header === 'Notes' ? text : `${header}: ${text}`
    expect(personOfCsv({ 'Full Name': 'Sue Holt', [header]: text })).toMatchObject({
      notes: [note],
      warnings: [],
    })
  })

  test.each(['1E5', 'X Æ A-12', "O'Brien", "'Abd", '#hash', 'Null', 'N/A'])('the name %s', (text) => {
    expect(personOfCsv({ 'First Name': text, 'Last Name': 'Holt' })).toMatchObject({
      Firstname: text,
      notes: [],
      warnings: [],
    })
  })

  test.each(['020.7946.0018', '+44 7700 900217', '447700900216', '7700-900-217', '555.0100'])(
    'the phone %s',
    (text) => {
      expect(personOfCsv({ 'First Name': 'Sue', Phone: text })).toMatchObject({
        phones: [{ value: text }],
        warnings: [],
      })
    },
  )
})

test('a damaged phone of a card goes to the notes with a warning', () => {
  expect(personOfCard('FN:Pia Moss', 'TEL;TYPE=CELL:4.47701E+11', 'TEL:07700 900217')).toMatchObject({
    phones: [{ label: '', value: '07700 900217' }],
    notes: ['Phone (Mobile): 4.47701E+11'],
    warnings: [
      { line: 3, reason: "Phone: '4.47701E+11' was damaged by a spreadsheet. It went to the notes" },
    ],
  })
})
