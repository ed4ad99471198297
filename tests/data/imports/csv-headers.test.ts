import { describe, expect, test } from 'vitest'
import { guessMapping } from '~/data/imports/csv/columns'
import type { Mapping } from '~/data/imports/mapping'
import { csvOf, personOfCsv, readCsv } from './readers'

const wordOf = (header: string, others: string[] = []) => guessMapping([header, ...others])[0]

describe('a composite header', () => {
  test('of a whole file is recognised, and the company is no person', () => {
    const { people, mapping } = readCsv(
      [
        'Id,Name / First Name,Name / Last Name,Emails / Primary Email,Phones / Primary Phone Number,' +
          'Phones / Primary Phone Calling Code,Company / Name',
        '7,Pia,Moss,pia@moss.example,7700900218,+44,Fern Ltd',
      ].join('\r\n'),
    )
    expect(mapping).toEqual([
      null,
      'Firstname',
      'Surname',
      'emails',
      'phones',
      'phones.code',
      'OccupationLocation',
    ])
    expect(people).toMatchObject([
      {
        Firstname: 'Pia',
        Surname: 'Moss',
        emails: [{ label: '', value: 'pia@moss.example' }],
        phones: [{ label: '', value: '+44 7700900218' }],
        OccupationLocation: 'Fern Ltd',
        notes: ['Id: 7'],
      },
    ])
  })

  test.each<[string, string]>([
    ['Name / First Name', 'Firstname'],
    ['Contact > First Name', 'Firstname'],
    ['person.first_name', 'Firstname'],
    ['person[first_name]', 'Firstname'],
    ['contact__first_name', 'Firstname'],
    ['contactFirstName', 'Firstname'],
    ['properties.firstname', 'Firstname'],
    ['Name - Given', 'Firstname'],
    ['Name (First)', 'Firstname'],
    ['Name: Family', 'Surname'],
    ['Name / Last', 'Surname'],
    ['Contact / Name / Last Name', 'Surname'],
    ['Name - Middle', 'middleName'],
    ['Contact / Name', 'name'],
    ['Emails / Primary Email', 'emails'],
    ['Emails / Additional Emails', 'emails'],
    ['Contact.Email', 'emails'],
    ['Primary E-mail Address', 'emails'],
    ['Alternate Email', 'emails'],
    ['Phones / Primary Phone Number', 'phones'],
    ['Phones / Primary Phone Calling Code', 'phones.code'],
    ['Phones / Primary Phone Country Code', 'phones.code'],
    ['Main Phone', 'phones'],
    ['Phone > Mobile', 'phones'],
    ['Mailing Street', 'addresses.street'],
    ['Mailing City', 'addresses.city'],
    ['Mailing State/Province', 'addresses.region'],
    ['Mailing Zip/Postal Code', 'addresses.postcode'],
    ['Mailing Country', 'addresses.country'],
    ['Mailing Address', 'addresses'],
    ['Primary Address / City', 'addresses.city'],
    ['address_state', 'addresses.region'],
    ['Address - Zip', 'addresses.postcode'],
    ['Company / Name', 'OccupationLocation'],
    ['Organization - Name', 'OccupationLocation'],
    ['Employer: Name', 'OccupationLocation'],
    ['Account Name', 'OccupationLocation'],
    ['company.displayName', 'OccupationLocation'],
    ['Current Company', 'OccupationLocation'],
    ['Company / Job Title', 'Occupation'],
    ['Kontakt / Vorname', 'Firstname'],
  ])('%s is %s', (header, word) => {
    expect(wordOf(header)).toBe(word)
  })

  test.each([
    'Spouse / First Name',
    'Spouse First Name',
    'Emergency Contact / Name',
    'Emergency Contact / Phone',
    'Assistant / Name',
    'Manager > Email',
    'Created by / Name',
    'Company / Id',
    'Company / Birthday',
    'Group / Name',
    'Name / Title',
    'Phone / Name',
    'Contact Owner',
    'Partner / Birthday',
  ])('about somebody or something else goes to the notes: %s', (header) => {
    expect(wordOf(header)).toBeNull()
  })

  test('labels the values of a company and of a place', () => {
    expect(
      personOfCsv({
        'Contact / First Name': 'Pia',
        'Company / Phone': '020 7946 0018',
        'Home / Phone': '020 7946 0019',
        'Addresses / Work / City': 'Bath',
        'Other Address / City': 'York',
      }),
    ).toMatchObject({
      phones: [
        { label: 'Work', value: '020 7946 0018' },
        { label: 'Home', value: '020 7946 0019' },
      ],
      addresses: [
        { label: 'Work', city: 'Bath' },
        { label: 'Other', city: 'York' },
      ],
    })
  })
})

