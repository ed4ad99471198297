import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { splitValue, unescapeText } from '~/data/imports/vcard/value'
import { readVCards } from '~/data/imports/vcard/vcard'
import { expectLinear } from '../../support/cpu-time'

type Text = string | Uint8Array

const bytesOf = (text: Text) => (typeof text === 'string' ? Buffer.from(text) : text)
const read = (text: Text) => [...readVCards(bytesOf(text))].filter((card) => card !== null)
const cardText = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')

/** The only card of a file with these lines. */
function cardOf(...lines: string[]) {
  const cards = read(cardText(...lines))
  expect(cards).toHaveLength(1)
  return cards[0] as (typeof cards)[number]
}

const valuesOf = (text: Text) => read(text).map(({ properties }) => properties.map(({ value }) => value))
const propertyOf = (...lines: string[]) =>
  cardOf(...lines).properties[0] as ReturnType<typeof cardOf>['properties'][number]
const paramsOf = (line: string) => Object.fromEntries(propertyOf(line).params)

describe('a file', () => {
  test('has cards with their lines and versions', () => {
    const text = `${cardText('VERSION:3.0', 'FN:Ada')}\r\n${cardText('VERSION:2.1', 'FN:Grace')}`
    expect(read(text)).toMatchObject([
      { line: 1, version: '3.0', properties: [{ name: 'FN', value: 'Ada', line: 3 }], warnings: [] },
      { line: 6, version: '2.1', properties: [{ name: 'FN', value: 'Grace', line: 8 }], warnings: [] },
    ])
  })

  test('may end its lines with LF, CRLF, CR or CRCRLF', () => {
    for (const end of ['\n', '\r\n', '\r', '\r\r\n']) {
      const text = cardText('FN:Ada', 'NOTE:one', '  two').replaceAll('\r\n', end)
      expect(read(text + text)).toMatchObject([
        { line: 1, properties: [{ line: 2 }, { value: 'one two', line: 3 }], warnings: [] },
        { line: 6, properties: [{ line: 7 }, { value: 'one two', line: 8 }], warnings: [] },
      ])
    }
  })

  test('may have spaces, lower case and a byte order mark around BEGIN and END', () => {
    expect(
      valuesOf('\ufeffbegin:vcard  \nfn:Ada\nEnd: VCard \t\n\ufeffBEGIN:VCARD\nFN:B\nEND:VCARD'),
    ).toEqual([['Ada'], ['B']])
  })

  test('without cards has none', () => {
    for (const text of ['', '\n', 'name,email\nAda,ada@example.com\n', '\0\0\0\0', 'END:VCARD'])
      expect(read(text)).toEqual([])
  })

  test('names text outside of cards in a warning', () => {
    const text = `Hello\nthere\n${cardText('FN:Ada')}\nbye\nbye\n${cardText('FN:B')}`
    expect(read(text).map(({ warnings }) => warnings)).toEqual([
      [
        { line: 1, reason: 'Text outside of a card was left out' },
        { line: 7, reason: 'Text outside of a card was left out' },
      ],
      [],
    ])
  })

  test('may lack the END of a card', () => {
    const cards = read('BEGIN:VCARD\nFN:Ada\nBEGIN:VCARD\nFN:Grace\n')
    expect(cards).toMatchObject([
      {
        properties: [{ value: 'Ada' }],
        warnings: [{ line: 3, reason: 'The card has no END:VCARD before the next one begins' }],
      },
      { properties: [{ value: 'Grace' }], warnings: [{ line: 3, reason: 'The card has no END:VCARD' }] },
    ])
  })
})

describe('a long card', () => {
  const long = Buffer.from(`BEGIN:VCARD\n${'A:1\n'.repeat(60_000)}END:VCARD`)

  test('lets the caller pause', () => {
    const [first, ...others] = [...readVCards(long)].reverse()
    expect(first).toMatchObject({ line: 1 })
    expect(others).toEqual(Array.from({ length: 12 }, () => null))
  })

  test('has at most 50,000 properties', () => {
    const [card] = read(long)
    expect(card?.properties).toHaveLength(50_000)
    expect(card?.warnings[0]).toEqual({ line: 50_002, reason: 'A card has at most 50000 properties' })
  })
})

