import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as environment from '~/base/node/env.server'

const readEnv = (variables: Record<string, string>) => environment.readEnv(variables as NodeJS.ProcessEnv)
const secret = 'x'.repeat(32)
const minimal = { SESSION_SECRET: secret }

test('everything has a default', () => {
  expect(readEnv(minimal)).toMatchObject({
    NODE_ENV: 'production',
    PORT: 3000,
    APP_URL: 'http://localhost:3000',
    DATABASE_POOL_SIZE: 10,
    DATA_DIR: '.data',
    DEMO_ACCOUNT: 'on',
    TRUST_PROXY: 0,
    API_RATE_LIMIT: 600,
    PAGE_LIFE: 10,
    JOBS: 'on',
    WEBHOOK_LOOPBACK: 'off',
    LOG_LEVEL: 'info',
  })
})

test('an empty variable counts as unset', () => {
  const names = readFileSync('.env.example', 'utf8').match(/^[A-Z_]+/gm) ?? []
  const empty = Object.fromEntries(names.map((name) => [name, '']))
  expect(names.length).toBeGreaterThan(10)
  expect(readEnv({ ...empty, ...minimal })).toEqual(readEnv(minimal))
})

test.each([
  ['PORT', 'http', 'PORT must be a whole number from 0 to 65535'],
  ['PORT', '80.5', 'PORT must be a whole number from 0 to 65535'],
  ['APP_URL', 'ftp://x', 'APP_URL must be a URL that begins with http:// or https://'],
  ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must be a URL that begins with postgres://'],
  ['DATABASE_POOL_SIZE', '0', 'DATABASE_POOL_SIZE must be a whole number from 1 to 500'],
  ['SESSION_SECRET', 'short', 'SESSION_SECRET must be at least 32 characters long'],
  ['ADMIN_EMAIL', 'nobody', 'ADMIN_EMAIL must be an e-mail address'],
  ['ADMIN_PASSWORD', 'longenough', 'ADMIN_PASSWORD must be set together with ADMIN_EMAIL'],
  ['DEMO_ACCOUNT', 'maybe', 'DEMO_ACCOUNT must be one of on, off'],
  ['TRUST_PROXY', '-1', 'TRUST_PROXY must be a whole number from 0 to 10'],
  ['API_RATE_LIMIT', 'none', 'API_RATE_LIMIT must be a whole number from 0 to 1000000'],
  ['JOBS', 'cron', 'JOBS must be one of on, off'],
  ['WEBHOOK_LOOPBACK', 'yes', 'WEBHOOK_LOOPBACK must be one of on, off'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
])('%s=%s: %s', (name, value, message) => {
  expect(() => readEnv({ ...minimal, [name]: value })).toThrow(message)
})

test('the error names all invalid variables', () => {
  expect(() => readEnv({ PORT: 'x', LOG_LEVEL: 'x' })).toThrow(/PORT[\s\S]*LOG_LEVEL/)
})

test('webhooks to loopback need an app that is on loopback too', () => {
  const WEBHOOK_LOOPBACK = 'on'
  expect(() => readEnv({ ...minimal, WEBHOOK_LOOPBACK, APP_URL: 'https://budkeeper.example' })).toThrow(
    'WEBHOOK_LOOPBACK must be off unless APP_URL is an address of this machine',
  )
  for (const APP_URL of ['', 'http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])
    expect(readEnv({ ...minimal, WEBHOOK_LOOPBACK, APP_URL })).toMatchObject({ WEBHOOK_LOOPBACK })
})

test('with DATABASE_URL in production the secret is required', () => {
  const DATABASE_URL = 'postgres://localhost/budkeeper'
  expect(() => readEnv({ DATABASE_URL })).toThrow('SESSION_SECRET must be set when DATABASE_URL is')
  expect(readEnv({ DATABASE_URL, ...minimal })).toMatchObject({ DATABASE_URL })
})

test('secrets rotate: the first of a list signs, and each must be long enough', () => {
  const { SESSION_SECRETS } = readEnv({ SESSION_SECRET: `${secret}, ${'y'.repeat(32)}` })
  expect(SESSION_SECRETS).toEqual([secret, 'y'.repeat(32)])
  expect(() => readEnv({ SESSION_SECRET: `${secret},y` })).toThrow('SESSION_SECRET must be at least 32')
})

test('APP_URL is an origin: its path is ignored', () => {
  const APP_URL = 'https://budkeeper.example'
  expect(readEnv({ ...minimal, APP_URL: `${APP_URL}/` })).toMatchObject({ APP_URL })
})
