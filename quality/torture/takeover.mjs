import { createClient, mailsIn, onPostgres, registerMember, sleep } from './support.mjs'

const newPassword = 'brand new words 77'

/**
 * Checks what somebody keeps who had a session for a moment: a copied cookie, or a browser that was left open. The thief
 * knows no password. `thief` signs in for long enough that no password counts as just given.
 */
export const takeover = onPostgres(async ({ startApp, query, check }) => {
  const app = await startApp()
  const scene = { app, check, linkTo: linkFinder(app), letTimePass: () => ageSignIns(query) }
  await address(scene)
  for (const way of ['change', 'reset']) await waitingAddress(scene, way)
  await copiedCookie(scene)
  await programs(scene)
  await keptAddress(scene)
  await app.stop()
  await laterAdmin({ startApp, check })
})

const ageSignIns = (query) => query(`update sessions set proven_at = proven_at - interval '5 minutes'`)

/** Waits for the newest link of a kind in a mail to an address. Resolves to its path, or undefined. */
const linkFinder =
  ({ dataDir }) =>
  async (address, kind) => {
    const link = new RegExp(`/${kind}/[\\w-]+`)
    for (let n = 0; n < 40; n++, await sleep(250)) {
      const texts = mailsIn(dataDir).filter(({ To }) => To === address)
      const found = texts.reverse().map(({ TextBody }) => link.exec(TextBody)?.[0])
      if (found.some(Boolean)) return found.find(Boolean)
    }
  }

/** Somebody who has the cookies of a client. */
function thiefOf({ base, cookies }) {
  const thief = createClient(base)
  for (const [name, value] of cookies) thief.cookies.set(name, value)
  return thief
}

const press = async (base, path) => (path ? (await createClient(base).submit(path, {})).status : 0)
const login = async (base, Email, Password) =>
  (await createClient(base).post('/api/v1/auth/login', { Email, Password })).status

async function resetPassword({ app, linkTo }, Email) {
  await createClient(app.url).post('/api/v1/auth/forgot-password', { Email })
  const path = await linkTo(Email, 'reset-password')
  const fields = { password: newPassword, confirmPassword: newPassword }
  return path ? (await createClient(app.url).post(`/api/v1/auth${path}`, fields)).status : 0
}

async function address(scene) {
  const { app, check, letTimePass } = scene
  const victim = await registerMember(app.url)
  await letTimePass()
  const own = 'thief@example.net'
  const { status } = await thiefOf(victim).patch('/api/v1/users/update-user', { Email: own })
  const reset = status === 200 ? await resetPassword(scene, own) : 0
  check('a session alone gets no other address', status === 401 && reset === 0, `${status}, ${reset}`)
}

async function waitingAddress(scene, way) {
  const { app, check, linkTo } = scene
  const victim = await registerMember(app.url)
  const own = `waiting-${way}@example.net`
  await thiefOf(victim).patch('/api/v1/users/update-user', { Email: own })
  const link = await linkTo(own, 'confirm-email')
  const { Password: password } = victim
  if (way === 'change') await victim.post('/api/v1/auth/change-password', { password, newPassword })
  else await resetPassword(scene, victim.Email)
  const confirmed = await press(app.url, link)
  const isBack = (await login(app.url, victim.Email, newPassword)) === 200
  const sentence = `a change of the address that waits ends with a ${way} of the password`
  check(sentence, link !== undefined && confirmed === 404 && isBack, `${confirmed}`)
}

async function copiedCookie({ app, check }) {
  const victim = await registerMember(app.url)
  const thief = thiefOf(victim)
  const before = (await thief.get('/api/v1/buds')).status
  const { Password: password } = victim
  await victim.post('/api/v1/auth/change-password', { password, newPassword })
  const after = (await thief.get('/api/v1/buds')).status
  const own = (await victim.get('/api/v1/buds')).status
  const statuses = `${before}, ${after}, ${own}`
  check(
    'a copied cookie ends with a new password in the same browser',
    statuses === '200, 401, 200',
    statuses,
  )
}

const credentials = [
  ['tokens', { name: 'x', scope: 'write', expiresAt: null }],
  ['feeds', { kind: 'all', names: true }],
  ['webhooks', { url: 'https://example.com/x' }],
]

async function programs(scene) {
  const { app, check, letTimePass } = scene
  const victim = await registerMember(app.url)
  const thief = thiefOf(victim)
  const make = async (client) => {
    const made = []
    for (const [call, body] of credentials) made.push(await client.post(`/api/v1/${call}`, body))
    return made
  }
  const [token] = await make(thief)
  await letTimePass()
  const late = (await make(thief)).map(({ status }) => status).join()
  check('a session alone makes no token, feed or webhook', late === '401,401,401', late)
  await sleep(1_500)
  const subjects = mailsIn(app.dataDir)
    .filter(({ To }) => To === victim.Email)
    .map(({ Subject }) => Subject)
  const isTold = ['API token', 'calendar feed', 'webhook'].every((kind) =>
    subjects.includes(`Your Budkeeper account has a new ${kind}`),
  )
  check('the owner is told of each, and of a refusal', isTold && subjects.length === 4, subjects.join('; '))
  const reset = await resetPassword(scene, victim.Email)
  const headers = { Authorization: `Bearer ${token.json.secret}` }
  const { status } = await createClient(app.url, headers).get('/api/v1/export?format=json')
  check(
    'a reset by mail revokes what the thief has made',
    reset === 200 && status === 401,
    `${reset}, ${status}`,
  )
}

/** Within the five minutes, the thief gets the address; the mailbox of the victim takes it back. */
async function keptAddress(scene) {
  const { app, check, linkTo } = scene
  const victim = await registerMember(app.url)
  const own = 'quick-thief@example.net'
  await thiefOf(victim).patch('/api/v1/users/update-user', { Email: own })
  const confirmed = await press(app.url, await linkTo(own, 'confirm-email'))
  const reset = await resetPassword(scene, own)
  const kept = await press(app.url, await linkTo(victim.Email, 'keep-email'))
  const theirs = await login(app.url, own, newPassword)
  const back = await login(app.url, victim.Email, newPassword)
  const statuses = [confirmed, reset, kept, theirs, back].join()
  check('the old mailbox takes the account back', statuses === '302,200,302,401,200', statuses)
}

/** Registration confirms no address: somebody may have registered it before it becomes that of the admin. */
async function laterAdmin({ startApp, check }) {
  const Email = 'operations@example.com'
  const first = await startApp()
  const early = await registerMember(first.url, { Email })
  const token = (await early.post('/api/v1/tokens', credentials[0][1])).json.secret
  const own = 'early@example.net'
  await early.patch('/api/v1/users/update-user', { Email: own })
  const link = await linkFinder(first)(own, 'confirm-email')
  await first.stop()
  const app = await startApp({ ADMIN_EMAIL: Email, ADMIN_PASSWORD: 'Operator-Secret-99' })
  const headers = { Authorization: `Bearer ${token}` }
  const statuses = [
    await press(app.url, link),
    (await createClient(app.url, headers).get('/api/v1/buds')).status,
    await login(app.url, Email, early.Password),
    await login(app.url, Email, 'Operator-Secret-99'),
  ].join()
  check(
    'who had the address of ADMIN_EMAIL before has no part in the admin',
    statuses === '404,401,401,200',
    statuses,
  )
}
