import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitBud } from '~/data/imports/plan/fit-bud.server'
import type { Person } from '~/data/imports/reading/person'
import { addGroups, groupOf } from '~/data/imports/vcard/groups'
import { personOf } from '~/data/imports/vcard/person'
import { readVCards } from '~/data/imports/vcard/vcard'
import { expectLinear } from '../../support/cpu-time'

const cardsOf = (...lines: string[]) =>
  [...readVCards(Buffer.from(['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n')))].filter(
    (card) => card !== null,
  )

function person(...lines: string[]): Person {
  const [card] = cardsOf(...lines)
  if (!card) throw new Error('no card')
  return personOf(card)
}

const nameOf = (...lines: string[]) => {
  const { Firstname, Surname, notes } = person(...lines)
  return [Firstname, Surname, ...notes]
}

test('a phone number may be a URI, several numbers, or in other digits', () => {
  const phones = (property: string) => person('FN:Una Reed', property).phones.map(({ value }) => value)
  expect(phones('TEL;VALUE=uri:tel:+44%207700%20900215')).toEqual(['+44 7700 900215'])
  expect(phones('TEL;VALUE=uri:tel:946-0016;phone-context=+44-20-7')).toEqual(['+44-20-7 946-0016'])
  expect(phones('TEL:020 7946 0011 / 07700 900211')).toEqual(['020 7946 0011', '07700 900211'])
  expect(phones('TEL:٠٧٧٠٠ ٩٠٠٢١٤')).toEqual(['٠٧٧٠٠ ٩٠٠٢١٤'])
})

describe('the name', () => {
  test('comes from N, whose further names join the first', () => {
    expect(nameOf('N:Lovelace;Ada;Augusta,King;;', 'FN:Ada Lovelace')).toEqual([
      'Ada Augusta King',
      'Lovelace',
    ])
  })

  test('has its prefix and suffix in the notes', () => {
    expect(nameOf('N:Stevenson;John;;Dr.;Jr.,M.D.', 'FN:Dr. John Stevenson Jr., M.D.')).toEqual([
      'John',
      'Stevenson',
      'Name prefix: Dr.\nName suffix: Jr., M.D.',
    ])
  })

  test('comes from FN if there is no N', () => {
    const cases: Record<string, string[]> = {
      'Ada Lovelace': ['Ada', 'Lovelace'],
      'Ada Augusta King Lovelace': ['Ada Augusta King', 'Lovelace'],
      'Ludwig van Beethoven': ['Ludwig', 'van Beethoven'],
      'Rosa von der Heide': ['Rosa', 'von der Heide'],
      'Dr. Ada Lovelace': ['Ada', 'Lovelace', 'Name prefix: Dr.'],
      'Sammy Davis Jr.': ['Sammy', 'Davis', 'Name suffix: Jr.'],
      'Sammy Davis\\, Jr.': ['Sammy', 'Davis', 'Name suffix: Jr.'],
      Cher: ['Cher', ''],
      'Van Helsing': ['Van', 'Helsing'],
      'Dr. Who': ['Who', '', 'Name prefix: Dr.'],
      山田太郎: ['山田太郎', ''],
      '+44 20 7946 0018': ['+44 20 7946 0018', ''],
      'ada@example.com': ['ada@example.com', ''],
    }
    for (const [text, expected] of Object.entries(cases)) {
      expect(nameOf(`FN:${text}`), text).toEqual(expected)
      expect(nameOf('N:;;;;', `FN:${text}`), text).toEqual(expected)
      expect(nameOf(`N:${text};;;;`, `FN:${text}`), text).toEqual(expected)
    }
    expect(nameOf('FN:Lovelace\\, Ada')).toEqual(['Ada', 'Lovelace'])
    expect(nameOf('N:;;;;', 'FN:Lovelace\\, Ada')).toEqual(['Ada', 'Lovelace'])
    // A comma of N divides nothing.
    expect(nameOf('N:Lovelace\\, Ada;;;;', 'FN:Lovelace\\, Ada')).toEqual(['Lovelace, Ada', ''])
  })

  test('keeps a full name that says something else', () => {
    expect(nameOf('N:Smith;Robert;;;', 'FN:Bob Smith')).toEqual(['Robert', 'Smith', 'Full name: Bob Smith'])
    expect(nameOf('N:Smith;Robert;;;', 'FN:Smith\\, Robert', 'NICKNAME:Bob')).toEqual(['Robert', 'Smith'])
  })

  test('is that of the company if no person is named', () => {
    for (const lines of [
      ['ORG:Acme Ltd;'],
      ['FN:Acme Ltd', 'ORG:Acme Ltd'],
      ['N:Acme Ltd;;;;', 'FN:Acme Ltd', 'ORG:Acme Ltd'],
    ])
      expect(person(...lines)).toMatchObject({
        Firstname: 'Acme Ltd',
        Surname: '',
        OccupationLocation: '',
        notes: [],
      })
    expect(person('FN:Acme', 'ORG:Acme;Sales')).toMatchObject({
      Firstname: 'Acme',
      OccupationLocation: 'Acme, Sales',
    })
  })

  test('may be missing', () => {
    expect(nameOf('EMAIL:a@b.example')).toEqual(['', ''])
    expect(nameOf('N:Lovelace;;;;')).toEqual(['', 'Lovelace'])
  })

  test('takes the first of several', () => {
    expect(nameOf('FN:Ada Lovelace', 'FN:Ada King', 'N:Lovelace;Ada', 'N:King;Ada')).toEqual([
      'Ada',
      'Lovelace',
      'Full name: Ada King\nName: King;Ada',
    ])
  })
})