describe('a property', () => {
  test('has a group, a name, parameters and a value', () => {
    const property = propertyOf('Item1.tel;TYPE=home,voice;type=PREF;X-A="b;c:d,e":+1:2')
    expect(property).toMatchObject({ group: 'item1', name: 'TEL', value: '+1:2', data: null, line: 2 })
    expect(Object.fromEntries(property.params)).toEqual({
      TYPE: ['home', 'voice', 'PREF'],
      'X-A': ['b;c:d,e'],
    })
  })

  test('has bare parameters in vCard 2.1', () => {
    expect(paramsOf('TEL;HOME;VOICE:1')).toEqual({ TYPE: ['HOME', 'VOICE'] })
    expect(paramsOf('PHOTO;URL:http://a')).toEqual({ VALUE: ['URL'] })
    expect(paramsOf('NOTE;QUOTED-PRINTABLE;8BIT:a')).toEqual({ ENCODING: ['QUOTED-PRINTABLE', '8BIT'] })
  })

  test('has parameters with the escapes of RFC 6868', () => {
    expect(paramsOf('ADR;LABEL="1 ^\'A^\' St^nX ^^ ^x":;;')).toEqual({ LABEL: ['1 "A" St\nX ^ ^x'] })
  })

  test('may have a quotation mark without its pair', () => {
    expect(propertyOf('TEL;TYPE="home:1')).toMatchObject({ name: 'TEL', value: '1' })
    expect(propertyOf('TEL;X-SIZE=5":1;"2":3')).toMatchObject({ name: 'TEL', value: '1;"2":3' })
  })

  test('is unfolded at spaces and tabs, in its parameters too', () => {
    expect(valuesOf(cardText('NOTE:on', ' e t', '\two', ''))).toEqual([['one two']])
    expect(propertyOf('TEL;TYPE=ho', ' me;X=1', ' :123')).toMatchObject({ value: '123' })
  })

  test('is unfolded across a stray blank line', () => {
    expect(valuesOf('BEGIN:VCARD\n\nNOTE:one\n\n  two\n\nFN:A\n\nEND:VCARD')).toEqual([['one two', 'A']])
  })

  test('is unfolded in the middle of a character', () => {
    const bytes = Buffer.from('BEGIN:VCARD\nFN:Zoë\nEND:VCARD')
    const middle = bytes.indexOf(0xab)
    const folded = Buffer.concat([bytes.subarray(0, middle), Buffer.from('\r\n '), bytes.subarray(middle)])
    expect(valuesOf(folded)).toEqual([['Zoë']])
  })

  test('of free text goes on with lines that are no properties', () => {
    const { properties, warnings } = cardOf('NOTE:one', 'two words: three', 'four', 'FN:Ada')
    expect(properties.map(({ value }) => value)).toEqual(['one\ntwo words: three\nfour', 'Ada'])
    expect(warnings).toEqual([])
  })

  test('is named in a warning if it can not be read', () => {
    const { properties, warnings } = cardOf('no colon', 'EMAIL:ada@example.com', 'lost text', ':x')
    expect(properties.map(({ value }) => value)).toEqual(['ada@example.com'])
    expect(warnings).toEqual([
      { line: 2, reason: "This line is not a property: 'no colon'" },
      { line: 4, reason: "This line is not a property: 'lost text'" },
      { line: 5, reason: "This line is not a property: ':x'" },
    ])
  })

  test('is named in at most 100 warnings of a card', () => {
    const { warnings } = cardOf(...Array.from({ length: 500 }, () => 'no colon'))
    expect(warnings).toHaveLength(101)
    expect(warnings.at(-1)).toEqual({ line: 102, reason: 'Further warnings are not listed' })
  })
})

