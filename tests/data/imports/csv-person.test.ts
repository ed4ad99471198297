import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UserError } from '~/base/node/errors'
import { csvLine } from '~/data/exports/csv-write'
import { ownCells, ownColumns } from '~/data/exports/own-csv'
import { guessMapping, needsDateOrder, summariseColumns } from '~/data/imports/csv/columns'
import { openCsv } from '~/data/imports/csv/csv'
import { personReader } from '~/data/imports/csv/person'
import { type Mapping, mappingWords } from '~/data/imports/mapping'
import { emptyPerson, type Person } from '~/data/imports/reading/person'
import type { DateOrder } from '~/people/buds/read-day'
import { expectLinear } from '../../support/cpu-time'

type Settings = { mapping?: Mapping; dateOrder?: DateOrder | null }

function read(text: string, { mapping, dateOrder = null }: Settings = {}) {
  const { columns, batches } = openCsv(text)
  const rows = [...batches()].flat()
  const summary = summariseColumns(columns)
  for (const row of rows) summary.add(row)
  const used = mapping ?? guessMapping(columns)
  const toPerson = personReader({
    columns,
    mapping: used,
    orders: summary.orders,
    dateOrder,
    today: '2024-03-15',
  })
  return {
    people: rows.map(toPerson),
    needsDateOrder: needsDateOrder(used, summary.orders, dateOrder),
  }
}

/** The first person, without its empty fields. */
function readOne(text: string, settings?: Settings) {
  const [person] = read(text, settings).people
  const empty = emptyPerson(0)
  return Object.fromEntries(
    Object.entries(person ?? {}).filter(
      ([field, value]) =>
        field !== 'line' && JSON.stringify(value) !== JSON.stringify(empty[field as keyof Person]),
    ),
  )
}

const table = (...rows: string[][]) => rows.map(csvLine).join('')
/** A table of one row from its cells by header. */
const row = (cells: Record<string, string>) => table(Object.keys(cells), Object.values(cells))

test('several phone numbers in a cell are several rows, and an extension is none of its own', () => {
  const phones = (text: string) => {
    const [person] = read(row({ 'First Name': 'Pia', Phone: text })).people
    return person?.phones.map(({ value }) => value)
  }
  expect(phones('020 7946 0011 / 07700 900211')).toEqual(['020 7946 0011', '07700 900211'])
  expect(phones('+44 7700 900212, +44 7700 900213')).toEqual(['+44 7700 900212', '+44 7700 900213'])
  expect(phones('020 7946 0011;07700 900211')).toEqual(['020 7946 0011', '07700 900211'])
  expect(phones('020 7946 0011;ext=12')).toEqual(['020 7946 0011 ext. 12'])
  expect(phones('030/1234567')).toEqual(['030/1234567'])
})