describe('contact details', () => {
  test('have labels from types, and the preferred ones come first', () => {
    expect(
      person(
        'EMAIL;TYPE=INTERNET,HOME:a@x.example',
        'EMAIL;TYPE=WORK,pref:b@x.example',
        'EMAIL;PREF=2:c@x.example',
        'EMAIL:mailto:Ada <d@x.example>',
      ).emails,
    ).toEqual([
      { label: 'Work', value: 'b@x.example' },
      { label: '', value: 'c@x.example' },
      { label: 'Home', value: 'a@x.example' },
      { label: '', value: 'd@x.example' },
    ])
    const labels: Record<string, string> = {
      'TEL;CELL;VOICE': 'Mobile',
      'TEL;WORK;FAX': 'Work fax',
      'TEL;FAX;HOME': 'Home fax',
      'TEL;TYPE="voice,cell,work"': 'Work mobile',
      'TEL;TYPE=iPhone,CELL,VOICE': 'iPhone mobile',
      'TEL;TYPE=X-Ship': 'Ship',
      'TEL;PAGER': 'Pager',
      TEL: '',
    }
    for (const [start, label] of Object.entries(labels))
      expect(person(`${start}:1`).phones, start).toEqual([{ label, value: '1' }])
  })

  test('have custom labels from their group', () => {
    expect(
      person(
        'item1.URL:https\\://ada.example',
        'item1.X-ABLabel:_$!<HomePage>!$_',
        'ITEM2.TEL;TYPE=pref:1',
        'item2.X-ABLabel:Ship\\, deck 2',
        'item3.X-ABLABEL:unused',
      ),
    ).toMatchObject({
      links: [{ label: 'Home page', value: 'https://ada.example' }],
      phones: [{ label: 'Ship, deck 2', value: '1' }],
      notes: [],
    })
  })

  test('have phones from URIs', () => {
    expect(person('TEL;VALUE=uri;TYPE="voice,home":tel:+1-555-555-5555;ext=5555').phones).toEqual([
      { label: 'Home', value: '+1-555-555-5555 ext. 5555' },
    ])
  })

  test('have addresses of all parts', () => {
    expect(person('ADR;TYPE=home:12;Flat 3;1 Main St\\nCourt;Leeds\\, UK;Yorks;LS1;UK').addresses).toEqual([
      {
        label: 'Home',
        street: '1 Main St\nCourt\nFlat 3\nPO box 12',
        city: 'Leeds, UK',
        region: 'Yorks',
        postcode: 'LS1',
        country: 'UK',
      },
    ])
    expect(person('ADR:1 Main St\\, Leeds').addresses).toMatchObject([
      { street: '1 Main St, Leeds', city: '' },
    ])
    expect(person('ADR;WORK:;;;;;;').addresses).toEqual([])
  })

  test('keep a printed address that says more', () => {
    const adr = 'ADR;HOME:;;1 Main St;Leeds;;;'
    expect(person(adr, 'LABEL;HOME;ENCODING=QUOTED-PRINTABLE:1 Main St=0D=0ALeeds').notes).toEqual([])
    expect(person(adr, 'LABEL;HOME:c/o Grace\\n1 Main St').notes).toEqual([
      'Printed address (Home): c/o Grace\n1 Main St',
    ])
    expect(person('LABEL;WORK:2 Side St\\nYork')).toMatchObject({
      addresses: [{ label: 'Work', street: '2 Side St\nYork' }],
      notes: [],
    })
    expect(person('ADR;LABEL="Dock 7":;;1 Main St').notes).toEqual(['Printed address: Dock 7'])
  })

  test('have web profiles as links, and others in the notes', () => {
    expect(
      person(
        'X-SOCIALPROFILE;type=twitter;x-user=ada:https://twitter.com/ada',
        'SOCIALPROFILE;SERVICE-TYPE=Mastodon:https://social.example/@ada',
        'X-SOCIALPROFILE;type=myspace;x-user=ada:x-apple:ada',
        'IMPP;X-SERVICE-TYPE=Skype;type=HOME:skype:ada.l',
        'IMPP:xmpp:ada%20l@chat.example',
        'X-ICQ:12345',
        'X-SKYPE;TYPE=home:ada.l',
      ),
    ).toMatchObject({
      links: [
        { label: 'Twitter', value: 'https://twitter.com/ada' },
        { label: 'Mastodon', value: 'https://social.example/@ada' },
      ],
      notes: ['Myspace: ada\nSkype: ada.l\nXmpp: ada l@chat.example\nICQ: 12345\nSkype (Home): ada.l'],
    })
  })
})