test.each([
  ['FIRSTNAME', 'Firstname'],
  ['LASTNAME', 'Surname'],
  ['EMAILADDRESS', 'emails'],
  ['MOBILEPHONE', 'phones'],
  ['HOMEPHONE', 'phones'],
  ['WORKEMAIL', 'emails'],
  ['PHONENUMBER', 'phones'],
  ['ZIPCODE', 'addresses.postcode'],
  ['HOMECITY', 'addresses.city'],
  ['STREETADDRESS', 'addresses.street'],
  ['JOBTITLE', 'Occupation'],
  ['COMPANYNAME', 'OccupationLocation'],
  ['DATEOFBIRTH', 'dates'],
  ['FULLNAME', 'name'],
  ['first_name', 'Firstname'],
  ['lastName', 'Surname'],
  ['PrimaryEmail', 'emails'],
  ['homePhone', 'phones'],
])('the one word %s is %s', (header, word) => {
  expect(wordOf(header)).toBe(word)
})

test('capitals and a qualifier are a label', () => {
  expect(
    personOfCsv({ FIRSTNAME: 'Pia', HOMEPHONE: '020 7946 0018', WORKEMAIL: 'pia@moss.example' }),
  ).toMatchObject({
    phones: [{ label: 'Home' }],
    emails: [{ label: 'Work' }],
  })
})

test.each(['WORKSHOP', 'HOMEWORK', 'HOUSE', 'Otherwise', 'MOTHERSNAME'])('%s is not recognised', (header) => {
  expect(wordOf(header)).toBeNull()
})

test('a header that is only a label takes its field from the values', () => {
  const person = personOfCsv({
    'First Name': 'Pia',
    Home: '020 7946 0018',
    Work: 'pia@moss.example',
    Other: '12 Mill Lane, Bath',
    Primary: 'https://moss.example',
    Office: 'upstairs',
  })
  expect(person).toMatchObject({
    phones: [{ label: 'Home', value: '020 7946 0018' }],
    emails: [{ label: 'Work', value: 'pia@moss.example' }],
    addresses: [{ label: 'Other', street: '12 Mill Lane, Bath' }],
    links: [{ label: '', value: 'https://moss.example' }],
    notes: ['Office: upstairs'],
  })
})