describe('an export of Google Contacts', () => {
  test('with the old columns is read', () => {
    const person = readOne(
      row({
        Name: 'Dr. Ada King Lovelace',
        'Given Name': 'Ada',
        'Additional Name': 'King',
        'Family Name': 'Lovelace',
        'Name Prefix': 'Dr.',
        Nickname: 'Countess',
        Birthday: ' --12-25',
        Location: 'London',
        Notes: 'Poet of\nnumbers',
        'Group Membership': '* myContacts ::: Friends ::: * starred',
        'E-mail 1 - Type': '* Home',
        'E-mail 1 - Value': 'ada@home.example ::: a@home.example',
        'E-mail 2 - Type': 'Work',
        'E-mail 2 - Value': 'ada@work.example',
        'E-mail 3 - Type': '* INTERNET',
        'E-mail 3 - Value': 'ada@net.example',
        'Phone 1 - Type': 'Mobile',
        'Phone 1 - Value': '+44 7700 900123',
        'Phone 2 - Type': '',
        'Phone 2 - Value': '020 7946 0100',
        'Address 1 - Type': 'Home',
        'Address 1 - Formatted': '12 Long Lane\nLeeds LS1 4AP\nGB',
        'Address 1 - Street': '12 Long Lane',
        'Address 1 - City': 'Leeds',
        'Address 1 - PO Box': '',
        'Address 1 - Region': '',
        'Address 1 - Postal Code': 'LS1 4AP',
        'Address 1 - Country': 'GB',
        'Organization 1 - Type': '* ',
        'Organization 1 - Name': 'Analytical Engines',
        'Organization 1 - Title': 'Engineer',
        'Organization 1 - Department': 'Research',
        'Relation 1 - Type': 'Spouse',
        'Relation 1 - Value': 'William',
        'Website 1 - Type': 'Profile',
        'Website 1 - Value': 'https://a.example/ada',
        'Event 1 - Type': 'Anniversary',
        'Event 1 - Value': '2010-07-08',
        'Custom Field 1 - Type': 'Shoe size',
        'Custom Field 1 - Value': '38',
      }),
    )
    expect(person).toEqual({
      Firstname: 'Ada King',
      Surname: 'Lovelace',
      Nickname: 'Countess',
      Occupation: 'Engineer',
      OccupationLocation: 'Analytical Engines',
      Location: 'London',
      emails: [
        { label: 'Home', value: 'ada@home.example' },
        { label: 'Home', value: 'a@home.example' },
        { label: 'Work', value: 'ada@work.example' },
        { label: '', value: 'ada@net.example' },
      ],
      phones: [
        { label: 'Mobile', value: '+44 7700 900123' },
        { label: '', value: '020 7946 0100' },
      ],
      addresses: [
        {
          label: 'Home',
          street: '12 Long Lane',
          city: 'Leeds',
          region: '',
          postcode: 'LS1 4AP',
          country: 'GB',
        },
      ],
      links: [{ label: 'Profile', value: 'https://a.example/ada' }],
      dates: [
        { label: 'Birthday', year: null, month: 12, day: 25 },
        { label: 'Anniversary', year: 2010, month: 7, day: 8 },
      ],
      customFields: [
        { name: 'Spouse', value: 'William' },
        { name: 'Shoe size', value: '38' },
      ],
      groups: ['Friends', 'starred'],
      notes: ['Name Prefix: Dr.', 'Poet of\nnumbers', 'Organization 1 - Department: Research'],
    })
  })

  test('with the new columns is read', () => {
    const person = readOne(
      row({
        'First Name': 'Grace',
        'Middle Name': '',
        'Last Name': 'Hopper',
        'File As': 'Hopper, Grace',
        'Organization Name': 'US Navy',
        'Organization Title': 'Rear Admiral',
        Birthday: '1906-12-09',
        Notes: '',
        Photo: 'https://photos.example/1',
        Labels: 'Navy, retired ::: * myContacts',
        'E-mail 1 - Label': '* ',
        'E-mail 1 - Value': 'grace@navy.example',
        'Phone 1 - Label': 'Work Fax',
        'Phone 1 - Value': '+1 555 0100 ::: +1 555 0101',
        'Address 1 - Label': 'Work',
        'Address 1 - Formatted': '1 Main St\nArlington, VA\nUS',
        'Address 2 - Label': 'Cabin',
        'Address 2 - Street': '2 Lake Rd',
        'Address 2 - Extended Address': 'Left door',
        'Address 2 - City': 'Wolfeboro',
      }),
    )
    expect(person).toEqual({
      Firstname: 'Grace',
      Surname: 'Hopper',
      Occupation: 'Rear Admiral',
      OccupationLocation: 'US Navy',
      emails: [{ label: '', value: 'grace@navy.example' }],
      phones: [
        { label: 'Work Fax', value: '+1 555 0100' },
        { label: 'Work Fax', value: '+1 555 0101' },
      ],
      addresses: [
        {
          label: 'Cabin',
          street: '2 Lake Rd\nLeft door',
          city: 'Wolfeboro',
          region: '',
          postcode: '',
          country: '',
        },
        {
          label: 'Work',
          street: '1 Main St\nArlington, VA\nUS',
          city: '',
          region: '',
          postcode: '',
          country: '',
        },
      ],
      dates: [{ label: 'Birthday', year: 1906, month: 12, day: 9 }],
      groups: ['Navy, retired'],
      notes: ['Photo: https://photos.example/1'],
    })
  })

  test('can have the label after the value', () => {
    const cells = {
      'First Name': 'Ada',
      'Phone 1 - Value': '1',
      'Phone 1 - Type': 'Home',
      'Phone 2 - Value': '2',
      'Phone 2 - Type': 'Work',
    }
    expect(readOne(row(cells)).phones).toEqual([
      { label: 'Home', value: '1' },
      { label: 'Work', value: '2' },
    ])
  })
})

