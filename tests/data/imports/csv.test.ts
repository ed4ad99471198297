import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { UserError } from '~/base/node/errors'
import { csvCell, csvLine } from '~/data/exports/csv-write'
import { ownColumns } from '~/data/exports/own-csv'
import { assertTextFile, openCsv } from '~/data/imports/csv/csv'
import { expectLinear } from '../../support/cpu-time'

const rowsOf = (text: string) => [...openCsv(text).batches()].flat()
const cellsOf = (text: string) => rowsOf(text).map(({ cells }) => cells)
const read = (text: string) => ({ columns: openCsv(text).columns, rows: cellsOf(text) })

describe('the delimiter', () => {
  test('is guessed from the header and the rows', () => {
    for (const delimiter of [',', ';', '\t', '|']) {
      const text = [
        ['Vorname', 'Nachname', 'Notizen'],
        ['Ada', 'Lovelace', 'x'],
      ].map((cells) => cells.join(delimiter))
      expect(read(text.join('\n'))).toEqual({
        columns: ['Vorname', 'Nachname', 'Notizen'],
        rows: [['Ada', 'Lovelace', 'x']],
      })
    }
  })

  test('is not one that stands in some cells only', () => {
    expect(cellsOf('Name;Email\nLovelace, Ada;ada@a.example\nHopper, Grace;g@a.example')).toEqual([
      ['Lovelace, Ada', 'ada@a.example'],
      ['Hopper, Grace', 'g@a.example'],
    ])
    expect(cellsOf('Name,Notes\nAda,a; b; c\nGrace,d; e; f')).toEqual([
      ['Ada', 'a; b; c'],
      ['Grace', 'd; e; f'],
    ])
  })

  test('can be declared in the first line', () => {
    const { columns, warnings } = openCsv('sep=;\r\nName;Notes, all\r\nAda;x')
    expect(columns).toEqual(['Name', 'Notes, all'])
    expect(warnings).toEqual([])
    expect(rowsOf('sep=;\r\nName;Notes\r\nAda;x')).toEqual([{ line: 3, cells: ['Ada', 'x'] }])
  })
})

describe('the header', () => {
  test('can follow other lines, which are named in warnings', () => {
    const text = 'Exported on 12 May, 2024\n\nContacts;;\nVorname;Nachname;Ort\nAda;Lovelace;London'
    const { columns, warnings } = openCsv(text)
    expect(columns).toEqual(['Vorname', 'Nachname', 'Ort'])
    expect(warnings).toEqual([
      { line: 1, reason: 'The line is above the header: Exported on 12 May, 2024' },
      { line: 3, reason: 'The line is above the header: Contacts' },
    ])
    expect(rowsOf(text)).toEqual([{ line: 5, cells: ['Ada', 'Lovelace', 'London'] }])
  })

  test('is found among unknown names too', () => {
    const text = 'A list\nAlpha,Beta,Gamma\n1,2,3\n4,5,6'
    expect(read(text)).toEqual({
      columns: ['Alpha', 'Beta', 'Gamma'],
      rows: [
        ['1', '2', '3'],
        ['4', '5', '6'],
      ],
    })
  })

  test('can have equal and empty names', () => {
    expect(openCsv('Name,Phone,Phone,\nAda,1,2,3').columns).toEqual(['Name', 'Phone', 'Phone', 'Column 4'])
  })

  test('can be narrower than the rows', () => {
    expect(read('Name,Phone\nAda,1,2\nGrace,3,4')).toEqual({
      columns: ['Name', 'Phone'],
      rows: [
        ['Ada', '1', '2'],
        ['Grace', '3', '4'],
      ],
    })
  })

  test('can be absent', () => {
    const text = 'Ada,ada@a.example\nGrace,grace@a.example'
    expect(openCsv(text).columns).toEqual(['Column 1', 'Column 2'])
    expect(rowsOf(text).map(({ line }) => line)).toEqual([1, 2])
  })

  test('alone has no rows, and neither has an empty file', () => {
    expect(read('Name,Email\r\n')).toEqual({ columns: ['Name', 'Email'], rows: [] })
    for (const empty of ['', '\ufeff', '\n\n', ',,,\n,,,']) expect(cellsOf(empty)).toEqual([])
  })
})

