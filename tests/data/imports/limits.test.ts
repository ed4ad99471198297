import { describe, expect, test } from 'vitest'
import { csvLine } from '~/data/exports/csv-write'
import { ownCells, ownColumns } from '~/data/exports/own-csv'
import { writeVCard } from '~/data/exports/vcard-write'
import { fitBud } from '~/data/imports/plan/fit-bud.server'
import { filling } from '~/data/imports/plan/plan-row'
import { emptyPerson } from '~/data/imports/reading/person'
import { budLabels } from '~/people/buds/bud-fields'
import { type Bud, type BudInput, budInput } from '~/people/buds/bud-input.server'
import { rowFields } from '~/people/buds/united-rows'
import { mergedFields } from '~/people/merges/merged-fields'
import { differencesOf } from '~/people/proposals/differences'
import { times } from '../../support/concurrency'
import { signedIn } from '../../support/factories'
import { dryRun, rowsOf } from './support'

const rows = (count: number, value: (n: string) => string, label = 'Home') =>
  times(count, (n) => ({ label, value: value(n === count - 1 ? 'marker' : `n${n}`) }))
const long = (length: number) => `${'x'.repeat(length)}marker`
const addresses = (count: number) =>
  times(count, (n) => ({
    label: 'Home',
    street: n === count - 1 ? 'marker' : `Street ${n}`,
    ...{ city: 'Bath', region: '', postcode: '', country: '' },
  }))

type Samples = { [Field in keyof BudInput]: { [excess: string]: unknown } }

/** Values that exceed a limit of each field, or are none of its options. Each has 'marker' in what does not fit. */
const samples: Samples = {
  Firstname: { 'too long': long(100) },
  Surname: { 'too long': long(100) },
  Nickname: { 'too long': long(100) },
  Occupation: { 'too long': long(100) },
  Location: { 'too long': long(100) },
  OccupationLocation: { 'too long': long(100) },
  LastInteraction: { 'too long': long(2_000) },
  Budtype: { 'no option': 'marker' },
  hobbies: { 'no option': ['Chess', 'marker'] },
  preferences: { 'no option': ['marker'] },
  industry: { 'no option': ['marker'] },
  origination: { 'no option': ['marker'] },
  cadenceDays: { 'too large': 99_999 },
  tags: {
    'too many': times(21, (n) => (n === 20 ? 'marker' : `Tag ${n}`)),
    'too long': [`${'x'.repeat(45)} marker`],
    'with a comma': ['a, marker'],
  },
  emails: {
    'too many': rows(11, (n) => `${n}@example.org`),
    'too long': rows(1, (n) => `${n}${'x'.repeat(260)}@example.org`),
    'a long label': rows(1, () => 'a@example.org', long(50)),
  },
  phones: {
    'too many': rows(11, (n) => (n === 'marker' ? '020 7946 0018 marker' : `020 7946 ${n}`)),
    'too long': rows(1, (n) => `${'1'.repeat(60)}${n}`),
    'a long label': rows(1, () => '020 7946 0018', long(50)),
  },
  addresses: {
    'too many': addresses(6),
    'too long': [{ ...addresses(1)[0], city: long(200) }],
    'a long label': [{ ...addresses(1)[0], street: '1 Main St', label: long(50) }],
  },
  links: {
    'too many': rows(11, (n) => `https://${n}.example/`),
    'too long': rows(1, () => `https://a.example/${long(2_100)}`),
    'a long label': rows(1, () => 'https://a.example/', long(50)),
  },
  dates: {
    'too many': times(21, (n) => ({ label: n === 20 ? 'marker' : 'Day', year: 1990, month: 1, day: n + 1 })),
    'a long label': [{ label: long(50), year: 1990, month: 1, day: 1 }],
  },
  notes: { 'too long': long(10_000) },
  customFields: {
    'too many': times(6, (n) => ({ name: `Field ${n}`, value: n === 5 ? 'marker' : 'x' })),
    'a long value': [{ name: 'Field', value: long(50) }],
    'a long name': [{ name: long(50), value: 'x' }],
  },
}

const fields = Object.keys(budInput.shape) as (keyof BudInput)[]
const cases = fields.flatMap((field) =>
  Object.entries(samples[field]).map(([excess, value]) => ({ field, excess, value })),
)
const bud = (n: number, change: object) =>
  ({ ...budInput.parse({ Firstname: `Bud ${n}` }), ...change, _id: idOf(n) }) as Bud