describe('an export of Outlook', () => {
  test('is read', () => {
    const { people, needsDateOrder } = read(
      table(
        Object.keys(outlook),
        Object.values(outlook),
        Object.values({ ...outlook, 'First Name': 'Charles', Birthday: '0/0/00', Anniversary: '12/26/1990' }),
      ),
    )
    expect(needsDateOrder).toBe(false)
    expect(people.map(({ dates }) => dates)).toEqual([
      [{ label: 'Birthday', year: 1915, month: 12, day: 28 }],
      [{ label: 'Anniversary', year: 1990, month: 12, day: 26 }],
    ])
    expect(readOne(row(outlook))).toEqual({
      Firstname: 'Ada',
      Surname: 'Lovelace',
      Occupation: 'Engineer',
      OccupationLocation: 'Analytical Engines',
      emails: [
        { label: '', value: 'ada@a.example' },
        { label: '', value: 'ada@b.example' },
      ],
      phones: [
        { label: 'Work Fax', value: '3' },
        { label: 'Work', value: '1' },
        { label: 'Work', value: '2' },
        { label: 'Home', value: '4' },
        { label: 'Mobile', value: '5' },
      ],
      addresses: [
        { label: 'Work', street: '1 Main St', city: 'Leeds', region: '', postcode: '', country: 'UK' },
        {
          label: 'Home',
          street: '2 Long Lane\nLeft door',
          city: 'York',
          region: '',
          postcode: 'YO1',
          country: '',
        },
      ],
      links: [{ label: '', value: 'a.example' }],
      dates: [{ label: 'Birthday', year: 1915, month: 12, day: 28 }],
      hobbies: ['Chess', 'Whist'],
      customFields: [
        { name: 'Spouse', value: 'William' },
        { name: 'User 1', value: 'blue' },
      ],
      groups: ['Friends', 'Open source'],
      notes: ['Title: Ms', 'Children: Byron, Annabella', 'Likes gears'],
    })
  })

  const outlook = {
    Title: 'Ms',
    'First Name': 'Ada',
    'Last Name': 'Lovelace',
    Company: 'Analytical Engines',
    'Job Title': 'Engineer',
    'Business Street': '1 Main St',
    'Business City': 'Leeds',
    'Business Country/Region': 'UK',
    'Home Street': '2 Long Lane',
    'Home Street 2': 'Left door',
    'Home City': 'York',
    'Home Postal Code': 'YO1',
    'Business Fax': '3',
    'Business Phone': '1',
    'Business Phone 2': '2',
    'Home Phone': '4',
    'Mobile Phone': '5',
    Anniversary: '0/0/00',
    Birthday: '12/28/1915',
    Categories: 'Friends;Open source',
    Children: 'Byron, Annabella',
    'E-mail Address': 'ada@a.example',
    'E-mail Type': 'SMTP',
    'E-mail Display Name': 'Ada Lovelace (ada@a.example)',
    'E-mail 2 Address': 'ada@b.example',
    'E-mail 2 Type': 'SMTP',
    Gender: 'Unspecified',
    Hobby: 'Chess, Whist',
    Notes: 'Likes gears',
    Priority: 'Normal',
    Private: 'False',
    Sensitivity: 'Normal',
    Spouse: 'William',
    'User 1': 'blue',
    'Web Page': 'a.example',
  }
})