describe('rows', () => {
  test('hold delimiters, quotes and line breaks in quoted cells', () => {
    const text =
      '\ufeffName,Notes,Email\r\n"Lovelace, ""Ada""","one\r\ntwo\rthree",a@a.example\r\nGrace,,g@a.example'
    expect(openCsv(text).columns).toEqual(['Name', 'Notes', 'Email'])
    expect(rowsOf(text)).toEqual([
      { line: 2, cells: ['Lovelace, "Ada"', 'one\ntwo\nthree', 'a@a.example'] },
      { line: 5, cells: ['Grace', '', 'g@a.example'] },
    ])
  })

  test('keep their number of cells, and blank rows are left out', () => {
    expect(rowsOf('Name,Email,Notes\nAda\n\n,,\n  \nGrace,g@a.example,x,y\n')).toEqual([
      { line: 2, cells: ['Ada'] },
      { line: 6, cells: ['Grace', 'g@a.example', 'x', 'y'] },
    ])
  })

  test('end at any line break', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(cellsOf(['Name,Notes', 'Ada,x', 'Grace,y', ''].join(end))).toEqual([
        ['Ada', 'x'],
        ['Grace', 'y'],
      ])
  })

  test('are read if quotes are not quite right', () => {
    expect(cellsOf('Name,Notes\nAda, "a, b"\nGrace,"c"d\nMary,6" disk\n"Joan"  ,e')).toEqual([
      ['Ada', 'a, b'],
      ['Grace', 'cd'],
      ['Mary', '6" disk'],
      ['Joan', 'e'],
    ])
  })

  test('have no NUL, which cannot be stored', () => {
    expect(cellsOf(`Name,Notes\nA\0da,${'x'.repeat(500)}`)).toEqual([['Ada', 'x'.repeat(500)]])
  })

  test('come in batches of bounded work', () => {
    const sizes = [...openCsv(`Name,Notes\n${'Ada,x\n'.repeat(50_000)}`).batches()].map(
      ({ length }) => length,
    )
    expect(sizes.reduce((sum, size) => sum + size)).toBe(50_000)
    expect(Math.max(...sizes)).toBe(1_000)
    const blank = [...openCsv(`Name,Notes\n${',\n'.repeat(50_000)}`).batches()]
    expect(blank.flat()).toEqual([])
    expect(blank.length).toBe(50)
  })

  test('that papaparse writes are read as it reads them', () => {
    // An apostrophe can be the one that keeps spreadsheets from calculating a cell.
    const plain = fc.string().filter((text) => !text.includes("'"))
    const cell = fc.oneof(plain, fc.constantFrom('a,b', 'a;b', '"', '""', 'x\ny', ' x', 'x ', '\t'))
    const rows = fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(rows, fc.constantFrom(',', ';', '\t', '|'), (rows, delimiter) => {
        const text = Papa.unparse([['Firstname', 'Surname', 'Notes'], ...rows], { delimiter, quotes: true })
        expect(cellsOf(text)).toEqual(rows)
      }),
    )
  })
})

