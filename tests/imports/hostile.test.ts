import { randomFillSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { User } from '~/accounts/account'
import type { RequestContext } from '~/http/context.server'
import { createImport } from '~/imports/imports.server'
import { recogniseFile } from '~/imports/read-file.server'
import { expectLinear } from '../support/cpu-time'
import { signedIn } from '../support/factories'
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

test('a file whose request has timed out is not kept', async () => {
  const user = await signedIn()
  const content = Buffer.from(card('N:Lovelace;Ada'))
  const late = { isAwaited: () => false } as RequestContext
  const owner = user.user as unknown as User
  await expect(createImport(owner, { content, name: 'ada.vcf' }, late)).rejects.toMatchObject({ status: 503 })
  expect((await user.get('/api/v1/imports')).body.totalImports).toBe(0)
})