describe('another file', () => {
  test.each([
    [
      'German',
      'Vorname;Name;E-Mail;Telefon privat;Handy;Geburtstag;Straße;PLZ;Ort;Firma;Position;Bemerkungen',
    ],
    [
      'French',
      'Prénom;Nom;Adresse e-mail;Téléphone domicile;Portable;' +
        'Date de naissance;Rue;Code postal;Ville;Société;Fonction;Remarques',
    ],
    [
      'Spanish',
      'Nombre;Apellidos;Correo electrónico;Teléfono particular;Móvil;' +
        'Fecha de nacimiento;Calle;Código postal;Ciudad;Empresa;Cargo;Notas',
    ],
    [
      'Italian',
      'Nome;Cognome;E-mail;Telefono casa;Cellulare;Data di nascita;Via;CAP;Città;Azienda;Professione;Note',
    ],
    [
      'Portuguese',
      'Nome;Sobrenome;E-mail;Telefone residencial;Celular;Data de nascimento;' +
        'Rua;CEP;Cidade;Empresa;Cargo;Observações',
    ],
    [
      'Dutch',
      'Voornaam;Achternaam;E-mailadres;Telefoon thuis;Mobiel;Geboortedatum;' +
        'Straat;Postcode;Plaats;Bedrijf;Functie;Opmerkingen',
    ],
    [
      'English',
      'first_name;last_name;emailAddress;Home Phone;Cell;DOB;Street;ZIP;City;Employer;Job Title;Comments',
    ],
  ])('with %s headers is recognised', (_, header) => {
    const values = 'Ada;Lovelace;ada@a.example;1;2;10.12.1815;Long Lane 1;1010;London;Engines;Engineer;x'
    expect(readOne(`${header}\n${values}`)).toEqual({
      Firstname: 'Ada',
      Surname: 'Lovelace',
      emails: [{ label: '', value: 'ada@a.example' }],
      phones: [
        { label: 'Home', value: '1' },
        { label: 'Mobile', value: '2' },
      ],
      dates: [{ label: 'Birthday', year: 1815, month: 12, day: 10 }],
      addresses: [
        { label: '', street: 'Long Lane 1', city: 'London', region: '', postcode: '1010', country: '' },
      ],
      OccupationLocation: 'Engines',
      Occupation: 'Engineer',
      notes: ['x'],
    })
  })

  test('has its city as the location if there is no address', () => {
    expect(readOne('Name,City,Title\nAda Lovelace,London,Engineer')).toEqual({
      Firstname: 'Ada',
      Surname: 'Lovelace',
      Location: 'London',
      Occupation: 'Engineer',
    })
  })

  test('keeps what is not recognised in notes, with its header', () => {
    expect(readOne('Name,Favourite dish,Allergies\nAda,Pie,')).toEqual({
      Firstname: 'Ada',
      notes: ['Favourite dish: Pie'],
    })
  })

  test('keeps the second of two values of one field in notes', () => {
    const person = readOne('Vorname,Company,Employer,Workplace\nAda,Engines,Engines,Leeds')
    expect(person.OccupationLocation).toBe('Engines')
    expect(person.notes).toEqual(['Workplace: Leeds'])
  })

  test('keeps the title and the suffix of a full name in the notes', () => {
    expect(readOne('Full name\n"Dr. Martin King, Jr."')).toMatchObject({
      Firstname: 'Martin',
      Surname: 'King',
      notes: ['Name prefix: Dr.', 'Name suffix: Jr.'],
    })
    expect(readOne('Full name,Degree\n"Grace Hopper, PhD",PhD').notes).toEqual(['Degree: PhD'])
  })

  test('keeps a full name that differs from its parts', () => {
    expect(readOne('Full name,First name,Last name\nLady Ada Lovelace,Ada,Lovelace').notes).toEqual([
      'Full name: Lady Ada Lovelace',
    ])
    expect(readOne('Full name,First name,Last name\n"LOVELACE, Ada",Ada,Lovelace').notes).toBeUndefined()
  })

  test('can have several addresses in one cell', () => {
    expect(readOne('Name,Email,Phone\nAda,"a@a.example; b@b.example, c@c.example","1; 2"')).toMatchObject({
      emails: ['a@a.example', 'b@b.example', 'c@c.example'].map((value) => ({ label: '', value })),
      phones: ['1', '2'].map((value) => ({ label: '', value })),
    })
    expect(readOne('Name,Email\nAda,ada at home').emails).toEqual([{ label: '', value: 'ada at home' }])
  })

  test('has a warning for a row of another width, and keeps its cells', () => {
    const { people } = read('Firstname,Surname,Notes\nAda,Lovelace,x,y,z\nGrace\nMary,Shelley,,,')
    expect(people.map(({ notes, warnings }) => ({ notes, warnings }))).toEqual([
      {
        notes: ['x', 'Column 4: y', 'Column 5: z'],
        warnings: [{ line: 2, reason: 'The row has 5 cells, the header has 3' }],
      },
      { notes: [], warnings: [{ line: 3, reason: 'The row has 1 cells, the header has 3' }] },
      { notes: [], warnings: [] },
    ])
    expect(people.map(({ line }) => line)).toEqual([2, 3, 4])
  })
})