describe('a file that is no table', () => {
  const refused = (run: () => unknown) => {
    try {
      run()
    } catch (error) {
      expect(error).toBeInstanceOf(UserError)
      const { status, msg } = error as UserError
      return `${status} ${msg}`
    }
    throw new Error('not refused')
  }
  const million = 1_000_000

  test('is refused if it is a spreadsheet or binary', () => {
    expect(refused(() => assertTextFile(Buffer.from('PK\x03\x04…')))).toMatch(/^400 This is a spreadsheet/)
    expect(refused(() => assertTextFile(Buffer.from('d0cf11e0a1b11ae1', 'hex')))).toMatch(/Save it as CSV/)
    expect(() => assertTextFile(Buffer.from('Name'))).not.toThrow()
    const noise = Buffer.from(Array.from({ length: 20_000 }, (_, n) => (n * 7_919 + (n >> 3)) % 256))
    expect(refused(() => rowsOf(noise.toString('latin1')))).toMatch(/^400 The file is not text/)
  })

  test.each([
    [
      'one long line',
      (size: number) => `Name,Notes\nAda,${'x'.repeat(20 * size)}`,
      /^400 Line 2 begins a row of more than/,
    ],
    ['one long line alone', (size: number) => 'x'.repeat(20 * size), /^400 Line 1 begins a row of more than/],
    [
      'a quote that is not closed',
      (size: number) => `Name,Notes\n"Ada,${'x\n'.repeat(12 * size)}`,
      /^400 Line 2 begins/,
    ],
    [
      'doubled quotes without end',
      (size: number) => `Name,Notes\n"${'""'.repeat(12 * size)}`,
      /^400 Line 2 begins/,
    ],
    [
      'a million columns',
      (size: number) => `a${','.repeat(size - 1)}`,
      /^400 Line 1 (has more than 500 columns|begins a row of more than)/,
    ],
    [
      'a million columns below the header',
      (size: number) => `Name,Notes\n${'a,'.repeat(0.4 * size)}`,
      /more than 500 columns/,
    ],
    [
      'millions of blank rows',
      (size: number) => `Name,Notes\n${',\n'.repeat(12 * size)}`,
      /^400 The file has more than/,
    ],
    [
      'millions of columns',
      (size: number) => 'a,'.repeat(12 * size),
      /^400 Line 1 begins a row of more than/,
    ],
  ])('is refused in linear time for %s', async (_, make, message) => {
    await expectLinear(million, make, (text) => expect(refused(() => rowsOf(text))).toMatch(message))
  })

  test('can have millions of empty lines', async () => {
    const withLines = (count: number) => ({ count, text: `Name,Notes\n${'\n'.repeat(count)}Ada,x` })
    await expectLinear(24 * million, withLines, ({ count, text }) =>
      expect(rowsOf(text)).toEqual([{ line: count + 2, cells: ['Ada', 'x'] }]),
    )
  })

  test('is refused if a quote is not closed at the end', () => {
    expect(refused(() => rowsOf('Name,Notes\nAda,x\nGrace,"y\nMary,z\n'))).toBe(
      '400 The quote that opens on line 3 is not closed',
    )
  })

  test('never ends in another error', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '"',
        '""',
        ',',
        ';',
        '\t',
        '|',
        '\n',
        '\r',
        "'",
        '=',
        'sep=,',
        ' ',
        'Name',
        'a@a.example',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        try {
          for (const { line, cells } of rowsOf(pieces.join('')))
            expect(line * cells.length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(UserError)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['quotes before blanks', (size: number) => `"${'x"y'.repeat(size)}${' '.repeat(size)}"`],
    ['apostrophes', (size: number) => `"${";'".repeat(size)}${"'".repeat(size)}"`],
    ['blanks before cells', (size: number) => `${' '.repeat(size)},${' '.repeat(size)}x`],
    ['empty cells', (size: number) => `${','.repeat(400)}\n`.repeat(size / 400)],
  ])('takes linear time with %s', async (_, make) => {
    await expectLinear(240_000, (size) => `Name,Notes\n${make(size)}\n`, rowsOf)
  })
})

describe('a written cell', () => {
  const written = (rows: string[][]) => [ownColumns, ...rows].map(csvLine).join('')

  test('is read as it was', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc
        .array(fc.constantFrom("'", '"', '=', '+', '-', '@', ';', ',', '\t', '\n', ' ', '|', ':::', 'x'))
        .map((a) => a.join('')),
    )
    const storable = cell.filter((text) => !/[\0\r]/.test(text))
    const rows = fc.array(fc.array(storable, { minLength: 1, maxLength: 5 }).map((cells) => ['id', ...cells]))
    fc.assert(
      fc.property(rows, (rows) => {
        expect(cellsOf(written(rows))).toEqual(rows)
      }),
      { numRuns: 1_000 },
    )
  })

  test('is no formula, at whatever separator a spreadsheet divides the file', () => {
    expect(csvCell('=1+1')).toBe("'=1+1")
    expect(csvCell("'=1+1")).toBe("''=1+1")
    expect(csvCell('+44 20 7946 0100')).toBe("'+44 20 7946 0100")
    expect(csvCell('a;=1+1')).toBe('"a;\'=1+1"')
    expect(csvCell('Ada = Augusta')).toBe('Ada = Augusta')
    const cell = fc
      .array(fc.constantFrom("'", '"', '=', '+', '-', '@', ';', ',', '\t', '\n', 'x'))
      .map((characters) => characters.join(''))
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), fc.constantFrom(',', ';', '\t'), (cells, separator) => {
        const { data } = Papa.parse<string[]>(csvLine(['x', ...cells]), { delimiter: separator })
        for (const value of data.flat()) expect(value).not.toMatch(/^\s*[=+\-@]/)
      }),
      { numRuns: 1_000 },
    )
  })

  test('of another program loses its apostrophe too', () => {
    expect(cellsOf("Name,Phone\nAda,'+44 20\n'Abd,'tis")).toEqual([
      ['Ada', '+44 20'],
      ["'Abd", "'tis"],
    ])
  })
})
