import { describe, expect, test } from 'vitest'
import { fitBud } from '~/data/imports/plan/fit-bud.server'
import { splitFullName } from '~/data/imports/reading/full-name'
import { personOfCard, personOfCsv } from './readers'

type Split = [Firstname: string, Surname: string, prefix?: string, suffix?: string, remark?: string]

const split = (text: string) => {
  const { Firstname, Surname, prefix, suffix, remark = '' } = splitFullName(text)
  return [Firstname, Surname, prefix, suffix, remark]
}

describe('a full name', () => {
  test.each<[string, Split]>([
    ['Pia Moss, CFA', ['Pia', 'Moss', '', 'CFA']],
    ['Ron Fern, RN, BSN', ['Ron', 'Fern', '', 'RN, BSN']],
    ['Ron Fern, RN BSN', ['Ron', 'Fern', '', 'RN BSN']],
    ['Dr. Sue Holt, FRCS, PhD', ['Sue', 'Holt', 'Dr.', 'FRCS, PhD']],
    ['Pia Moss CFA', ['Pia', 'Moss', '', 'CFA']],
    ['Ludwig van Beethoven, MBE', ['Ludwig', 'van Beethoven', '', 'MBE']],
    ['Moss, Pia, CFA', ['Pia', 'Moss', '', 'CFA']],
    ['MOSS, PIA, CFA', ['PIA', 'MOSS', '', 'CFA']],
    ['Pia Moss, B.Sc.', ['Pia', 'Moss', '', 'B.Sc.']],
    ['Pia Moss, LL.M.', ['Pia', 'Moss', '', 'LL.M.']],
    ['Pia Moss, PMP®', ['Pia', 'Moss', '', 'PMP®']],
  ])('%s has letters behind it', (text, [Firstname, Surname, prefix = '', suffix = '']) => {
    expect(split(text)).toEqual([Firstname, Surname, prefix, suffix, ''])
  })

  test.each<[string, Split]>([
    ['Holt, Dr. Sue', ['Sue', 'Holt', 'Dr.']],
    ['Holt, Prof. Dr. Sue Ann', ['Sue Ann', 'Holt', 'Prof. Dr.']],
    ['Holt, Sue, Dr.', ['Sue', 'Holt', 'Dr.']],
    ['Dr. Holt, Sue', ['Sue', 'Holt', 'Dr.']],
    ['Brown Jr., Tim', ['Tim', 'Brown', '', 'Jr.']],
    ['Brown, Tim Jr.', ['Tim', 'Brown', '', 'Jr.']],
    ['Brown III, Tim', ['Tim', 'Brown', '', 'III']],
    ['Goethe, Johann Wolfgang von', ['Johann Wolfgang', 'von Goethe']],
    ['de la Cruz, Maria', ['Maria', 'de la Cruz']],
    ['Moss, PJ', ['PJ', 'Moss']],
    ['GARCIA LOPEZ, ANA', ['ANA', 'GARCIA LOPEZ']],
    ['Nguyen, Van', ['Van', 'Nguyen']],
    ['Holt, Dr.', ['Holt', '', 'Dr.']],
    ['Moss, Dr. med. Pia', ['Pia', 'Moss', 'Dr. med.']],
    ['Moss, Pia, Dr. rer. nat.', ['Pia', 'Moss', 'Dr. rer. nat.']],
  ])('%s has its surname first', (text, [Firstname, Surname, prefix = '', suffix = '']) => {
    expect(split(text)).toEqual([Firstname, Surname, prefix, suffix, ''])
  })

  test.each([
    'Smith, Jones & Co',
    'Smith, Jones & Co.',
    'Fern, Ltd',
    'Fern Ltd',
    'Acme, Inc.',
    'Acme Widgets, LLC',
    'Müller, Schmidt & Partner',
    'Reed, Vole and Sons',
    'Fern GmbH & Co. KG',
    'Fern AG',
    'Moss, Holt LLP',
  ])('%s is that of a company', (text) => {
    expect(split(text)).toEqual([text, '', '', '', ''])
  })

  test.each<[string, Split]>([
    ['Mr. and Mrs. Heath', ['Heath', '', 'Mr. and Mrs.']],
    ['Mr & Mrs Tom Heath', ['Tom', 'Heath', 'Mr & Mrs']],
    ['Herr und Frau Heath', ['Heath', '', 'Herr und Frau']],
    ['Dr. and Mrs. Tom Heath', ['Tom', 'Heath', 'Dr. and Mrs.']],
    ['Heath, Mr. and Mrs.', ['Heath', '', 'Mr. and Mrs.']],
    ['Heath, Mr. and Mrs. Tom', ['Tom', 'Heath', 'Mr. and Mrs.']],
    ['Anna & Tom Larch', ['Anna & Tom', 'Larch']],
    ['Larch, Anna & Tom', ['Anna & Tom', 'Larch']],
    ['Anna Larch & Tom Moss', ['Anna Larch & Tom Moss', '']],
    ['Anna & Tom', ['Anna & Tom', '']],
    ['Tom and Jerry', ['Tom and Jerry', '']],
    ['Anna Maria und Tom', ['Anna Maria und Tom', '']],
    ['Anna Larch & Tom', ['Anna Larch & Tom', '']],
    ['Anna u. Tom', ['Anna u. Tom', '']],
    ['Anna y Tom', ['Anna y Tom', '']],
    ['Anna i Tomek', ['Anna i Tomek', '']],
    ['Jan en Piet', ['Jan en Piet', '']],
    ['ANNA UND TOM', ['ANNA UND TOM', '']],
    ['John E Smith', ['John E', 'Smith']],
    ['john i brook', ['john i', 'brook']],
    ['José Ortega y Gasset', ['José Ortega', 'y Gasset']],
  ])('%s is that of two', (text, [Firstname, Surname, prefix = '']) => {
    expect(split(text)).toEqual([Firstname, Surname, prefix, '', ''])
  })

  test.each([
    ['Prof. Dr. med. Pia Moss', 'Prof. Dr. med.'],
    ['Dr. rer. nat. Pia Moss', 'Dr. rer. nat.'],
    ['Dr. phil. Pia Moss', 'Dr. phil.'],
    ['Dr. phil Pia Moss', 'Dr. phil'],
    ['Dr. h. c. mult. Pia Moss', 'Dr. h. c. mult.'],
    ['Dr. h.c. Pia Moss', 'Dr. h.c.'],
    ['Dr. Ing. Pia Moss', 'Dr. Ing.'],
    ['Dr.-Ing. Pia Moss', 'Dr.-Ing.'],
    ['Dr. oec. Pia Moss', 'Dr. oec.'],
    ['Dr. med. univ. Dr. iur. Pia Moss', 'Dr. med. univ. Dr. iur.'],
  ])('%s has a title with its faculty', (text, prefix) => {
    expect(split(text)).toEqual(['Pia', 'Moss', prefix, '', ''])
  })

  test.each<[string, Split]>([
    ['Dr. Phil Moss', ['Phil', 'Moss', 'Dr.']],
    ['Dr. C. Moss', ['C.', 'Moss', 'Dr.']],
    ['Dr. H. C. Moss', ['H. C.', 'Moss', 'Dr.']],
    ['Moss, Phil.', ['Phil.', 'Moss']],
    ['Phil. Moss', ['Phil.', 'Moss']],
    ['Dr. Nat Moss', ['Nat', 'Moss', 'Dr.']],
  ])('%s has a name like a faculty', (text, [Firstname, Surname, prefix = '']) => {
    expect(split(text)).toEqual([Firstname, Surname, prefix, '', ''])
  })

  test.each<[string, Split]>([
    ['Pia Moss (07700 900123)', ['Pia', 'Moss', '', '', '07700 900123']],
    ['Pia (+44 7700 900123) Moss', ['Pia', 'Moss', '', '', '+44 7700 900123']],
    ['Moss, Pia [2024-05-01]', ['Pia', 'Moss', '', '', '2024-05-01']],
    ['Pia Moss (٠٧٧)', ['Pia', 'Moss', '', '', '٠٧٧']],
    ['Pia Moss   (  work   2  )   ', ['Pia', 'Moss', '', '', 'work 2']],
    ['Pia Moss (work)', ['Pia', 'Moss', '', '', 'work']],
    ['Pia (Fern) Moss', ['Pia', 'Moss', '', '', 'Fern']],
    ['Pia Moss [old number]', ['Pia', 'Moss', '', '', 'old number']],
    ['Pia Moss, CFA (work)', ['Pia', 'Moss', '', 'CFA', 'work']],
    ['Moss (née Fern), Pia', ['Pia', 'Moss', '', '', 'née Fern']],
    ['(neighbour) Pia (2)', ['Pia', '', '', '', 'neighbour, 2']],
    ['田中（営業）', ['田中', '', '', '', '営業']],
  ])('%s has a remark', (text, [Firstname, Surname, prefix = '', suffix = '', remark = '']) => {
    expect(split(text)).toEqual([Firstname, Surname, prefix, suffix, remark])
  })

  test.each<[string, Split]>([
    ['山田太郎', ['山田太郎', '']],
    ['山田 太郎', ['太郎', '山田']],
    ['山田　太郎', ['太郎', '山田']],
    ['김민수', ['김민수', '']],
    ['김 민수', ['민수', '김']],
    ['やまだ たろう', ['たろう', 'やまだ']],
    ['王 小明', ['小明', '王']],
    ['Yamada 太郎', ['Yamada', '太郎']],
  ])('%s in a script without blanks has the family name first', (text, [Firstname, Surname]) => {
    expect(split(text)).toEqual([Firstname, Surname, '', '', ''])
  })

  test.each<[string, string, string]>([
    ['X Æ A-12', 'X Æ', 'A-12'],
    ['Null', 'Null', ''],
    ['Pat Null', 'Pat', 'Null'],
    ['Sinéad O’Brien', 'Sinéad', 'O’Brien'],
    ["O'Brien", "O'Brien", ''],
    ['Osama bin Laden', 'Osama', 'bin Laden'],
    ['Jan van der Berg', 'Jan', 'van der Berg'],
    ['Jia Co', 'Jia', 'Co'],
    ['Anna As', 'Anna', 'As'],
    ['Thi Le', 'Thi', 'Le'],
    ['JOHN DO', 'JOHN', 'DO'],
    ['Jack Ma', 'Jack', 'Ma'],
    ['J. R. R. Tolkien', 'J. R. R.', 'Tolkien'],
    ['()', '()', ''],
    ['(unknown)', '(unknown)', ''],
    ['Pia :)', 'Pia', ':)'],
    ['Smith (', 'Smith', '('],
    ['Max & Moritz', 'Max & Moritz', ''],
  ])('%s stays as typed', (text, Firstname, Surname) => {
    expect(split(text)).toEqual([Firstname, Surname, '', '', ''])
  })
})

