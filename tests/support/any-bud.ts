import fc from 'fast-check'
import { eachOf, fieldTable, lineFields } from '~/people/buds/bud-fields'
import { type BudInput, budInput } from '~/people/buds/bud-input.server'
import { hobbies, industries, placesMet, preferences } from '~/people/buds/options.data'

const word = fc.oneof(
  fc.constantFrom(
    'Ada',
    'O;Brien',
    'King, Jr.',
    'a\\b',
    'é日本',
    '👩‍🔬',
    'e\u0301',
    'שָׁלוֹם',
    'مرحبا',
    ':',
    '"',
    '=?',
    'X'.repeat(90),
    'a\u0007b',
    'c\u0085d',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map((text) => text.replace(/\p{Cc}/gu, '')),
)
/** Text that the rules of records accept, of one line and without the spaces that an import folds. */
export const line = (max: number) =>
  fc
    .array(word, { maxLength: 8 })
    .map((words) => words.join(' ').replace(/\s+/g, ' ').slice(0, max).trim())
    .filter((text) => text.isWellFormed())
export const text = (max: number) =>
  fc
    .array(fc.oneof(word, fc.constant('\n')), { maxLength: 60 })
    .map((words) => words.join(' ').slice(0, max))
    .filter((text) => text.isWellFormed())
const label = fc.oneof(
  fc.constantFrom(
    '',
    'Home',
    'home',
    'WORK',
    'Mobile',
    'Work fax',
    'Other',
    'Küche',
    '__proto__',
    'constructor',
  ),
  line(50),
)
const email = fc.tuple(
  fc.stringMatching(/^[a-z!#$%&'*+/=?^_`{|}~.-]{1,30}$/),
  fc.stringMatching(/^[a-z]{1,9}$/),
)
const phone = fc.stringMatching(/^\+?[\d ()-]{0,20}\d( ext\. \d{1,3})?$/)
const url = fc.webUrl({ withQueryParameters: true, withFragments: true })
const rows = (value: fc.Arbitrary<string>, maxLength: number) =>
  fc.uniqueArray(fc.record({ label, value }), {
    maxLength,
    selector: ({ label, value }) => `${label}\n${value}`,
  })
export const day = fc
  .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => ({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }))
const date = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('Birthday', 'birthday', 'Anniversary', 'Date', 'Met'),
      line(50).map((text) => text || 'Birthday'),
    ),
    day,
    fc.boolean(),
  )
  .map(([label, day, hasYear]) => ({ label, ...day, year: hasYear ? day.year : null }))
const address = fc.record({
  label,
  street: text(200),
  city: line(200),
  region: line(200),
  postcode: line(200),
  country: line(200),
})
const customField = fc
  .record({ name: line(50), value: line(50) })
  .map(({ name, value }) => ({ name: name.replaceAll('@', ''), value: value.replaceAll('@', '') }))

/** A bud that its rules accept, with Unicode, separators, long lines and control characters. */
export const anyBud = fc
  .record({
    ...eachOf(lineFields, (name) => line(fieldTable[name].limit)),
    Firstname: line(fieldTable.Firstname.limit).map((name) => name || 'Ada'),
    Budtype: fc.constantFrom('Friend', 'Family', 'Other'),
    hobbies: fc.subarray([...hobbies], { maxLength: 5 }),
    preferences: fc.subarray([...preferences], { maxLength: 5 }),
    industry: fc.subarray([...industries], { maxLength: 5 }),
    origination: fc.subarray([...placesMet], { maxLength: 5 }),
    LastInteraction: text(2_000),
    cadenceDays: fc.option(fc.integer({ min: 1, max: 3_650 })),
    emails: rows(
      email.map(([name, host]) => `${name}@${host}.example`),
      10,
    ),
    phones: rows(phone, 10),
    links: rows(url, 10),
    addresses: fc.array(address, { maxLength: 5 }),
    dates: fc.uniqueArray(date, { maxLength: 20, selector: (row) => Object.values(row).join() }),
    notes: text(10_000),
    tags: fc.uniqueArray(
      line(50).map((text) => text.replaceAll(',', '') || 'Tag'),
      { maxLength: 20, selector: (tag) => tag.toLowerCase() },
    ),
    customFields: fc.uniqueArray(customField, {
      maxLength: 5,
      selector: ({ name, value }) => `${name}: ${value}`,
    }),
  })
  .map((fields) => budInput.safeParse(fields))
  .filter(({ success }) => success)
  .map(({ data }) => data as BudInput)