describe('dates', () => {
  const birthdays = (...cells: string[]) => table(['Name', 'Birthday'], ...cells.map((cell) => ['Ada', cell]))
  const days = (text: string, settings?: Settings) =>
    read(text, settings).people.map(({ dates }) => dates.map(({ month, day }) => `${day}.${month}.`).join())

  test('follow the one date of their column that is clear', () => {
    const text = birthdays('4/12/1985', '25/12/1990')
    expect(read(text).needsDateOrder).toBe(false)
    expect(days(text)).toEqual(['4.12.', '25.12.'])
    expect(days(text, { dateOrder: 'mdy' })).toEqual(['4.12.', '25.12.'])
    expect(days(birthdays('4/12/1985', '12/25/1990'))).toEqual(['12.4.', '25.12.'])
  })

  test('need an order from the user where none is clear', () => {
    const text = birthdays('4/12/1985', '1/2/1990')
    expect(read(text).needsDateOrder).toBe(true)
    expect(read(text, { dateOrder: 'mdy' }).needsDateOrder).toBe(false)
    expect(days(text, { dateOrder: 'mdy' })).toEqual(['12.4.', '2.1.'])
    expect(days(text, { dateOrder: 'dmy' })).toEqual(['4.12.', '1.2.'])
    expect(read(text, { mapping: ['name', 'notes'] }).needsDateOrder).toBe(false)
    expect(read(text).people[0]).toMatchObject({
      dates: [],
      notes: ['Birthday: 4/12/1985'],
      warnings: [{ reason: "Birthday: '4/12/1985' is not clear in its day and month. It goes into notes" }],
    })
  })

  test('that contradict each other need an order too', () => {
    const text = birthdays('25/12/1985', '12/26/1990')
    expect(read(text).needsDateOrder).toBe(true)
    expect(days(text, { dateOrder: 'dmy' })).toEqual(['25.12.', ''])
  })

  test('that cannot be read go into notes with a warning', () => {
    const { people } = read(birthdays('1985-04-12', '31.02.1985'))
    expect(people[1]).toMatchObject({
      dates: [],
      notes: ['Birthday: 31.02.1985'],
      warnings: [{ line: 3, reason: "Birthday: '31.02.1985' is not a date. It goes into notes" }],
    })
  })
})

