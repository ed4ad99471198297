import { davClient } from '../../tests/support/dav-client.mjs'
import { formatCounts, registerMember, tally } from '../torture/support.mjs'
import { registerOwner, startApp } from './support.mjs'

const guesses = 60

/** Guesses of app passwords are throttled, the account's own password is refused, and no log has a password. */
export async function guessing({ check }) {
  const app = await startApp({ API_RATE_LIMIT: '1000000' })
  try {
    await guessAt(app, check)
  } finally {
    await app.stop()
  }
}

async function guessAt(app, check) {
  const owner = await registerOwner(app.url)
  const client = await owner.addDevice('Phone')
  const own = davClient(app.url, { user: owner.Email, password: owner.Password })
  const ask = (program, address) =>
    program.send('PROPFIND', '/dav/', { headers: { Depth: '0', 'X-Forwarded-For': address } })
  const refused = await ask(own, '203.0.113.1')
  check(
    "the account's own password is refused, and the answer asks for Basic",
    refused.status === 401 && /^Basic /.test(refused.headers.get('WWW-Authenticate') ?? ''),
    `${refused.status} ${refused.headers.get('WWW-Authenticate')}`,
  )
  const statuses = []
  for (let n = 0; n < guesses; n++) {
    const guess = davClient(app.url, { user: owner.Email, password: `guessed-password-${n}` })
    statuses.push((await ask(guess, '203.0.113.2')).status)
  }
  const counts = tally(statuses)
  check(
    `${guesses} guesses from one address are throttled`,
    counts[429] > 0 && !counts[207] && counts[401] <= 20,
    formatCounts(counts),
  )
  const right = await ask(client, '203.0.113.3')
  check('the right app password still works from elsewhere', right.status === 207, String(right.status))
  const spread = []
  for (let n = 0; n < guesses; n++) {
    const guess = davClient(app.url, { user: owner.Email, password: `guessed-password-${n}` })
    spread.push((await ask(guess, `198.51.100.${n + 1}`)).status)
  }
  const after = await ask(client, '203.0.113.4')
  check(
    'guesses from many addresses lock out no right app password',
    after.status === 207 && !spread.includes(207),
    `${after.status}; ${formatCounts(tally(spread))}`,
  )
  await useForeign({ app, client, check })
  checkLog({
    app,
    secrets: [client.password, owner.Password, 'guessed-password', basicOf(client), basicOf(own)],
    check,
  })
}

const basicOf = ({ user, password }) => Buffer.from(`${user}:${password}`).toString('base64')

/** The password of one account with the address of another, a session in place of a password, a revoked device. */
async function useForeign({ app, client, check }) {
  const other = await registerMember(app.url, { Email: `bo-${crypto.randomUUID()}@example.com` })
  const mixed = davClient(app.url, { user: other.Email, password: client.password })
  const first = await mixed.send('PROPFIND', '/dav/', { headers: { Depth: '0' } })
  const bySession = await other.send('PROPFIND', '/dav/', { headers: { Depth: '0' } })
  check(
    'neither the app password of another account nor a session signs in',
    first.status === 401 && bySession.status === 401,
    `${first.status}, ${bySession.status}`,
  )
  const owner = await registerOwner(app.url)
  const revoked = await owner.addDevice('Lost')
  await owner.call('DELETE', `/api/v1/devices/${revoked.device._id}`)
  const { status } = await revoked.send('PROPFIND', '/dav/', { headers: { Depth: '0' } })
  check('a revoked app password is refused at once', status === 401, String(status))
}

function checkLog({ app, secrets, check }) {
  const log = app.output()
  const found = secrets.filter((secret) => log.includes(secret))
  check(
    'no log has a password',
    log.includes('/dav/') && found.length === 0,
    `${log.length} bytes of log, ${found.length} passwords`,
  )
}
