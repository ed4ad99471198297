import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guideTexts } from '~/api/openapi/guide.server'
import { createAuthenticator } from '../support/authenticator'
import { readMails } from '../support/mail-folder'
import { startServer } from '../support/server.mjs'
import { codeOf } from '../support/totp'

/** The examples of `docs/api/` in order: a command and its response. */
const doc = guideTexts.flat().join('\n')
const examples = [...doc.matchAll(/```sh\n(.*?)```\n```json\n(.*?)```/gs)].map(([, sh = '', json = '']) => ({
  sh,
  json,
}))

const folder = mkdtempSync(join(tmpdir(), 'budkeeper-docs-'))
const DATA_DIR = join(folder, 'data')
const variables: Record<string, string> = { ADMIN_PASSWORD: 'seven green leaves' }
const APP_URL = 'http://localhost:3000'
const device = createAuthenticator({ origin: APP_URL })
let lastOutput = ''
let server: Awaited<ReturnType<typeof startServer>>

beforeAll(async () => {
  const ADMIN_EMAIL = 'admin@example.org'
  server = await startServer({ DATA_DIR, APP_URL, ADMIN_EMAIL, ADMIN_PASSWORD: variables.ADMIN_PASSWORD })
  variables.URL = server.url
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('docs/api/ has an example for every API path', () => {
  const table = readFileSync('app/routes.ts', 'utf8')
  const paths = [...table.matchAll(/route\('([^']+)', 'routes\/api\/v1/g)].flatMap(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(10)
  const all = examples.map(({ sh }) => sh).join()
  for (const path of paths.filter((path) => path !== '*')) {
    expect(all).toMatch(new RegExp(`/api/v1/${path.replace(/:\w+/g, '(\\$[A-Z]+|1)')}`))
  }
})

for (const { sh, json } of examples) {
  test(`docs/api/: ${sh.split('\n')[0]}`, async () => {
    if (sh.includes('subscriptions/cancel')) await payAtCheckout()
    if (sh.includes('reset-password/$TOKEN')) variables.TOKEN = await mailedToken()
    if (sh.includes('$CODE')) variables.CODE = codeOf(variables.SECRET ?? '')
    if (sh.includes('$CREDENTIAL')) variables.CREDENTIAL = credentialFor(JSON.parse(lastOutput))
    const output = run(sh)
    lastOutput = output
    for (const [, noun = '', id = ''] of output.matchAll(/"(\w+)":\[?\{"_id":"([^"]+)/g)) {
      variables[noun.toUpperCase()] = id
    }
    variables.SECRET = /"secret":"([^"]+)/.exec(output)?.[1] ?? variables.SECRET ?? ''
    variables.CHECKOUT = /"url":"([^"]+checkout[^"]+)/.exec(output)?.[1] ?? variables.CHECKOUT ?? ''
    expect(comparable(output)).toEqual(elided(comparable(json)))
  })
}

/** Pays at the emulator's checkout and waits for the webhook. */
async function payAtCheckout() {
  const body = new URLSearchParams({ card: 'works' })
  await fetch(variables.CHECKOUT ?? '', { method: 'POST', body, redirect: 'manual' })
  const status = () => run('curl -s -b jar "$URL/api/v1/subscriptions/status"')
  await expect.poll(status).toContain('"active"')
}

/** The device makes or uses its passkey, as the options ask it to. */
function credentialFor(options: Parameters<typeof device.create>[0] & { rpId: string }) {
  return JSON.stringify(options.user ? device.create(options) : device.get(options))
}

function run(sh: string) {
  const env = { ...process.env, ...variables }
  return execFileSync('bash', ['-c', sh], { cwd: folder, env, encoding: 'utf8' })
}

const generated = [
  '_id',
  'answeredAt',
  'archivedAt',
  'changeId',
  'createdAt',
  'publishedAt',
  'code',
  'url',
  'secret',
  'password',
  'hint',
  'lastUsedOn',
  'currentPeriodEnd',
  'daysRemaining',
  'photo',
  'today',
  'lastSeenOn',
  'secret',
  'uri',
  'recoveryCodes',
  'nextAttemptAt',
  'challenge',
]
const contentShown = 40

/** Replaces generated values and shortens the content of posts. */
function comparable(json: string) {
  return JSON.parse(json, (key, value) => {
    if (key === 'content' && typeof value === 'string') return value.slice(0, contentShown)
    return generated.includes(key) && value ? key : value
  })
}

/** In an example, `"…"` stands for the other fields of an object. */
function elided(example: unknown): unknown {
  if (Array.isArray(example)) return example.map(elided)
  if (typeof example !== 'object' || example === null) return example
  const { '…': others, ...fields } = Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, elided(value)]),
  )
  return others ? expect.objectContaining(fields) : fields
}

async function mailedToken() {
  const tokens = () =>
    readMails(DATA_DIR).flatMap(({ TextBody }) => /reset-password\/([\w-]+)/.exec(TextBody)?.[1] ?? [])
  await expect.poll(tokens).toHaveLength(1)
  return tokens()[0] ?? ''
}
