import { execFileSync } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { newSecret, stepOf, uriOf } from '~/account/security/totp.server'
import { secretBox } from '~/base/http/secret-box.server'
import { qrCodeOf } from '~/base/node/qr-code.server'

/** RFC 6238, appendix B, shortened to six digits. */
const rfcSecret = Secret.fromLatin1('12345678901234567890').base32
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const

test.each(vectors)('at %d s the code of RFC 6238 is %s, one step before and after', (seconds, code) => {
  const step = Math.floor(seconds / 30)
  for (const late of [-30, 0, 30]) expect(stepOf(rfcSecret, code, (seconds + late) * 1000)).toBe(step)
  for (const late of [-60, 60]) expect(stepOf(rfcSecret, code, (seconds + late) * 1000)).toBe(null)
})

test('secrets have 160 bits, and the URI and its QR code name the account', () => {
  const secret = newSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(secret)
  const uri = new URL(uriOf(secret, 'ada+x@example.com'))
  expect(decodeURIComponent(uri.pathname)).toContain('Budkeeper:ada+x@example.com')
  const expected = { issuer: 'Budkeeper', secret, algorithm: 'SHA1', digits: '6', period: '30' }
  expect(Object.fromEntries(uri.searchParams)).toEqual(expected)
  expect(qrCodeOf(uri.href)).toMatchObject({
    size: expect.any(Number),
    path: expect.stringMatching(/^M4 4h1v1h-1z/),
  })
})

test('a secret decrypts for its user with any of the secrets, and not if it was changed', () => {
  const [one, two, ada] = ['a'.repeat(32), 'b'.repeat(32), randomUUID()]
  const stored = secretBox([one]).encrypt('SECRET', ada)
  expect(stored).not.toContain('SECRET')
  expect(secretBox([one]).encrypt('SECRET', ada)).not.toBe(stored)
  expect(secretBox([two, one]).decrypt(stored, ada)).toBe('SECRET')
  expect(secretBox([two]).decrypt(stored, ada)).toBe(null)
  expect(secretBox([one]).decrypt(stored, randomUUID())).toBe(null)
  for (const changed of ['', 'x', stored.slice(0, -2), stored.replace(/.{3}$/, 'AAA')])
    expect(secretBox([one]).decrypt(changed, ada)).toBe(null)
})

const oathtool = '/usr/bin/oathtool'

/** `npm run quality -- totp` */
test.skipIf(!process.env.FULL_RUN || !existsSync(oathtool))(
  'oathtool makes the same codes from 1,000 random secrets at random times',
  () => {
    for (let n = 0; n < 1_000; n++) {
      const [secret, seconds] = [newSecret(), randomInt(2 ** 32)]
      const code = execFileSync(oathtool, ['--totp', '-b', secret, '-N', `@${seconds}`], { encoding: 'utf8' })
      expect(stepOf(secret, code.trim(), seconds * 1000)).toBe(Math.floor(seconds / 30))
    }
  },
)
