import { describe, expect, test } from 'vitest'
import { decodeAs, decodeText } from '~/data/imports/reading/decode-text'

const utf16 = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBigEndian ? bytes.swap16() : bytes
}

describe('text', () => {
  const sample = 'Name;Stadt\nZoë Müller;Gößweinstein\n名前;東京\n'

  test('in UTF-8 is decoded, with and without a byte order mark', () => {
    expect(decodeText(Buffer.from(sample))).toEqual({ text: sample, charset: 'utf-8' })
    expect(decodeText(Buffer.from(`\ufeff${sample}`))).toEqual({ text: sample, charset: 'utf-8' })
    expect(decodeText(Buffer.from('plain'))).toEqual({ text: 'plain', charset: 'utf-8' })
    expect(decodeText(new Uint8Array())).toEqual({ text: '', charset: 'utf-8' })
  })

  test('in UTF-16 is decoded, with and without a byte order mark', () => {
    for (const isBigEndian of [false, true]) {
      const charset = isBigEndian ? 'utf-16be' : 'utf-16le'
      expect(decodeText(utf16(`\ufeff${sample}`, isBigEndian))).toEqual({ text: sample, charset })
      const text = 'Name;City\r\nZoë;Köln\r\n'
      expect(decodeText(utf16(text, isBigEndian))).toEqual({ text, charset })
    }
  })

  /** Bytes of the text in a charset of one byte, which Node can only decode. */
  function encode(text: string, charset: string) {
    const bytes = new Map(
      Array.from({ length: 256 }, (_, byte) => [decodeAs(Uint8Array.of(byte), charset), byte] as const),
    )
    return Uint8Array.from([...text], (character) => {
      const byte = bytes.get(character)
      if (byte === undefined) throw new Error(`${character} is not in ${charset}`)
      return byte
    })
  }

  test.each([
    ['German', 'windows-1252', 'Vorname;Nachname;Ort\r\nJürgen;Müller;Köln\r\n'],
    ['German with a euro sign', 'windows-1252', 'Name;Notiz\r\nKäthe Groß;schuldet 20 € – „bald“\r\n'],
    ['French', 'windows-1252', 'Prénom;Nom;Ville\r\nHélène;Lefèvre;Besançon\r\nFrançois;Noël;Orléans\r\n'],
    ['Spanish', 'windows-1252', 'Nombre;Apellidos\r\nJosé;Núñez\r\nMaría;Gutiérrez Peña\r\n'],
    ['Portuguese', 'windows-1252', 'Nome;Cidade\r\nJoão;São Paulo\r\nConceição;Brasília\r\n'],
    ['Icelandic', 'windows-1252', 'Name,City\nBjörk,Reykjavík\n'],
    ['Turkish', 'windows-1254', 'Ad;Soyad;Şehir\nİbrahim;Yılmaz;İstanbul\nAyşe;Çağlar;Muğla\n'.repeat(3)],
    ['Czech', 'windows-1250', 'Jméno;Příjmení;Město\nJiří;Dvořák;Plzeň\nŽofie;Černá;Děčín\n'],
    ['one umlaut', 'windows-1252', 'Name,Email\r\nAnna Müller,anna@a.example\r\nBob Smith,bob@b.example\r\n'],
    [
      'Polish',
      'windows-1250',
      'Imię;Nazwisko;Miasto\r\nŁukasz;Wiśniewski;Łódź\r\n' +
        'Małgorzata;Dąbrowska;Częstochowa\r\nZbigniew;Wójcik;Poznań\r\n',
    ],
    [
      'Russian',
      'windows-1251',
      'Имя;Фамилия;Город\r\nАнна;Иванова;Москва\r\nПётр;Кузнецов;Санкт-Петербург\r\n',
    ],
    ['Greek', 'windows-1253', 'Όνομα;Πόλη\r\nΓιώργος Παπαδόπουλος;Θεσσαλονίκη\r\nΜαρία Νικολάου;Αθήνα\r\n'],
  ])('of another charset is decoded: %s', (_, charset, text) => {
    expect(decodeText(encode(text, charset)).text).toBe(text)
  })

  test('of a charset of several bytes is decoded', () => {
    const shiftJis =
      '96bc914f2c82d382e882aa82c82c838183820a8e52936391be98592c82e282dc82be2082bd82eb82a42c91e58a7782cc' +
      '9746906c82c582b78142938c8b9e82c98f5a82f182c582a282dc82b781420a97e996d889d48e712c82b782b882ab2082' +
      'cd82c882b12c89ef8ed082cc93af97bb82c581418352815b8371815b82aa8d4482ab82c582b781420a'
    expect(decodeText(Buffer.from(shiftJis, 'hex')).text).toBe(
      '名前,ふりがな,メモ\n山田太郎,やまだ たろう,大学の友人です。東京に住んでいます。\n' +
        '鈴木花子,すずき はなこ,会社の同僚で、コーヒーが好きです。\n',
    )
  })

  test('after much plain ASCII is decoded', () => {
    const text = `${'Name;City\r\nAda;London\r\n'.repeat(20_000)}Jürgen Müller;Köln\r\nGünther;Düsseldorf\r\n`
    expect(decodeText(encode(text, 'windows-1252')).text).toBe(text)
  })
})

describe('a charset by name', () => {
  test('is decoded with the quotes and dashes of windows-1252', () => {
    const bytes = Uint8Array.from([0x93, 0x94, 0x80, 0x96, 0xe4])
    for (const name of ['windows-1252', 'ISO-8859-1', 'latin1', 'cp1252', 'us-ascii', 'x-unknown', ''])
      expect(decodeAs(bytes, name), name).toBe('“”€–ä')
  })

  test('is known by other spellings', () => {
    expect(decodeAs(Buffer.from('ä'), ' UTF8 ')).toBe('ä')
    expect(decodeAs(Buffer.from('\ufeffä'), 'utf-8')).toBe('ä')
    expect(decodeAs(Uint8Array.of(0xcf, 0xf0), 'windows-1251')).toBe('Пр')
  })
})