describe('an encoded value', () => {
  test('in quoted-printable has soft line breaks', () => {
    const value = valuesOf(
      cardText('NOTE;ENCODING=QUOTED-PRINTABLE:Gr=C3=BC=', '=C3=9Fe =', ' a=0D=0Ab', 'FN:x'),
    )
    expect(value).toEqual([['Grüße  a\r\nb', 'x']])
  })

  test('in quoted-printable may be invalid', () => {
    const lines = [
      'NOTE;QUOTED-PRINTABLE:100 = 1=ZZ =4',
      'FN;QUOTED-PRINTABLE:a=',
      '',
      'ROLE;QUOTED-PRINTABLE:b=',
    ]
    expect(valuesOf(cardText(...lines))).toEqual([['100 = 1=ZZ =4', 'a', 'b']])
  })

  test('in base64 is binary, whatever ends it', () => {
    const bytes = Buffer.from([0xff, 0xd8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
    const [a, b] = [bytes.toString('base64').slice(0, 10), bytes.toString('base64').slice(10)]
    for (const lines of [
      [`PHOTO;ENCODING=BASE64;JPEG:${a}`, ` ${b}`, '', 'FN:x'],
      ['PHOTO;BASE64:', `  ${a}`, `  ${b}`, '', 'FN:x'],
      [`PHOTO;ENCODING=b;TYPE=JPEG:${a}`, b, 'FN:x'],
      [`PHOTO;TYPE=JPEG;ENCODING=B:${a}`, ` ${b}`, 'FN:x'],
      [`PHOTO:data:image/jpeg;base64,${a}`, ` ${b}`, 'FN:x'],
      [`PHOTO:data:image/jpeg;base64\\,${a}${b}`, 'FN:x'],
    ]) {
      const [photo, name] = cardOf(...lines).properties
      expect(photo, lines[0]).toMatchObject({ name: 'PHOTO', value: '' })
      expect(Buffer.from(photo?.data ?? [])).toEqual(bytes)
      expect(name).toMatchObject({ name: 'FN', value: 'x' })
    }
  })

  test('in base64 may be text', () => {
    expect(propertyOf(`NOTE;ENCODING=b:${Buffer.from('Grüße').toString('base64')}`)).toMatchObject({
      value: 'Grüße',
    })
  })

  test('that is an address is no binary', () => {
    expect(propertyOf('PHOTO;ENCODING=b;VALUE=uri:http://a.example/b')).toMatchObject({
      value: 'http://a.example/b',
      data: null,
    })
  })
})

describe('the charset', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1')

  test('of a file is UTF-16 with or without a byte order mark', () => {
    const text = cardText('FN:Zoë Грета')
    const le = Buffer.from(text, 'utf16le')
    const be = Buffer.from(le).swap16()
    for (const bytes of [
      le,
      be,
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    ])
      expect(valuesOf(bytes)).toEqual([['Zoë Грета']])
  })

  test('is guessed if nothing names it', () => {
    expect(valuesOf(latin1(cardText('FN:Jürgen Müller')))).toEqual([['Jürgen Müller']])
  })

  test('is named by a property', () => {
    const sjis = Buffer.concat([
      Buffer.from('BEGIN:VCARD\nFN;CHARSET=SHIFT_JIS:'),
      Buffer.from([0x8e, 0x52, 0x93, 0x63, 0x95, 0x5c]),
      Buffer.from('\nEND:VCARD'),
    ])
    expect(valuesOf(sjis)).toEqual([['山田表']])
    expect(valuesOf(cardText('FN;CHARSET=windows-1251;ENCODING=QUOTED-PRINTABLE:=C8=E2=E0=ED'))).toEqual([
      ['Иван'],
    ])
    expect(valuesOf(cardText('FN;CHARSET=windows-1252;ENCODING=QUOTED-PRINTABLE:=80'))).toEqual([['€']])
    expect(valuesOf(cardText('FN;CHARSET=ISO-2022-JP:\x1b$B;3\x1b(B'))).toEqual([['山']])
  })

  test('differs from line to line', () => {
    const bytes = Buffer.concat([
      Buffer.from('BEGIN:VCARD\nFN:Zoë\n'),
      latin1('NOTE:schöne Grüße über die Straße\n'),
      latin1('TITLE;CHARSET=ISO-8859-1:Köchin\n'),
      Buffer.from('ROLE;CHARSET=ISO-8859-1:Köchin\nEND:VCARD'),
    ])
    expect(valuesOf(bytes)).toEqual([['Zoë', 'schöne Grüße über die Straße', 'Köchin', 'Köchin']])
  })

  test('is named in a warning if it is not known', () => {
    expect(cardOf('FN;CHARSET=x-klingon:Zoë')).toMatchObject({
      properties: [{ value: 'Zoë' }],
      warnings: [{ line: 2, reason: "The charset 'x-klingon' is not known" }],
    })
  })
})

describe('a card within a card', () => {
  test('is the text of AGENT in vCard 2.1', () => {
    const agent = [
      'BEGIN:VCARD',
      'VERSION:2.1',
      'FN:Susan',
      'AGENT:',
      'BEGIN:VCARD',
      'FN:B',
      'END:VCARD',
      'END:VCARD',
    ]
    for (const lines of [
      ['AGENT:', ...agent],
      [`AGENT:${agent[0]}`, ...agent.slice(1)],
    ]) {
      const { version, properties } = cardOf('VERSION:3.0', 'FN:Ada', ...lines, 'TEL:1')
      expect(version).toBe('3.0')
      expect(properties.map(({ name }) => name)).toEqual(['FN', 'AGENT', 'TEL'])
      expect(properties[1]?.value).toBe(`${agent.join('\n')}\n`)
      expect(read(properties[1]?.value ?? '')).toMatchObject([{ properties: [{ value: 'Susan' }, {}] }])
    }
  })

  test('is escaped text in vCard 3.0', () => {
    const { value } = propertyOf('AGENT:BEGIN:VCARD\\nFN:Susan Thomas\\nEND:VCARD\\n')
    expect(valuesOf(unescapeText(value))).toEqual([['Susan Thomas']])
  })
})

describe('a value', () => {
  test('is unescaped', () => {
    expect(unescapeText('a\\nb\\Nc\\,d\\;e\\\\nf\\:g\\h\\')).toBe('a\nb\nc,d;e\\nf:g\\h\\')
  })

  test('is split at separators that are not escaped', () => {
    expect(splitValue('a;b\\;c; d ;;e\\\\;f\\', ';')).toEqual(['a', 'b;c', 'd', '', 'e\\', 'f\\'])
    expect(splitValue('a,b\\,c;d', ',')).toEqual(['a', 'b,c;d'])
    expect(splitValue('', ';')).toEqual([''])
  })

  test('is joined and split again', () => {
    const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n')
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...'ab;,\\:"n\n') }), { minLength: 1 }),
        (parts) => {
          const trimmed = parts.map((part) => part.trim())
          expect(splitValue(trimmed.map(escaped).join(';'), ';')).toEqual(trimmed)
        },
      ),
    )
  })
})

