import { describe, expect, test } from 'vitest'
import { assertTextFile, openCsv } from '~/data/imports/csv/csv'
import { fitBud } from '~/data/imports/plan/fit-bud.server'
import { personOfCard, personOfCsv } from './readers'

const breaks: Record<string, string> = {
  'a vertical tab': '\v',
  'a form feed': '\f',
  'a file separator': '\x1c',
  'a group separator': '\x1d',
  'a record separator': '\x1e',
  'a next line': '\x85',
  'a line separator': '\u2028',
  'a paragraph separator': '\u2029',
  'a carriage return': '\r',
}

describe.each(Object.entries(breaks))('%s', (_, character) => {
  const budOf = (cells: Record<string, string>) => fitBud(personOfCsv(cells)).bud
  const text = `met in Bath${character}likes tea`

  test('is a line break in texts of several lines', () => {
    const bud = budOf({ Name: 'Pia Moss', 'Home Street': `12 Mill Lane${character}Flat 3`, Notes: text })
    expect(bud).toMatchObject({
      addresses: [{ street: '12 Mill Lane\nFlat 3' }],
      notes: 'met in Bath\nlikes tea',
    })
    const card = personOfCard('FN:Pia', `NOTE:${text}`, `ADR:;;12 Mill Lane${character}Flat 3;Bath;;;`)
    if (character === '\r') return
    expect(fitBud(card).bud).toMatchObject({
      addresses: [{ street: '12 Mill Lane\nFlat 3' }],
      notes: 'met in Bath\nlikes tea',
    })
  })

  test('is a blank in texts of one line', () => {
    const bud = budOf({
      'First Name': `Pia${character}Ann`,
      'Last Name': 'Moss',
      Company: `Fern${character}Ltd`,
      'Home City': `Bath${character}Spa`,
    })
    expect(bud).toMatchObject({
      Firstname: 'Pia Ann',
      OccupationLocation: 'Fern Ltd',
      addresses: [{ city: 'Bath Spa' }],
    })
    if (character === '\r') return
    expect(
      fitBud(personOfCard(`N:Moss;Pia${character}Ann;;;`, `TITLE:Vet${character}Nurse`)).bud,
    ).toMatchObject({
      Firstname: 'Pia Ann',
      Surname: 'Moss',
      Occupation: 'Vet Nurse',
    })
  })

  test('divides what a line break divides', () => {
    expect(budOf({ Name: 'Pia', Phone: `07700 900211${character}07700 900212` })?.phones).toMatchObject([
      { value: '07700 900211' },
      { value: '07700 900212' },
    ])
    expect(budOf({ Name: 'Pia', Email: `a@x.example${character}b@x.example` })?.emails).toHaveLength(2)
  })

  test('is part of a header and of a text file', () => {
    expect(openCsv(`"First${character}Name",Email\nPia,a@x.example`).columns).toEqual(['First Name', 'Email'])
    expect(() => assertTextFile(Buffer.from(`Name,Notes\nPia,"${text}"`))).not.toThrow()
  })
})

test('other control characters are left out, and a tab is kept', () => {
  const { bud } = fitBud(personOfCsv({ Name: 'Pia', Notes: `a\u0007b\tc${'x'.repeat(300)}` }))
  expect(bud?.notes).toBe(`ab\tc${'x'.repeat(300)}`)
})