describe('places and work', () => {
  const home = 'ADR;HOME:;;;Leeds;;;UK'
  const work = 'ADR;WORK:;;;York;;;'

  test('take the city and country of the home address, or of the only one', () => {
    expect(person(work, home).Location).toBe('Leeds, UK')
    expect(person(work).Location).toBe('York')
    expect(person('ADR:;;;Bath;;;').Location).toBe('Bath')
    expect(person('ADR:;;;Bath;;;', work).Location).toBe('')
  })

  test('take occupation from title or role, and its location from organization or work address', () => {
    expect(person('FN:A', 'TITLE:Analyst', 'ORG:Engines\\, Ltd.;R&D;', work)).toMatchObject({
      Occupation: 'Analyst',
      OccupationLocation: 'Engines, Ltd., R&D',
    })
    expect(person('FN:A', 'ROLE:Programmer', work)).toMatchObject({
      Occupation: 'Programmer',
      OccupationLocation: 'York',
    })
    expect(
      person('FN:A', 'TITLE:Analyst', 'ROLE:Programmer', 'TITLE:Poet', 'ORG:Mill', 'ORG:B'),
    ).toMatchObject({
      Occupation: 'Analyst',
      OccupationLocation: 'Mill',
      notes: ['Title: Poet\nOrganization: B\nRole: Programmer'],
    })
  })
})