describe('a date in three columns', () => {
  const birthday = { label: 'Birthday', year: 1990, month: 5, day: 6 }

  test.each([
    [{ 'Birth Day': '6', 'Birth Month': '5', 'Birth Year': '1990' }],
    [{ 'Birthday / Day': '6', 'Birthday / Month': 'May', 'Birthday / Year': '1990' }],
    [{ birth_year: '1990', birth_month: '05', birth_day: '06' }],
    [{ 'Date of Birth - Year': '1990', 'Date of Birth - Month': '5', 'Date of Birth - Day': '6' }],
    [{ 'DOB Month': '5.0', 'DOB Day': '6.0', 'DOB Year': '1990.0' }],
    [{ Geburtstag: '6', Geburtsmonat: '5', Geburtsjahr: '1990' }],
    [{ BIRTHDAY: '6', BIRTHMONTH: '5', BIRTHYEAR: '1990' }],
  ])('is one date: %o', (cells) => {
    expect(personOfCsv({ Name: 'Tom Larch', ...cells })).toMatchObject({
      dates: [birthday],
      notes: [],
      warnings: [],
    })
  })

  test('can be without its year', () => {
    for (const year of ['', '0', '0000', '1604'])
      expect(
        personOfCsv({ Name: 'Tom', 'Birth Day': '6', 'Birth Month': '5', 'Birth Year': year }),
      ).toMatchObject({
        dates: [{ ...birthday, year: null }],
        notes: [],
      })
  })

  test('is kept for each label', () => {
    const cells = { 'Anniversary Day': '7', 'Anniversary Month': '6', 'Birth Day': '6', 'Birth Month': '5' }
    expect(personOfCsv({ Name: 'Tom', ...cells }).dates).toEqual([
      { label: 'Anniversary', year: null, month: 6, day: 7 },
      { ...birthday, year: null },
    ])
  })

  test('goes to the notes if it has no day or does not exist', () => {
    const parts = (day: string, month: string, year: string) =>
      personOfCsv({ Name: 'Tom', 'Birth Day': day, 'Birth Month': month, 'Birth Year': year })
    expect(parts('', '', '1990')).toMatchObject({ dates: [], notes: ['Birth Year: 1990'], warnings: [] })
    expect(parts('', '5', '1990').notes).toEqual(['Birth Month: 5', 'Birth Year: 1990'])
    expect(parts('31', '2', '1990')).toMatchObject({
      dates: [],
      notes: ['Birthday: 31 2 1990'],
      warnings: [{ line: 2 }],
    })
    expect(parts('0', '0', '0')).toMatchObject({ dates: [], notes: [], warnings: [] })
  })

  test('is no date in three columns with a whole date in one', () => {
    expect(wordOf('Birth Day')).toBe('dates')
    expect(personOfCsv({ Name: 'Tom', 'Birth Day': '1990-05-06', 'Birth Place': 'Bath' })).toMatchObject({
      dates: [birthday],
    })
  })

  test('can be mapped by the user', () => {
    const mapping: Mapping = ['name', 'dates.year', 'dates.month', 'dates.day']
    expect(readCsv('A,B,C,D\nTom,1990,5,6', mapping).people[0]?.dates).toEqual([birthday])
  })
})

