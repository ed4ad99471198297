import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { httpClient } from '../support/http-client'
import { readMails } from '../support/mail-folder'
import { runServer, startServer } from '../support/server.mjs'

const folder = mkdtempSync(join(tmpdir(), 'budkeeper-embedded-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const simulated = /Payments are simulated, and nothing is charged: clock and commands at (\S+)/

describe('the first start with an embedded database', () => {
  const env = { DATA_DIR: join(folder, 'subscribers'), SEEDED_DATA: '' }
  const states = {
    trial: { status: 'trialing', daysRemaining: 9 },
    active: { status: 'active', cancelAtPeriodEnd: false },
    ending: { status: 'active', cancelAtPeriodEnd: true },
    'past-due': { status: 'past_due' },
    unpaid: { status: 'unpaid' },
    canceled: { status: 'canceled' },
  }

  const moveClock = (output: string, advance: string) =>
    fetch(`${simulated.exec(output)?.[1]}/clock`, { method: 'POST', body: JSON.stringify({ advance }) })

  /** The state of each subscription. The key is the name in the e-mail address. */
  async function statesAt(url: string, Password: string) {
    const found = Object.keys(states).map(async (name) => {
      const client = httpClient(url)
      await client.post('/api/v1/auth/login', { Email: `${name}@budkeeper.example`, Password })
      return [name, (await client.get('/api/v1/subscriptions/status')).body.subscription]
    })
    return Object.fromEntries(await Promise.all(found))
  }

  test('creates an account for each state of a subscription, and prints their shared password only once', async () => {
    const first = await startServer(env)
    await expect.poll(first.output).toMatch(simulated)
    const [, emails = '', password = ''] =
      /Subscriptions: (.+), each with the password (\S+)/.exec(first.output()) ?? []
    expect(emails.split(', ')).toEqual(Object.keys(states).map((name) => `${name}@budkeeper.example`))
    expect(first.output()).not.toContain('/webhooks/stripe')
    expect(await statesAt(first.url, password)).toMatchObject(states)
    await first.stop('SIGKILL')

    const second = await startServer(env)
    await expect.poll(second.output).toMatch(simulated)
    expect(second.output()).not.toMatch(/Subscriptions:|password/)
    await moveClock(second.output(), 'P7D')
    const later = { ...states, trial: { status: 'trialing', daysRemaining: 2 } }
    expect(await statesAt(second.url, password)).toMatchObject(later)
    await expect.poll(() => readMails(env.DATA_DIR).map(({ Tag }) => Tag)).toContain('trial-ending')
    await second.stop()
  })
})

describe('an embedded database', () => {
  const isRefused = async (env: { DATA_DIR: string }, pid: number | undefined) => {
    const { code, output } = await runServer(env).ended
    expect(code).toBe(1)
    expect(output).toContain(`is in use by process ${pid}. Stop it, or set another DATA_DIR.`)
    expect(output).not.toContain('    at ')
  }

  test('can be opened by only one process, also after a process was killed or a backup was restored', async () => {
    const env = { DATA_DIR: join(folder, 'shared') }
    const file = join(env.DATA_DIR, 'process.sock')
    mkdirSync(env.DATA_DIR)
    writeFileSync(file, 'of the backup')
    const first = await startServer(env)
    await isRefused(env, first.pid)
    await first.stop('SIGKILL')
    const next = await startServer(env)
    await isRefused(env, next.pid)
    expect((await next.stop()).code).toBe(0)
    expect(existsSync(file)).toBe(false)
  })

  test('can be opened by only one process, even if its path is too long for a socket', async () => {
    const env = { DATA_DIR: join(folder, 'long'.repeat(30)) }
    const first = await startServer(env)
    await isRefused(env, first.pid)
    await first.stop()
  })
})