describe('a date', () => {
  const birthday = (...lines: string[]) => {
    const { dates, notes, warnings } = person(...lines)
    return { dates: dates.map(({ year, month, day }) => [year, month, day]), notes, warnings }
  }

  test('has a day and a month, with or without a year', () => {
    const cases: Record<string, (number | null)[]> = {
      'BDAY:1985-04-12': [1985, 4, 12],
      'BDAY:19850412': [1985, 4, 12],
      'BDAY:1985/4/2': [1985, 4, 2],
      'BDAY:--0412': [null, 4, 12],
      'BDAY:--04-12': [null, 4, 12],
      'BDAY:--0229': [null, 2, 29],
      'BDAY;VALUE=date:1604-05-09': [null, 5, 9],
      'BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-09': [null, 5, 9],
      'BDAY:0000-05-09': [null, 5, 9],
      'BDAY:1985-04-12T00:00:00Z': [1985, 4, 12],
      'BDAY;VALUE=date-time:1985-04-12T00:00:00+14:00': [1985, 4, 12],
      'BDAY:19850412T000000Z': [1985, 4, 12],
      'BDAY:1985-04-12 00:00': [1985, 4, 12],
      'BDAY:1985-04-12Z': [1985, 4, 12],
    }
    for (const [line, expected] of Object.entries(cases))
      expect(birthday(line), line).toEqual({ dates: [expected], notes: [], warnings: [] })
  })

  test('never moves with a time and its zone', () => {
    for (const time of ['23:10:00Z', '00:30:00+14:00', '231000-0800'])
      expect(birthday(`BDAY:1985-04-12T${time}`)).toEqual({
        dates: [[1985, 4, 12]],
        notes: [`Birthday: 1985-04-12T${time}`],
        warnings: [],
      })
  })

  test('goes to the notes if it has no day', () => {
    for (const text of ['1985-04', '1985', '198504', '--04', '---12'])
      expect(birthday(`BDAY:${text}`)).toEqual({ dates: [], notes: [`Birthday: ${text}`], warnings: [] })
    expect(birthday('BDAY;VALUE=text:circa 1800')).toEqual({
      dates: [],
      notes: ['Birthday: circa 1800'],
      warnings: [],
    })
  })

  test('that is none goes to the notes with a warning', () => {
    for (const text of ['1985-02-29', '1985-13-01', '19850400', '12/04/1985', 'soon'])
      expect(birthday(`BDAY:${text}`)).toEqual({
        dates: [],
        notes: [`Birthday: ${text}`],
        warnings: [{ line: 2, reason: `Birthday is not a date: '${text}'. It went to the notes` }],
      })
  })

  test('has a label', () => {
    expect(
      person(
        'BDAY:1985-04-12',
        'ANNIVERSARY:20100605',
        'X-EVOLUTION-ANNIVERSARY:2010-06-05',
        'DEATHDATE:2060-01-01',
        'item1.X-ABDATE;type=pref:2000-01-02',
        'item1.X-ABLabel:_$!<Anniversary>!$_',
        'item2.X-ABDATE:2001-01-02',
        'item2.X-ABLabel:First swim',
        'X-ABDATE:2002-01-02',
        'X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;2003-01-02;0;Graduation;;',
      ).dates.map(({ label, year }) => `${label} ${year}`),
    ).toEqual([
      'Anniversary 2000',
      'Birthday 1985',
      'Anniversary 2010',
      'Anniversary 2010',
      'Death 2060',
      'First swim 2001',
      'Date 2002',
      'Graduation 2003',
    ])
  })
})