test('the names of cards and of CSV are the same', () => {
  for (const text of [
    'Pia Moss, CFA',
    'Holt, Dr. Sue',
    'Brown Jr., Tim',
    'Mr. and Mrs. Heath',
    'Pia (Fern) Moss',
  ]) {
    const names = [personOfCard('VERSION:4.0', `FN:${text}`), personOfCsv({ 'Full Name': text })].map(
      ({ Firstname, Surname, notes }) => [Firstname, Surname, notes.join('\n')],
    )
    expect(names[0], text).toEqual(names[1])
  }
  expect(personOfCard('FN:Pia Moss, CFA').notes).toEqual(['Name suffix: CFA'])
  expect(personOfCard('FN:Pia (Fern) Moss').notes).toEqual(['Name remark: Fern'])
})

describe('the name of a card', () => {
  const names = (...lines: string[]) => {
    const { bud } = fitBud(personOfCard(...lines))
    return [bud?.Firstname, bud?.Surname, bud?.notes]
  }

  test('keeps escaped commas in every part', () => {
    expect(names('N:O\\, Brien;Pat\\, Jo;Ann\\, Lee;;')).toEqual(['Pat, Jo Ann, Lee', 'O, Brien', ''])
    expect(names('N:Smith\\, Jones & Co;;;;')).toEqual(['Smith, Jones & Co', '', ''])
    expect(names('N:Smith\\, Jones & Co;;;;', 'FN:Smith\\, Jones & Co')).toEqual([
      'Smith, Jones & Co',
      '',
      '',
    ])
    expect(names('N:Moss;Pia;;Dr.\\, h.c.;CFA\\, BSN')).toEqual([
      'Pia',
      'Moss',
      'Name prefix: Dr., h.c.\nName suffix: CFA, BSN',
    ])
  })

  test.each(['O\\, Brien', 'Baker\\, Miller', 'Smith\\, Jones Architects', 'Smith\\, Jones & Co'])(
    'is one with an escaped comma: %s',
    (text) => {
      const whole = text.replace('\\', '')
      expect(names(`N:${text};;;;`, `FN:${text}`)).toEqual([whole, '', ''])
      expect(names(`N:${text};;;;`)).toEqual([whole, '', ''])
      expect(names(`N:${text};;;;`, `FN:${whole}`)).toEqual([whole, '', ''])
    },
  )

  test.each([
    ['Moss', 'Pia Moss', 'Pia', 'Moss', ''],
    ['Moss', 'Moss\\, Pia', 'Pia', 'Moss', ''],
    ['Garcia Lopez', 'Ana Garcia Lopez', 'Ana', 'Garcia Lopez', ''],
    ['van Beethoven', 'Ludwig van Beethoven', 'Ludwig', 'van Beethoven', ''],
    ['Moss', 'Dr. med. Pia Moss\\, CFA', 'Pia', 'Moss', 'Name prefix: Dr. med.\nName suffix: CFA'],
    ['O\\, Brien', 'Pat O\\, Brien', 'O, Brien', '', 'Full name: Pat O, Brien'],
    ['山田', '山田 太郎', '太郎', '山田', ''],
    ['Moss', 'Mossmoss', 'Moss', '', 'Full name: Mossmoss'],
    ['Moss', 'Pia Heath', 'Moss', '', 'Full name: Pia Heath'],
    ['Moss', 'Moss', 'Moss', '', ''],
  ])('of N:%s without given names is completed by FN:%s', (family, text, ...name) => {
    expect(names(`N:${family};;;;`, `FN:${text}`)).toEqual(name)
  })

  test('with an escaped comma before a suffix is split', () => {
    const name = 'Dr. Sammy Davis\\, Jr.\\, M.D.'
    expect(names(`N:${name};;;;`, `FN:${name}`)).toEqual([
      'Sammy',
      'Davis',
      'Name prefix: Dr.\nName suffix: Jr., M.D.',
    ])
  })

  test('of a company is not completed', () => {
    expect(names('N:Moss;;;;', 'FN:Acme Moss', 'ORG:Acme Moss')).toEqual(['Moss', '', ''])
  })

  test('that nobody sees leaves no surname', () => {
    expect(names('N:\u200b;\u200b;;;', 'TEL:07700 900123')).toEqual(['07700 900123', '', ''])
    expect(names('N:\u200b;Pia;;;', 'TEL:07700 900123')).toEqual(['Pia', '', ''])
  })

  test('reads the other escapes', () => {
    expect(names('N:O\\; Brien;Pat\\nJo;;;')).toEqual(['Pat Jo', 'O; Brien', ''])
    expect(names('N:A\\\\B;Pat;;;')).toEqual(['Pat', 'A\\B', ''])
    expect(names('VERSION:2.1', 'N;ENCODING=QUOTED-PRINTABLE:O=5C, Brien;Pat')).toEqual([
      'Pat',
      'O, Brien',
      '',
    ])
  })

  test('divides several names at commas without a backslash', () => {
    expect(names('N:Lovelace;Ada;Augusta,King;;Jr.,M.D.')).toEqual([
      'Ada Augusta King',
      'Lovelace',
      'Name suffix: Jr., M.D.',
    ])
  })

  test('is said by N, whatever the order of FN', () => {
    expect(names('N:山田;太郎;;;', 'FN:山田 太郎')).toEqual(['太郎', '山田', ''])
    expect(names('N:山田;太郎;;;', 'FN:山田太郎')).toEqual(['太郎', '山田', ''])
    expect(names('N:Nagy;Anna;;;', 'FN:Nagy Anna')).toEqual(['Anna', 'Nagy', ''])
  })

  test('of a company and an address keep their commas', () => {
    expect(
      personOfCard('FN:Pia', 'ORG:Smith\\, Jones & Co;R\\, D', 'ADR:;;1\\, Mill Lane;Bath\\, Spa;;;'),
    ).toMatchObject({
      OccupationLocation: 'Smith, Jones & Co, R, D',
      addresses: [{ street: '1, Mill Lane', city: 'Bath, Spa' }],
    })
  })
})