describe('any bytes', () => {
  const pieces = fc.constantFrom(
    'BEGIN:VCARD',
    'END:VCARD',
    'AGENT:',
    'NOTE;ENCODING=QUOTED-PRINTABLE:a=',
    'PHOTO;BASE64:/9j/',
    'FN;CHARSET=SHIFT_JIS:\x8e',
    'N:a;b\\;c',
    'item1.TEL;TYPE="a',
    '\r\n',
    '\n',
    '\r',
    ' ',
    '\t',
    ':',
    ';',
    '=',
    '"',
    '\\',
    '\0',
    'ü',
    '\ufeff',
  )

  test('are read without an exception, and no line is counted twice', () => {
    const files = fc.oneof(
      fc.uint8Array({ maxLength: 500 }),
      fc.array(pieces, { maxLength: 60 }).map((parts) => Buffer.from(parts.join(''), 'latin1')),
      fc.array(pieces, { maxLength: 60 }).map((parts) => Buffer.from(parts.join('\n'), 'utf8')),
    )
    fc.assert(
      fc.property(files, (bytes) => {
        const lines = read(bytes).flatMap(({ line, properties }) => [
          line,
          ...properties.map(({ line }) => line),
        ])
        expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b))
      }),
      { numRuns: 2_000 },
    )
  })

  const filesOf = (size: number) => {
    const repeated = (text: string) => Buffer.from(text.repeat(Math.ceil(size / text.length)).slice(0, size))
    const within = (text: string, end = '') =>
      Buffer.concat([Buffer.from('BEGIN:VCARD\n'), repeated(text), Buffer.from(end)])
    return {
      'one line': () => within('a'),
      'one value': () => Buffer.concat([Buffer.from('BEGIN:VCARD\nNOTE:'), repeated('a\\n;')]),
      'empty lines': () => within('\n'),
      'CR alone': () => within('\r'),
      'short lines': () => within('A:\n'),
      'lines without a name': () => within('a\n'),
      'folded lines': () => Buffer.concat([Buffer.from('BEGIN:VCARD\nNOTE:a\n'), repeated(' a\n')]),
      'soft line breaks': () =>
        Buffer.concat([Buffer.from('BEGIN:VCARD\nNOTE;QUOTED-PRINTABLE:=\n'), repeated('a=\n')]),
      'base64 lines': () => Buffer.concat([Buffer.from('BEGIN:VCARD\nPHOTO;BASE64:\n'), repeated('AAAA\n')]),
      'text that goes on': () => Buffer.concat([Buffer.from('BEGIN:VCARD\nNOTE:a\n'), repeated('a\n')]),
      'quotation marks': () => within('A;B="'),
      parameters: () =>
        Buffer.concat([Buffer.from('BEGIN:VCARD\nTEL'), repeated(';TYPE=a'), Buffer.from(':1')]),
      'nested cards': () => within('AGENT:\nBEGIN:VCARD\n'),
      'cards without an end': () => repeated('BEGIN:VCARD\n'),
      'bytes of no charset': () => within('N:\x80\xff\n'),
      'unknown charsets': () => within('N;CHARSET=x:\xff\n'),
      'byte order marks': () => within('\ufeff'),
      zeros: () => Buffer.alloc(size),
      noise: () => Buffer.from(Array.from({ length: size }, (_, n) => (n * n * 2_654_435_761) >>> 24)),
    } satisfies Record<string, () => Buffer>
  }
  const names = Object.keys(filesOf(0)) as (keyof ReturnType<typeof filesOf>)[]

  test.each(names)('are read in linear time: %s', async (name) => {
    const file = (size: number) => filesOf(size)[name]()
    await expectLinear(500_000, file, (bytes) => {
      for (const card of readVCards(bytes))
        for (const { value } of card?.properties ?? []) splitValue(value, ';')
    })
  })
})

