import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isEmail, normalEmail } from './email-address.server'

const unset = (value: unknown) => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(unset, schema.optional())
const withDefault = <T extends z.ZodType>(schema: T, value: string) =>
  z.preprocess((given) => unset(given) ?? value, schema)

const wholeNumber = (from: number, to: number) => {
  const message = `must be a whole number from ${from} to ${to}`
  return z.coerce.number({ error: message }).int(message).min(from, message).max(to, message)
}
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' })

const schema = z
  .object({
    NODE_ENV: withDefault(oneOf(['development', 'production', 'test']), 'production'),
    PORT: withDefault(wholeNumber(0, 65_535), '3000'),
    HOST: optional(z.string()),
    APP_URL: optional(httpUrl.transform((url) => new URL(url).origin)),
    DATABASE_URL: optional(
      z.string().regex(/^postgres(ql)?:\/\//, 'must be a URL that begins with postgres://'),
    ),
    DATABASE_POOL_SIZE: withDefault(wholeNumber(1, 500), '10'),
    DATA_DIR: withDefault(z.string(), '.data'),
    SESSION_SECRET: optional(
      z.string().refine(areLong, 'must be at least 32 characters long, each of a list'),
    ),
    ADMIN_EMAIL: optional(z.string().overwrite(normalEmail).refine(isEmail, 'must be an e-mail address')),
    ADMIN_PASSWORD: optional(z.string().min(8, 'must be at least 8 characters long')),
    DEMO_ACCOUNT: withDefault(oneOf(['on', 'off']), 'on'),
    POSTMARK_SERVER_TOKEN: optional(z.string()),
    POSTMARK_API_BASE: optional(httpUrl),
    MAIL_FROM: withDefault(z.string(), 'Budkeeper <hello@budkeeper.example>'),
    POSTMARK_WEBHOOK_SECRET: optional(z.string().min(16, 'must be at least 16 characters long')),
    STRIPE_SECRET_KEY: optional(z.string().regex(/^(sk|rk)_/, 'must be a secret key of Stripe (sk_...)')),
    STRIPE_WEBHOOK_SECRET: optional(
      z.string().regex(/^whsec_/, 'must be a signing secret of Stripe (whsec_...)'),
    ),
    STRIPE_PRICE_ID: optional(z.string().regex(/^price_/, 'must be the id of a price of Stripe (price_...)')),
    STRIPE_API_BASE: optional(httpUrl),
    CRON_SECRET: optional(z.string().min(16, 'must be at least 16 characters long')),
    TRUST_PROXY: withDefault(wholeNumber(0, 10), '0'),
    API_RATE_LIMIT: withDefault(wholeNumber(0, 1_000_000), '600'),
    PAGE_LIFE: withDefault(wholeNumber(0, 3_600), '10'),
    JOBS: withDefault(oneOf(['on', 'off']), 'on'),
    WEBHOOK_LOOPBACK: withDefault(oneOf(['on', 'off']), 'off'),
    LOG_LEVEL: withDefault(
      oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
      process.stdout.isTTY ? 'warn' : 'info',
    ),
  })
  .refine((env) => Boolean(env.ADMIN_EMAIL) === Boolean(env.ADMIN_PASSWORD), {
    path: ['ADMIN_PASSWORD'],
    message: 'must be set together with ADMIN_EMAIL',
  })
  .refine(
    ({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_PRICE_ID: price }) =>
      [key, secret, price].every(Boolean) || ![key, secret, price].some(Boolean),
    {
      path: ['STRIPE_SECRET_KEY'],
      message: 'must be set together with STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_ID',
    },
  )
  .refine(({ STRIPE_SECRET_KEY: key = '', STRIPE_API_BASE: base }) => !base || !/^.._live_/.test(key), {
    path: ['STRIPE_SECRET_KEY'],
    message: 'must not be a live key when STRIPE_API_BASE points elsewhere than to Stripe',
  })
  .refine(({ WEBHOOK_LOOPBACK: loopback, APP_URL: url }) => loopback === 'off' || !url || isLoopback(url), {
    path: ['WEBHOOK_LOOPBACK'],
    message: 'must be off unless APP_URL is an address of this machine, such as http://localhost:3000',
  })
  .refine((env) => env.SESSION_SECRET || !env.DATABASE_URL || env.NODE_ENV !== 'production', {
    path: ['SESSION_SECRET'],
    message: 'must be set when DATABASE_URL is: at least 32 random characters, the same for every process',
  })

function isLoopback(url: string) {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
}

function areLong(secrets: string) {
  return secrets.split(',').every((secret) => secret.trim().length >= 32)
}

/** Parses the environment variables that `.env.example` lists. The error names each invalid variable and its rule. */
export function readEnv(variables: NodeJS.ProcessEnv) {
  const result = schema.safeParse(variables)
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
    throw new Error(`The environment is not right:\n${lines.join('\n')}`)
  }
  const env = result.data
  return {
    ...env,
    APP_URL: env.APP_URL ?? `http://localhost:${env.PORT}`,
    SESSION_SECRETS: (env.SESSION_SECRET ?? storedSecret(env.DATA_DIR))
      .split(',')
      .map((secret) => secret.trim()),
  }
}

/** Writes a draft and renames it, so that no process reads an incomplete secret. */
function storedSecret(dataDir: string) {
  if (dataDir === inMemory) return randomBytes(32).toString('base64url')
  const file = join(dataDir, 'session-secret')
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
    if (!existsSync(file)) renameSync(draft, file)
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}

/** The `DATA_DIR` of tests: the embedded database is in memory, and no file is written. */
export const inMemory = ':memory:'

export const env = readEnv(process.env)
