import { startFaultyLink } from '../../tests/support/faulty-link.mjs'
import {
  admin,
  backendsOf,
  createClient,
  formatCounts,
  newPerson,
  onPostgres,
  registerMember,
  signalAll,
  signIn,
  sleep,
  statusesOf,
  tally,
  times,
} from './support.mjs'

const rounds = Number(process.env.ROUNDS ?? 5)
const wholeList = '/api/v1/circles?limit=100'

/**
 * A statement that is canceled while its rows arrive must not affect the next one. The first part, on one connection,
 * cancels the query of a list before each of several calls. In the second part a visitor of the demo account reads large
 * lists while others use ten connections.
 */
export const cancellation = onPostgres(async (scene) => {
  await cancelOnOneConnection(scene)
  await readLargeLists(scene)
})

async function cancelOnOneConnection({ postgres, startApp, check }) {
  const link = await startFaultyLink(postgres.url)
  const app = await startApp({ DATABASE_URL: link.url, DATABASE_POOL_SIZE: '1' })
  const member = await registerMember(app.url)
  const administrator = await signIn(app.url, admin)
  await member.post('/api/v1/buds', { Firstname: 'Ada' })
  const post = { title: 'Of friends', excerpt: 'Old and new.', content: '<p>Call them.</p>', author: 'Ada' }
  await administrator.post('/api/v1/blog/admin', { ...post, published: true })
  await storeLargeCircles(member)
  await administrator.patch('/api/v1/admin/settings', { requireAccessCode: true })

  async function cancelList() {
    const before = link.received()
    const list = member.get(wholeList, { timeout: 60_000 })
    for (let n = 0; n < 400 && link.received() - before < 100_000; n++) await sleep(2)
    link.pause()
    signalAll(backendsOf(postgres, true), 'SIGINT')
    await sleep(50)
    link.resume()
    return (await list).status
  }

  const stranger = () => createClient(app.url)
  const credentials = { Email: member.Email, Password: member.Password }
  const calls = {
    'a user gets their own account': [
      () => member.get('/api/v1/users/current-user'),
      ({ status }) => status === 200,
    ],
    'the registration page requires a code': [
      () => stranger().get('/api/v1/settings/registration'),
      ({ json }) => json?.requireAccessCode === true,
    ],
    'nobody registers without the code': [
      () => stranger().post('/api/v1/auth/register', newPerson()),
      ({ status }) => status === 400,
    ],
    'a user signs in': [
      () => stranger().post('/api/v1/auth/login', credentials),
      ({ status }) => status === 200,
    ],
    'a signed-in user sees the dashboard': [() => member.get('/dashboard'), ({ status }) => status === 200],
    'a visitor reads the blog': [() => stranger().get('/api/v1/blog'), ({ json }) => json?.totalPosts === 1],
  }
  for (const [sentence, [call, isRight]] of Object.entries(calls)) {
    const canceled = await cancelList()
    const response = await call()
    const details = `${response.status} ${response.text.slice(0, 80).replace(/\s+/g, ' ')}, list: ${canceled}`
    check(`${sentence}, right after a canceled list`, isRight(response), details)
  }
  await administrator.patch('/api/v1/admin/settings', { requireAccessCode: false })
  await app.stop()
  link.cut()
}

async function readLargeLists({ startApp, query, check }) {
  const app = await startApp({ API_RATE_LIMIT: '600' })
  const administrator = await signIn(app.url, admin)
  const members = []
  for (let n = 0; n < 4; n++) members.push(await registerMember(app.url))
  for (const member of members) {
    for (let n = 0; n < 3; n++) await member.post('/api/v1/buds', { Firstname: `bud ${n}` })
  }
  await administrator.patch('/api/v1/admin/settings', { requireAccessCode: true })
  const demo = createClient(app.url)
  await demo.post('/api/v1/auth/demo')
  await storeLargeCircles(demo)

  let isOver = false
  const outcomes = []
  const registrations = []
  const others = members.map(async (member) => {
    while (!isOver) {
      outcomes.push(outcomeOf('current user', await member.get('/api/v1/users/current-user'), () => true))
      const isWhole = ({ json }) => json.totalBuds === 3 && json.buds.length === 3
      outcomes.push(outcomeOf('the list of buds', await member.get('/api/v1/buds'), isWhole))
      await sleep(5)
    }
  })
  const intruder = (async () => {
    while (!isOver) {
      await query("delete from attempts where key like 'code %'")
      const five = times(5, () => createClient(app.url).post('/api/v1/auth/register', newPerson()))
      registrations.push(...(await Promise.all(five)))
      await sleep(100)
    }
  })()
  for (let round = 0; round < rounds; round++) {
    await Promise.all(times(20, () => demo.get(wholeList, { timeout: 30_000 })))
    await sleep(300)
  }
  isOver = true
  await Promise.all([...others, intruder])

  const counts = tally(outcomes)
  const isRight = Object.keys(counts).every((outcome) => outcome === 'right' || outcome === '503')
  check('while a visitor reads large lists, others get their own data', isRight, formatCounts(counts))
  const registered = statusesOf(registrations)
  check('and nobody registers without the code', !registered[201], formatCounts(registered))
  check('and the process keeps running', app.isRunning(), app.exitReason())
}

function outcomeOf(what, { status, json }, isRight) {
  if (status === 503) return '503'
  if (status !== 200) return `${what}: ${status}`
  return isRight({ json }) ? 'right' : `${what}: differs from what is stored`
}

/** Stores 100 circles that are as large as the app accepts. Returns their number. */
export async function storeLargeCircles(client) {
  const description = '€'.repeat(2_000)
  let stored = 0
  for (const rows of [100, 20, 4, 0]) {
    const milestones = times(rows, () => ({ date: '2026-01-01', description }))
    const body = { Name: 'large', Description: description, milestones }
    for (let n = 0; n < 20 && stored < 100; n++) {
      const sent = times(5, () => client.post('/api/v1/circles', body, { timeout: 60_000 }))
      const statuses = statusesOf(await Promise.all(sent))
      stored += statuses[201] ?? 0
      if (statuses[400] || statuses[413]) break
    }
  }
  return stored
}
