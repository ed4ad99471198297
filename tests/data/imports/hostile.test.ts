import { randomFillSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { User } from '~/account/users/user'
import type { RequestContext } from '~/base/http/context.server'
import { createImport } from '~/data/imports/imports.server'
import { recogniseFile } from '~/data/imports/read-file.server'
import { splitFullName } from '~/data/imports/reading/full-name'
import { phoneLink, phoneValues } from '~/people/buds/phone-numbers'
import { expectLinear, mostTimesOfSquare } from '../../support/cpu-time'
import { signedIn } from '../../support/factories'
import { personOfCard, personOfCsv } from './readers'
import { card } from './support'

/** `npm run quality -- hostile-files` uploads more and larger files to a server of its own. */
const most = 5_000_000
/** A hundredth of the bytes, so that a smaller file is refused like the largest one. */
const limitOf = (size: number) => ({ records: size / 100, status: 413 }) as const
const filled = (text: string) => (size: number) => Buffer.alloc(size, text)
const start = '{"format":"budkeeper","version":1,"buds":['

describe('is refused in linear time:', () => {
  test.each<[string, (size: number) => string | Buffer, number]>([
    ['noise', (size) => randomFillSync(Buffer.alloc(size)), 400],
    ['line breaks', filled('\n'), 400],
    ['carriage returns', filled('\r'), 400],
    ['blanks', filled(' '), 400],
    ['blank lines', filled(' \r\n'), 400],
    ['quotes', filled('"'), 400],
    ['many begins of cards', filled('BEGIN:VCARD\r\n'), 413],
    ['many lists in each other', filled('['), 400],
    ['many objects in each other', filled('{"a":'), 400],
    ['a backup with lists in each other', (size) => start + '['.repeat(size), 400],
    ['a backup with 50,001 records', (size) => `${start}${'{},'.repeat(size / 100)}{}]}`, 413],
    ['a backup with millions of records', (size) => `${start}${'0,'.repeat(size)}0]}`, 413],
    ['a backup with text after its end', () => `${start}]}{`, 400],
    ['a backup without a comma', () => `${start}{} {}]}`, 400],
  ])('%s', async (_, file, status) => {
    const prepare = (size: number) => ({ size, bytes: Buffer.from(file(size)) })
    await expectLinear(most, prepare, ({ size, bytes }) =>
      expect(recogniseFile(bytes, limitOf(size))).rejects.toMatchObject({
        status,
        msg: expect.stringMatching(/\w{4}/),
      }),
    )
  })
})

/** A pattern whose quantifiers overlap takes a multiple of the time that its text has in length. */
describe('a value is read in linear time:', () => {
  const parts = (...texts: string[]) => {
    return (size: number) => texts.map((text) => text.repeat(size / texts.length / text.length)).join('')
  }
  const names: [string, (size: number) => string][] = [
    ['a bracket with blanks', (size) => `Pia (${parts(' ', 'x', ' ', ' ')(size)}`],
    ['brackets', parts('(', ')')],
    ['brackets with blanks', parts('( ')],
    ['blanks', (size) => `a${parts(' ')(size)}b`],
    ['commas', parts(', ')],
    ['signs of companies', parts('a& ')],
    ['legal forms', (size) => `${parts('a AG ')(size)}x`],
    ['letters of companies', (size) => `${parts('a')(size)} x`],
    ['titles', parts('Dr. ')],
    ['particles', parts('van ')],
  ]
  const phones: [string, (size: number) => string][] = [
    ['brackets', (size) => `${parts('(')(size)}x`],
    ['brackets in brackets', (size) => `${parts('(', ')')(size)}x`],
    ['brackets and digits', (size) => `1${parts(')')(size)}x`],
    ['blanks', (size) => `1${parts(' ')(size)}x`],
    ['line breaks', (size) => `1${parts('\n ')(size)}x`],
    ['dots of an extension', (size) => `1${parts('x', '.', '-')(size)}`],
    ['extensions', (size) => `${parts('1x')(size)}.`],
    ['pauses', (size) => `1${parts(',')(size)}x`],
    ['plus signs', parts('+)')],
    ['slashes', parts('1/')],
  ]
  const times = (count: number, work: (text: string) => unknown) => (text: string) => {
    for (let n = 0; n < count; n++) work(text)
  }

  test.each(names)('a name of %s', (_, text) => expectLinear(480, text, times(300, splitFullName)))
  // Longer ones are no numbers, so that the square of the length is still a fraction of a millisecond.
  test.each(phones)('but a phone in that of its square: %s', (_, text) => {
    return expectLinear(
      280,
      text,
      times(1_000, (phone) => [phoneValues(phone), phoneLink(phone)]),
      mostTimesOfSquare,
    )
  })
  test.each([...names, ...phones])('a card with %s', (_, text) => {
    const values = (size: number) => text(size).replaceAll('\n', '\\n')
    return expectLinear(19_000, values, (value) =>
      personOfCard(`FN:${value}`, 'N:Moss;;;;', `TEL:${value}`, `BDAY:1985-04-12${value}`, `EMAIL:${value}`),
    )
  })
  test.each([...names, ...phones])('a cell with %s', (_, text) =>
    expectLinear(100_000, text, (value) =>
      personOfCsv({ Name: value, Phone: value, Birthday: value, Email: value, 'Calling code': value }),
    ),
  )
})

test('a file whose request has timed out is not kept', async () => {
  const user = await signedIn()
  const content = Buffer.from(card('N:Lovelace;Ada'))
  const late = { isAwaited: () => false } as RequestContext
  const owner = user.user as unknown as User
  await expect(createImport(owner, { content, name: 'ada.vcf' }, late)).rejects.toMatchObject({ status: 503 })
  expect((await user.get('/api/v1/imports')).body.totalImports).toBe(0)
})