describe('other properties', () => {
  test('have fields of their own', () => {
    const photo = Buffer.from([0xff, 0xd8, 0xff])
    expect(
      person(
        'UID:urn:uuid:4FBE8971-0BC3-424C-9C26-36C3E1EFF6B1',
        'NICKNAME:Enchantress,Countess',
        'NOTE:One\\nTwo',
        'NOTE:Three',
        'CATEGORIES:Work,Maths\\, pure,myContacts',
        'HOBBY:chess,Hiking',
        `PHOTO;ENCODING=b:${photo.toString('base64')}`,
      ),
    ).toMatchObject({
      uid: '4FBE8971-0BC3-424C-9C26-36C3E1EFF6B1',
      Nickname: 'Enchantress, Countess',
      notes: ['One\nTwo', 'Three'],
      groups: ['Work', 'Maths, pure'],
      hobbies: ['chess', 'Hiking'],
      photo,
      warnings: [],
    })
  })

  test('go to the notes with their names', () => {
    expect(
      person(
        'GENDER:F;woman',
        'LANG;TYPE=work:fr',
        'TZ:+01:00',
        'GEO:geo:53.8,-1.5',
        'RELATED;TYPE=friend:urn:uuid:f81d4fae',
        'item1.X-ABRELATEDNAMES:Annabella',
        'item1.X-ABLabel:_$!<Mother>!$_',
        'X-PHONETIC-FIRST-NAME:ay-da',
        'X-FAVOURITE_COLOUR:blue\\, dark',
        'PHOTO;VALUE=uri:https://photos.example/ada.jpg',
        'KEY:https://keys.example/ada',
        'X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;William;14;;;',
        'X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Jo;0;Neighbour;;',
        'X-ANDROID-CUSTOM:custom_mime1;1;;3;4;5',
        'X-ANDROID-CUSTOM:custom_mime2;;two',
        'CLASS:PRIVATE',
        'KIND:org',
      ).notes,
    ).toEqual([
      [
        'Gender: Female, woman',
        'Language (Work): fr',
        'Time zone: +01:00',
        'Coordinates: 53.8,-1.5',
        'Friend: urn:uuid:f81d4fae',
        'Mother: Annabella',
        'Phonetic first name: ay-da',
        'Favourite colour: blue, dark',
        'Photo: https://photos.example/ada.jpg',
        'Key: https://keys.example/ada',
        'Spouse: William',
        'Neighbour: Jo',
        'Custom mime1: 1, 3, 4, 5',
        'Custom mime2: two',
        'Class: PRIVATE',
        'Kind: org',
      ].join('\n'),
    ])
  })

  test('are left out if they describe the file or are empty', () => {
    expect(
      person(
        'PRODID:-//x',
        'REV:2020',
        'X-ABUID:1',
        'CLASS:PUBLIC',
        'KIND:individual',
        'TEL:',
        'NOTE: ',
        'X-FOO:',
      ),
    ).toMatchObject({ phones: [], notes: [], warnings: [] })
  })

  test('include a photo in base64 that does not say so', () => {
    const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(40_000)])
    expect(person(`PHOTO:${photo.toString('base64')}`)).toMatchObject({ photo, notes: [], warnings: [] })
  })

  test('are named in a warning if they are binary', () => {
    const bytes = Buffer.from([0xff, 0xd8, 0xff]).toString('base64')
    expect(
      person(`LOGO;ENCODING=b:${bytes}`, `PHOTO;ENCODING=b:${bytes}`, `PHOTO;ENCODING=b:${bytes}`).warnings,
    ).toEqual([
      { line: 2, reason: 'Logo: 3 bytes that a bud has no field for' },
      { line: 4, reason: 'Photo: a bud has one photo; a further one was left out' },
    ])
  })

  test('include the agent', () => {
    const agent = ['BEGIN:VCARD', 'VERSION:2.1', 'FN:Susan', 'TEL;WORK:1', 'END:VCARD']
    const notes = ['Agent: Full name Susan, Phone 1']
    expect(person('AGENT:', ...agent).notes).toEqual(notes)
    expect(person(`AGENT:${agent.join('\\n')}`).notes).toEqual(notes)
    expect(person('AGENT;VALUE=uri:CID:1').notes).toEqual(['Agent: CID:1'])
  })

  test('are cut if they are longer than notes', () => {
    const { notes, warnings } = person(`NOTE:${'a'.repeat(30_000)}`)
    expect(notes.join('')).toHaveLength(20_000)
    expect(warnings).toEqual([{ line: 2, reason: 'Note: 30000 characters are too many for the notes' }])
  })
})