describe('a mapping', () => {
  test('decides over the header', () => {
    const mapping: Mapping = [
      'Surname',
      'Firstname',
      'phones',
      'skip',
      null,
      'dates',
      'links',
      'customFields',
    ]
    const text =
      'First name,Last name,Granny,Notes,Email,Name day,Blog,Pet\n' +
      'Lovelace,Ada,123,x,a@a.example,1 May,b.example,Cat'
    expect(readOne(text, { mapping })).toEqual({
      Firstname: 'Ada',
      Surname: 'Lovelace',
      phones: [{ label: 'Granny', value: '123' }],
      dates: [{ label: 'Name day', year: null, month: 5, day: 1 }],
      links: [{ label: '', value: 'b.example' }],
      customFields: [{ name: 'Pet', value: 'Cat' }],
      notes: ['Email: a@a.example'],
    })
  })

  test('can take labels from columns', () => {
    const mapping: Mapping = ['name', 'emails.label', 'emails', 'emails.label', 'emails']
    expect(readOne('A,B,C,D,E\nAda,Work,a@a.example,Home,b@b.example', { mapping }).emails).toEqual([
      { label: 'Work', value: 'a@a.example' },
      { label: 'Home', value: 'b@b.example' },
    ])
  })

  test('refuses a cadence that is no number', () => {
    const mapping: Mapping = ['name', 'cadenceDays']
    expect(readOne('A,B\nAda,30', { mapping })).toEqual({ Firstname: 'Ada', cadenceDays: 30 })
    expect(readOne('A,B\nAda,often', { mapping })).toMatchObject({
      notes: ['B: often'],
      warnings: [{ line: 2 }],
    })
  })
})

describe('an own export', () => {
  const bud = {
    _id: '019a',
    Firstname: 'Ada',
    Surname: '',
    Nickname: '=1+1',
    Occupation: '',
    Location: 'London',
    OccupationLocation: '',
    Budtype: 'Friend' as const,
    hobbies: ['Chess', 'Pub Quizzes'],
    preferences: ['Allergy: Dust', 'Vegan'],
    industry: [],
    origination: ['Airports/journeys'],
    LastInteraction: 'Tea, at 4',
    cadenceDays: 30,
    emails: [
      { label: 'Work', value: 'a@a.example' },
      { label: '', value: 'b@b.example' },
    ],
    phones: [{ label: 'Home: attic', value: '+44 20 7946 0100' }],
    addresses: [
      {
        label: 'Home',
        street: '1 | 2 Lane\nc/o: Byron',
        city: 'Leeds',
        region: '',
        postcode: '',
        country: 'UK',
      },
      { label: '', street: '', city: 'York', region: '', postcode: '', country: '' },
    ],
    links: [{ label: '', value: 'https://a.example/?q=a: b' }],
    dates: [
      { label: 'Birthday', year: 815, month: 12, day: 10 },
      { label: 'Name day', year: null, month: 2, day: 29 },
    ],
    notes: 'One\n\n- two',
    customFields: [{ name: 'Path', value: 'C:\\ ::: x' }],
    tags: ['Old ::: friends', 'Choir'],
  }

  test('is read as it was written', () => {
    const text = table(ownColumns, ownCells(bud, { groups: ['Friends, old', 'Chess: club'] }))
    const [person] = read(text).people
    expect(person).toEqual({
      ...emptyPerson(2),
      ...bud,
      _id: undefined,
      uid: '019a',
      notes: [bud.notes],
      groups: ['Friends, old', 'Chess: club'],
    })
  })

  test('has calculated fields, which are left out', () => {
    const text = table(
      [...ownColumns, 'createdAt', 'Shoe size'],
      [...ownCells(bud, { groups: [] }), '2024-01-01T00:00:00Z', '38'],
    )
    expect(read(text).people[0]?.notes).toEqual([bud.notes, 'Shoe size: 38'])
  })

  test('with dates written by hand asks nothing and reads ISO dates', () => {
    const text = table(
      ['Firstname', 'Surname', 'emails', 'phones', 'dates'],
      ['Ada', '', '', '', '1985-04-12 ::: Wedding: 31.02.2000 ::: Other: 1/2/2000'],
    )
    expect(readOne(text)).toMatchObject({
      dates: [{ label: 'Birthday', year: 1985, month: 4, day: 12 }],
      notes: ['Wedding: 31.02.2000', 'Other: 1/2/2000'],
    })
  })
})