const idOf = (n: number) => `019a9f6e-30c4-7d0e-9a3c-${String(n).padStart(12, '0')}`

test('each field of a bud has samples and a label', () => {
  expect(fields.toSorted()).toEqual(Object.keys(samples).sort())
  expect(fields.toSorted()).toEqual(Object.keys(budLabels).sort())
})

/** A file with a bud for each sample, and one that is in order. */
const buds = [...cases.map(({ field, value }, n) => bud(n, { [field]: value })), bud(cases.length, {})]
const files = {
  'vCards 3.0': buds.map((one) => writeVCard({ bud: one, groups: [], photo: null }, '3.0')).join(''),
  'vCards 4.0': buds.map((one) => writeVCard({ bud: one, groups: [], photo: null }, '4.0')).join(''),
  CSV: [csvLine(ownColumns), ...buds.map((one) => csvLine(ownCells(one, { groups: [] })))].join(''),
  'a backup': JSON.stringify({
    format: 'budkeeper',
    version: 1,
    exportedAt: '2026-11-24T10:00:00.000Z',
    buds: buds.map((one) => ({
      ...one,
      createdAt: '2026-11-24T10:00:00.000Z',
      snoozedUntil: null,
      photo: null,
    })),
    ...{ circles: [], events: [], interactions: [] },
  }),
}

describe('what exceeds a limit', () => {
  test.each(Object.entries(files))('does not end an import of %s, and is in the notes', async (_, file) => {
    const user = await signedIn()
    const job = await dryRun(user, file, 'file')
    const stored = await rowsOf(user, job._id)
    expect(stored).toHaveLength(buds.length)
    for (const [n, { field, excess }] of cases.entries()) {
      const { action, reason, bud } = stored[n]
      // A backup leaves out a bud that breaks another rule, and says so.
      if (action === 'skip')
        expect([field, reason]).toEqual([field, expect.stringMatching(/cadence|Keep in touch|Bud type/i)])
      else
        expect([field, excess, `${bud.notes}\n${reason}`]).toEqual([
          field,
          excess,
          expect.stringContaining(field === 'cadenceDays' ? '99999' : 'marker'),
        ])
    }
    expect(stored.at(-1)).toMatchObject({ action: 'add', reason: '' })
  })

  test.each(cases)('is called by its field, and goes on: $field, $excess', ({ field, value }) => {
    const person = { ...emptyPerson(1), Firstname: 'Ada', [field]: field === 'notes' ? [value] : value }
    const { bud, warnings } = fitBud(person)
    expect(budInput.parse(bud)).toEqual(bud)
    const said = `${bud?.notes}\n${warnings.map(({ reason }) => reason).join('\n')}`
    expect(said).toContain(field === 'cadenceDays' ? '99999' : 'marker')
  })
})

test.each(rowFields)('%s beyond the limit have one wording in imports, merges and proposals', (field) => {
  const many = samples[field]['too many'] as unknown[]
  const [a, b] = [bud(1, { [field]: many.slice(0, -1) }), bud(2, { [field]: many.slice(-1) })]
  const { bud: fitted } = fitBud({ ...emptyPerson(1), Firstname: 'Ada', [field]: many })
  const notes = fitted?.notes ?? ''
  expect(notes).toContain('marker')
  expect(filling(a, b).change.notes).toBe(notes)
  expect(mergedFields(a, b, {}).notes).toBe(notes)
  const proposed = differencesOf(a, { fields: { [field]: b[field] }, replaces: false })
  if (['emails', 'phones', 'addresses', 'dates'].includes(field))
    expect(proposed).toContainEqual({ name: 'notes', before: '', after: notes })
  // The line is not repeated.
  expect(filling({ ...a, notes }, b).change).toEqual({})
})

test('what the notes of a known bud have no room for is in the reason', () => {
  const many = samples.phones['too many'] as BudInput['phones']
  const known = bud(1, { phones: many.slice(0, -1), notes: 'n'.repeat(9_990) })
  const { change, lost } = filling(known, bud(2, { phones: many.slice(-1) }))
  expect(change.notes).toHaveLength(10_000)
  expect(lost).toMatch(/^The notes have no room for \d+ more characters: '.*marker'$/)
})