describe('a group', () => {
  const group = (...lines: string[]) => {
    const [card] = cardsOf(...lines)
    const found = card && groupOf(card)
    if (!found) throw new Error('no group')
    return found
  }

  test('is a card of its own kind', () => {
    const [card] = cardsOf('FN:Ada')
    expect(card && groupOf(card)).toBeNull()
    expect(group('KIND:Group', 'FN:Family', 'MEMBER:urn:uuid:A1', 'MEMBER:mailto:b@x.example')).toEqual({
      line: 1,
      name: 'Family',
      members: ['a1', 'mailto:b@x.example'],
    })
  })

  test('is among the groups of its members', () => {
    const persons = [person('UID:A1'), person('EMAIL:B@x.example', 'CATEGORIES:Family'), person('FN:C')]
    const family = group(
      'X-ADDRESSBOOKSERVER-KIND:group',
      'N:Family;;;;',
      'X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:a1',
      'X-ADDRESSBOOKSERVER-MEMBER:mailto:b@x.example',
      'X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:gone',
    )
    expect(addGroups(persons, [family])).toEqual([
      { line: 1, reason: "1 members of the group 'Family' are not in the file" },
    ])
    expect(persons.map(({ groups }) => groups)).toEqual([['Family'], ['Family'], []])
  })
})

test.each([
  'N:a,b;',
  'NICKNAME:a',
  'EMAIL:<@@',
  'TEL:1,',
  'ADR;TYPE=a:;;a b',
  'LABEL:a b c',
  'ADR;HOME;LABEL=b:;;a',
  'CATEGORIES:a',
  'TITLE:a',
  'X-A;TYPE=a:b',
  'BDAY:--1',
  'item1.X-ABLABEL:a',
  'MEMBER:a',
  'AGENT:BEGIN:VCARD\\nX:\\n',
])('a card that repeats the line or the value of %s is read in linear time', async (line) => {
  const colon = line.indexOf(':') + 1
  for (const [start, rest] of [
    ['', `${line}\r\n`],
    [line.slice(0, colon), line.slice(colon)],
  ] as const) {
    const text = (size: number) => start + rest.repeat(size / rest.length)
    await expectLinear(200_000, text, (card) => {
      const read = person(card)
      fitBud(read)
      addGroups([read], [])
    })
  }
})

test('no text of a property is lost', () => {
  const names = [
    'N',
    'FN',
    'ORG',
    'TITLE',
    'ROLE',
    'NICKNAME',
    'EMAIL',
    'TEL',
    'ADR',
    'LABEL',
    'URL',
    'BDAY',
    'NOTE',
  ]
  const more = [
    'CATEGORIES',
    'X-FOO',
    'GENDER',
    'GEO',
    'TZ',
    'RELATED',
    'IMPP',
    'KIND',
    'AGENT',
    'item1.X-ABDATE',
    'PHOTO',
  ]
  const line = fc.record({
    name: fc.constantFrom(...names, ...more),
    type: fc.constantFrom('', ';TYPE=home', ';WORK', ';TYPE=pref'),
    words: fc.array(fc.integer({ min: 100_000, max: 999_999 }), { minLength: 1, maxLength: 7 }),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const text = JSON.stringify(
        person(
          ...lines.map(({ name, type, words }) => `${name}${type}:${words.map((n) => `w${n}`).join(';')}`),
        ),
      )
      for (const { words } of lines) for (const word of words) expect(text).toContain(`w${word}`)
    }),
    { numRuns: 500 },
  )
})