describe('a calling code in its own column', () => {
  const phones = (cells: Record<string, string>) =>
    personOfCsv({ 'First Name': 'Pia', ...cells }).phones.map(({ value }) => value)

  test.each([
    ['+44', '7700900218', '+44 7700900218'],
    ['44', '7700 900218', '+44 7700 900218'],
    ['0044', '7700900218', '+44 7700900218'],
    ['(+44)', '07700 900218', '+44 (0)7700 900218'],
    ['UK (+44)', '7700900218', '+44 7700900218'],
    ['39', '06 6982', '+39 06 6982'],
    ['+44', '+44 7700 900218', '+44 7700 900218'],
    ['+44', '447700900218', '+447700900218'],
    ['1', '555 0100 ext. 5', '+1 555 0100 ext. 5'],
    ['+36', '30 123 4567', '+36 30 123 4567'],
    ['+7', '916 123-45-67', '+7 916 123-45-67'],
    ['+7', '812 345-67-89', '+7 812 345-67-89'],
    ['+370', '612 34567', '+370 612 34567'],
    ['+375', '29 123 45 67', '+375 29 123 45 67'],
    ['+998', '88 123 45 67', '+998 88 123 45 67'],
    ['+225', '07 01 02 03 04', '+225 07 01 02 03 04'],
    ['+49', '0800 123 4567', '+49 (0)800 123 4567'],
  ])('%s with %s is %s', (code, number, phone) => {
    const files: Record<string, string>[] = [
      { 'Calling Code': code, Phone: number },
      { Phone: number, 'Phone Country Code': code },
      { 'Country Code': code.replace('UK ', ''), Mobile: number },
    ]
    for (const cells of files) expect(phones(cells)).toEqual([phone])
    expect(personOfCsv({ Name: 'Pia', 'Calling Code': code, Phone: number }).notes).toEqual([])
  })

  test('that does not fit goes to the notes, and the phone stays', () => {
    const read = (code: string, number: string) => {
      const { phones, notes } = personOfCsv({ Name: 'Pia', Phone: number, 'Calling Code': code })
      return [phones[0]?.value, ...notes]
    }
    expect(read('GB', '7700900218')).toEqual(['7700900218', 'Calling Code: GB'])
    expect(read('+44', '+33 1 99 00 12 34')).toEqual(['+33 1 99 00 12 34', 'Calling Code: +44'])
    expect(read('+55', '55991234567')).toEqual(['55991234567', 'Calling Code: +55'])
    expect(read('+44', '020 7946 0011 / 07700 900211')).toEqual(['+44 (0)20 7946 0011'])
    expect(read('+44', '')).toEqual([undefined, 'Calling Code: +44'])
  })

  test.each([
    ['+36', '06 30 123 4567'],
    ['+7', '8 916 123-45-67'],
    ['+7', '8 10 44 20 7946 0018'],
    ['+370', '8 612 34567'],
    ['+375', '8 029 123 45 67'],
    ['+998', '8 71 123 45 67'],
    ['+993', '8 12 34 56 78'],
    ['+1', '011 44 20 7946 0018'],
    ['+1', '0 703 555 0100'],
    ['+52', '01 55 1234 5678'],
    ['+81', '010 44 20 7946 0018'],
  ])('%s stays beside %s, which begins with what only its country dials', (code, number) => {
    const { phones, notes } = personOfCsv({ Name: 'Pia', Phone: number, 'Calling Code': code })
    expect([phones[0]?.value, ...notes]).toEqual([number, `Calling Code: ${code}`])
  })

  test('belongs to the phone beside it', () => {
    expect(
      phones({
        'Home Country Code': '33',
        Home: '199001234',
        'Mobile Country Code': '44',
        Mobile: '7700900218',
      }),
    ).toEqual(['+33 199001234', '+44 7700900218'])
    expect(
      phones({ Phone: '199001234', 'Phone Code': '33', Mobile: '7700900218', 'Phone Code 2': '44' }),
    ).toEqual(['+33 199001234', '+44 7700900218'])
  })

  test('of an address is none', () => {
    const cells = { Name: 'Pia', Phone: '7700900218', City: 'Bath', Street: '1 Lane', 'Country Code': 'GB' }
    expect(readCsv(csvOf(cells)).mapping.at(-1)).toBeNull()
  })
})

describe('a company', () => {
  test('is no name of a person while a column has names', () => {
    const cells = { 'First Name': '', 'Last Name': '', Company: 'Fern Ltd' }
    expect(personOfCsv({ ...cells, Email: 'pia@moss.example' })).toMatchObject({
      Firstname: 'pia@moss.example',
      OccupationLocation: 'Fern Ltd',
    })
    expect(personOfCsv({ ...cells, Phone: '07700 900218' }).Firstname).toBe('07700 900218')
    expect(personOfCsv({ ...cells, Nickname: 'Pip' })).toMatchObject({ Firstname: '', Nickname: 'Pip' })
    expect(personOfCsv(cells)).toMatchObject({
      Firstname: '',
      OccupationLocation: '',
      warnings: [{ line: 2, reason: "The company 'Fern Ltd' is not the name of a person" }],
    })
  })

  test('stays the name in a file of companies', () => {
    expect(personOfCsv({ Company: 'Fern Ltd', Phone: '07700 900218' })).toMatchObject({
      Firstname: '',
      OccupationLocation: 'Fern Ltd',
      warnings: [],
    })
  })
})