describe('any file', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('Ada', '* ', ':::', 'a ::: b', '4/12/85', '0/0/00', 'a@a.example', ': ', '\\', '|', '-'),
  )
  const header = fc.oneof(
    fc.string(),
    fc.constantFrom(
      ...ownColumns,
      'Name',
      'E-mail 1 - Type',
      'E-mail 1 - Value',
      'Birthday',
      'Home City',
      'Phone 2',
    ),
  )
  const word = fc.constantFrom(null, ...mappingWords)

  test('is read without an exception, whatever its mapping', () => {
    const rows = fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 6 })
    const files = fc.tuple(
      fc.array(header, { minLength: 1, maxLength: 8 }),
      rows,
      fc.array(word, { maxLength: 8 }),
    )
    fc.assert(
      fc.property(files, ([columns, rows, mapping]) => {
        try {
          const text = table(columns, ...rows)
          read(text)
          read(text, { mapping, dateOrder: 'mdy' })
        } catch (error) {
          expect(error).toBeInstanceOf(UserError)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('keeps every word of a row that is not skipped', () => {
    const plain = fc.stringMatching(/^[a-z]{3,8}$/)
    const kept = mappingWords.filter((word) => !/skip|label|\.name/.test(word))
    const columns = fc.array(fc.tuple(plain, fc.constantFrom(null, ...kept)), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(columns, (columns) => {
        const mapping = columns.map(([, word]) => word)
        const cells = columns.map(([cell], n) => `${cell}${n}`)
        const text = table(
          columns.map((_, n) => `Unknown ${n} header`),
          cells,
        )
        const [person] = read(text, { mapping }).people
        for (const cell of cells) expect(JSON.stringify(person)).toContain(cell)
      }),
    )
  })

  test.each([
    ['x:', ''],
    ['\\', ''],
    [' ', ''],
    ['.', 'a@'],
    ['a,', ''],
    ['1', ''],
  ])('takes linear time for a cell that repeats %j', async (part, start) => {
    const cell = (size: number) => start + part.repeat(size / part.length)
    await expectLinear(200_000, cell, (text) => {
      for (const word of mappingWords) read(table(['A', 'B'], ['x', text]), { mapping: ['skip', word] })
      read(table(['Firstname', 'Surname', 'emails', 'phones', 'dates'], ['', '', text, '', '']))
      read(table(['Firstname', 'Surname', text]))
    })
  })
})

describe('a cell has at most 1,000 values, and the rest of it is a note:', () => {
  const reading = (header: string, separator: string, value = (n: number) => `${n + 7700000}`) => {
    const cell = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => value(n + from)).join(separator)
    const people = (count: number) => read(row({ 'First Name': 'Pia', [header]: cell(0, count) })).people
    return { cell, people }
  }

  test.each([
    ['Phone', ';', 'phones'],
    ['Hobbies', ',', 'hobbies'],
    ['Labels', ' ::: ', 'groups'],
    ['Groups', ';', 'groups'],
    ['Email', ' ::: ', 'emails'],
    ['Website', ' ::: ', 'links'],
  ] as const)('%s', (header, separator, field) => {
    const { cell, people } = reading(header, separator)
    const [person] = people(1_200)
    expect(person?.[field]).toHaveLength(1_000)
    expect(person?.notes).toEqual([`${header}: ${cell(1_000, 1_200)}`])
    const [whole] = people(1_000)
    expect([whole?.[field].length, whole?.notes]).toEqual([1_000, []])
  })

  test.each([
    ['Phone', ';', 450_000],
    ['Labels', ';', 450_000],
    ['Hobbies', ';', 450_000],
    ['Email', ' ', 130_000],
    ['Birthday', ' ::: ', 150_000],
  ])('hundreds of thousands in %s are read', (header, separator, count) => {
    const value = header === 'Email' ? (n: number) => `${n.toString(36)}@b` : () => 'a'
    expect(reading(header, separator, value).people(count)).toHaveLength(1)
  })

  test('a value without a separator, and separators without a value, stay', () => {
    const [person] = read(row({ 'First Name': 'Pia', Hobbies: `Chess${';'.repeat(5_000)}Go` })).people
    expect([person?.hobbies, person?.notes]).toEqual([['Chess', 'Go'], []])
  })
})