describe('a well-formed card', () => {
  /** The names and values of the properties that ical.js reads. */
  function byIcal(text: string) {
    const [, properties] = ICAL.parse(text) as unknown as [string, [string, object, string, ...unknown[]][]]
    return properties
      .filter(([name]) => name !== 'version')
      .map(([name, , , ...values]) => [name.toUpperCase(), values.flat(2)])
  }

  const ours = (text: string) =>
    read(text).flatMap(({ properties }) =>
      properties.map(({ name, value }) => [
        name,
        (name === 'N' || name === 'ADR' ? splitValue(value, ';') : [unescapeText(value)]) as unknown[],
      ]),
    )

  test('is read as by ical.js', () => {
    const text = cardText(
      'VERSION:4.0',
      'FN:Ada Lovelace',
      'N:Lovelace;Ada;;Countess\\, Dr.;',
      'NICKNAME:Enchantress',
      'EMAIL;TYPE=work:ada@example.com',
      'ADR;TYPE=home;LABEL="12 St. James\'s Square^nLondon":;;12 St. James\'s Square;London;;SW1Y;England',
      'NOTE:Wrote the first programme\\nfor the Analytical Engine\\, which was',
      '  never built: 100% theory.',
      'URL:https://example.com/ada?a=1;b=2',
    )
    expect(ours(text)).toEqual(byIcal(text))
  })

  test('is read as by ical.js, whatever it says', () => {
    const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n')
    const folded = (line: string) =>
      line.replace(/.{1,30}/gu, (part, at) => (at === 0 ? part : `\r\n ${part}`))
    // ical.js leaves '\\;' in FN as it is, and takes '\\\\;' in N for an escaped semicolon.
    const words = fc.string({ unit: fc.constantFrom(...'abcé文 ,:"=\n'), minLength: 1, maxLength: 80 })
    fc.assert(
      fc.property(words, fc.array(words, { minLength: 5, maxLength: 5 }), (note, name) => {
        const lines = [
          `FN:${escaped(note.trim())}x`,
          `N:${name.map((part) => `x${escaped(part.trim())}`).join(';')}`,
        ]
        const text = cardText('VERSION:4.0', ...lines.map(folded))
        expect(ours(text)).toEqual(byIcal(text))
      }),
    )
  })
})
