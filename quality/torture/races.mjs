import {
  admin,
  create,
  createClient,
  evening,
  formatCounts,
  newPerson,
  onPostgres,
  pick,
  registerMember,
  resetToken,
  signIn,
  sleep,
  statusesOf,
  tally,
  times,
} from './support.mjs'

const rounds = Number(process.env.ROUNDS ?? 20)
const stormFor = Number(process.env.STORM_SECONDS ?? 20) * 1_000

/**
 * Many simultaneous requests for the same record, alternating between two processes: ROUNDS of each race, and a storm
 * of STORM_SECONDS. `RACE` selects those whose name contains it.
 */
export const races = onPostgres(async ({ startApp, query, check }) => {
  const first = await startApp()
  const second = await startApp({ APP_URL: first.url })
  const apps = [first, second]
  let turn = 0
  const nextUrl = () => apps[turn++ % 2].url
  const failures = []
  /** Waits for all requests and collects failures for the report at the end. */
  async function together(requests) {
    const responses = await Promise.all(requests)
    failures.push(...responses.filter(isFailure).map(({ status, text }) => `${status} ${text.slice(0, 80)}`))
    return responses
  }
  /** Makes the requests of a client alternate between the processes. */
  const alternate = (client) => Object.defineProperty(client, 'base', { get: nextUrl })
  const stranger = () => alternate(createClient())
  const newUser = async () => alternate(await registerMember(nextUrl()))
  const administrator = alternate(await signIn(first.url, admin))
  const scene = { apps, query, check, together, stranger, newUser, administrator, nextUrl, failures }

  for (const [name, race] of Object.entries({
    codes,
    emails,
    versions,
    selectedBuds,
    forms,
    toggles,
    resets,
    storm,
  })) {
    if (name.includes(process.env.RACE ?? '')) await race(scene)
  }
  check('no request fails', failures.length === 0, formatCounts(tally(failures)))
  const exits = apps.map((app) => app.exitReason()).filter(Boolean)
  check('both processes keep running', exits.length === 0, exits.join(', '))
})

const isFailure = ({ status }) => typeof status !== 'number' || status >= 500

/** Runs `race` n times and counts its error messages. */
async function repeat(n, race) {
  const wrong = []
  for (let round = 0; round < n; round++) {
    const message = await race(round)
    if (message) wrong.push(message)
  }
  return {
    isRight: wrong.length === 0,
    details: wrong.length === 0 ? `${n} rounds` : formatCounts(tally(wrong)),
  }
}

async function codes({ administrator, query, check, together, stranger }) {
  const newCode = async () => (await administrator.post('/api/v1/admin/access-codes')).json.code
  await administrator.patch('/api/v1/admin/settings', { requireAccessCode: true })
  const oneCode = await repeat(rounds, async (round) => {
    const code = await newCode()
    const people = times(20, () => ({ ...newPerson(), accessCode: round % 2 ? code : code.toLowerCase() }))
    const responses = await together(people.map((person) => stranger().post('/api/v1/auth/register', person)))
    const emails = people.map(({ Email }) => Email)
    const [{ made }] = await query('select count(*)::int made from users where email = any($1)', [emails])
    const statuses = statusesOf(responses)
    return made === 1 && statuses[201] === 1 && statuses[400] === 19
      ? ''
      : `${made} accounts, ${formatCounts(statuses)}`
  })
  check('of 20 people who register with one access code, one succeeds', oneCode.isRight, oneCode.details)
  const oneEmail = await repeat(rounds, async () => {
    const unused = await Promise.all(times(10, newCode))
    const person = newPerson()
    await together(
      unused.map((accessCode) => stranger().post('/api/v1/auth/register', { ...person, accessCode })),
    )
    const text = 'select count(*)::int used from access_codes where code = any($1) and is_used'
    const [{ used }] = await query(text, [unused])
    return used === 1 ? '' : `${used} codes used`
  })
  check(
    '10 registrations of one address with 10 access codes use up one code',
    oneEmail.isRight,
    oneEmail.details,
  )
  await administrator.patch('/api/v1/admin/settings', { requireAccessCode: false })
}

async function emails({ query, check, together, stranger, newUser }) {
  const registered = await repeat(rounds, async () => {
    const person = newPerson()
    const addresses = times(10, (n) => (n % 3 ? person.Email : person.Email.toUpperCase()))
    const requests = addresses.map((Email) => stranger().post('/api/v1/auth/register', { ...person, Email }))
    const statuses = statusesOf(await together(requests))
    return statuses[201] === 1 && statuses[409] === 9 ? '' : formatCounts(statuses)
  })
  check('of 10 people who register one e-mail address, one succeeds', registered.isRight, registered.details)
  const pair = [await newUser(), await newUser()]
  const addresses = pair.map(({ Email }) => Email)
  for (let n = 0; n < rounds; n++) {
    const Email = (index) => addresses[(n + index) % 2]
    const swap = (client, index) =>
      times(3, () => client.patch('/api/v1/users/update-user', { Email: Email(index) }))
    await together(pair.flatMap(swap))
  }
  const [{ shared }] = await query(
    'select count(*)::int - count(distinct lower(email))::int shared from users',
  )
  check('two users who swap their e-mail addresses never share one', shared === 0, `${shared} shared`)
}

async function versions({ check, together, newUser, failures }) {
  const owner = await newUser()
  const { _id } = await create(owner, 'bud', { Firstname: 'Ada', Location: '0' })
  const path = `/api/v1/buds/${_id}`
  const winners = await repeat(rounds, async (round) => {
    const etag = (await owner.get(path)).headers.get('etag')
    const headers = { 'If-Match': etag }
    const requests = times(50, (n) => owner.patch(path, { Location: `${round}-${n}` }, { headers }))
    const responses = await together(requests)
    const statuses = statusesOf(responses)
    const winner = responses.findIndex(({ status }) => status === 200)
    const { Location } = (await owner.get(path)).json.bud
    const isRight = statuses[200] === 1 && statuses[412] === 49 && Location === `${round}-${winner}`
    return isRight ? '' : `${formatCounts(statuses)}, ${Location} stored`
  })
  check('of 50 changes with one If-Match, one is stored', winners.isRight, winners.details)
  const fields = {
    bud: [{ Firstname: 'n' }, 'LastInteraction'],
    circle: [{ Name: 'n' }, 'Description'],
    event: [{ ...evening, Name: 'n' }, 'Description'],
  }
  for (const [kind, [first, field]] of Object.entries(fields)) {
    const record = await create(owner, kind, first)
    const { stored, conflicts } = await appendTogether(owner, kind, record._id, field, failures)
    check(
      `10 callers append 100 words to one ${kind}, and none is lost`,
      stored === 100,
      `${stored}, ${conflicts} conflicts`,
    )
  }
}

/** Each caller reads the record, appends a word, and starts again after a conflict. */
async function appendTogether(owner, kind, id, field, failures) {
  const path = `/api/v1/${kind}s/${id}`
  let conflicts = 0
  const append = async (caller) => {
    for (let done = 0; done < 10; ) {
      const { json, headers } = await owner.get(path)
      const text = `${json[kind][field]} ${caller}-${done}`
      const options = { headers: { 'If-Match': headers.get('etag') } }
      const response = await owner.patch(path, { [field]: text }, options)
      if (response.status === 200) done += 1
      else if (response.status === 412) conflicts += 1
      else if (isFailure(response)) failures.push(String(response.status))
    }
  }
  await Promise.all(times(10, append))
  const text = (await owner.get(path)).json[kind][field]
  return { stored: new Set(text.split(' ').filter(Boolean)).size, conflicts }
}

async function selectedBuds({ query, check, together, newUser }) {
  const owner = await newUser()
  const statuses = {}
  const dangling = await repeat(rounds, async (round) => {
    const made = await Promise.all(times(4, () => create(owner, 'bud', { Firstname: `bud ${round}` })))
    const ids = made.map(({ _id }) => _id)
    const { _id: circle } = await create(owner, 'circle', { Name: `circle ${round}`, selectedBuds: [ids[0]] })
    const afterRandomDelay = (request) => sleep(Math.random() * 40).then(request)
    const responses = await together([
      ...times(4, (n) => owner.post('/api/v1/circles', { Name: `c${n}`, selectedBuds: [...ids].reverse() })),
      ...times(4, (n) => owner.post('/api/v1/events', { ...evening, Name: `e${n}`, selectedBuds: ids })),
      ...times(4, () => owner.patch(`/api/v1/circles/${circle}`, { selectedBuds: ids })),
      ...times(2, () => afterRandomDelay(() => owner.delete(`/api/v1/buds/${ids[1]}`))),
      afterRandomDelay(() => owner.delete(`/api/v1/buds/${ids[2]}`)),
      ...times(3, () => owner.patch(`/api/v1/buds/${ids[3]}`, { Firstname: `renamed ${round}` })),
    ])
    for (const { status } of responses) statuses[status] = (statuses[status] ?? 0) + 1
    const twice = responses.filter(
      ({ status, json }) => status < 300 && hasTwice(json?.circle ?? json?.event),
    )
    const [{ n }] = await query(`select count(*)::int n from
      (select owner_id, bud_id from circle_buds union all select owner_id, bud_id from event_buds) link
      where not exists (select from buds where buds.owner_id = link.owner_id and buds.id = link.bud_id)`)
    return n === 0 && twice.length === 0 ? '' : `${n} selected buds that do not exist, ${twice.length} twice`
  })
  const unexpected = Object.keys(statuses).filter((status) => !['200', '201', '400', '404'].includes(status))
  const details = `${dangling.details}, ${formatCounts(statuses)}`
  check(
    'buds that are deleted while they are selected are not in any circle or event',
    dangling.isRight && unexpected.length === 0,
    details,
  )
}

const hasTwice = (record) => record && new Set(record.buds.map(({ _id }) => _id)).size !== record.buds.length

async function forms({ query, check, together, newUser }) {
  const owner = await newUser()
  const { text } = await owner.get('/dashboard/AddCircle')
  const [field = ''] = /<input[^>]*name="_id"[^>]*>/.exec(text) ?? []
  const [, _id = ''] = /value="([^"]+)"/.exec(field) ?? []
  const form = { _id, Name: 'one form', Circletype: 'Other' }
  await together(times(20, () => owner.submit('/dashboard/AddCircle', form)))
  const [{ n }] = await query("select count(*)::int n from circles where name = 'one form'")
  check('a form that is sent 20 times at once adds one circle', n === 1, `${n} circles`)
}

async function toggles({ query, check, together, newUser, administrator }) {
  const { Email } = await newUser()
  const [{ id }] = await query('select id from users where email = $1', [Email])
  await together(times(21, () => administrator.patch(`/api/v1/admin/users/${id}/toggle-test`)))
  const [user] = await query('select is_test_account from users where id = $1', [id])
  check('21 toggles at once leave a test account', user.is_test_account === true)
}

async function resets({ apps, check, together, stranger, newUser, nextUrl }) {
  let survivors = 0
  const wrong = await repeat(rounds, async () => {
    const owner = await newUser()
    const { Email, Password } = owner
    await owner.post('/api/v1/auth/forgot-password', { Email })
    const token = await resetToken(apps[0].dataDir, Email)
    if (!token) return 'no mail'
    const signIns = times(6, () => signIn(nextUrl(), { Email, Password }).catch(() => undefined))
    const passwords = times(4, (n) => `five green leaves ${n}`)
    const resetting = passwords.map((password) =>
      stranger().post(`/api/v1/auth/reset-password/${token}`, { password, confirmPassword: password }),
    )
    const statuses = statusesOf(await together(resetting))
    const sessions = [owner, ...(await Promise.all(signIns))].filter(Boolean)
    for (const session of sessions) {
      if ((await session.get('/api/v1/users/current-user')).status !== 401) survivors += 1
    }
    return statuses[200] === 1 && statuses[400] === 3 ? '' : formatCounts(statuses)
  })
  check('a reset link that is used 4 times at once works once', wrong.isRight, wrong.details)
  check(
    'no session of the old password is valid after the reset',
    survivors === 0,
    `${survivors} in ${rounds} rounds`,
  )
}

/** 24 callers change the same few records, to find deadlocks. */
async function storm({ apps, query, check, newUser, failures }) {
  const owner = await newUser()
  const buds = await Promise.all(times(10, (n) => create(owner, 'bud', { Firstname: `s${n}` })))
  const ids = buds.map(({ _id }) => _id)
  const circles = await Promise.all(
    times(3, (n) => create(owner, 'circle', { Name: `s${n}`, selectedBuds: ids })),
  )
  const some = () => ids.filter(() => Math.random() < 0.5).sort(() => Math.random() - 0.5)
  const acts = [
    () => owner.patch(`/api/v1/circles/${pick(circles)._id}`, { selectedBuds: some() }),
    () => owner.patch(`/api/v1/buds/${pick(ids)}`, { Firstname: `s${Math.random()}` }),
    () => owner.post('/api/v1/circles', { Name: `n${Math.random()}`, selectedBuds: some() }),
    () => owner.post('/api/v1/events', { ...evening, Name: `e${Math.random()}`, selectedBuds: some() }),
    async () => {
      const made = await owner.post('/api/v1/buds', { Firstname: 't' })
      return made.status === 201 ? owner.delete(`/api/v1/buds/${made.json.bud._id}`) : made
    },
    () => owner.get('/api/v1/circles?limit=5&search=s'),
    () => owner.get('/api/v1/buds?sort=A-Z'),
  ]
  const responses = []
  const until = Date.now() + stormFor
  const call = async () => {
    while (Date.now() < until && apps.every((app) => app.isRunning())) {
      const { status, ms, text } = await pick(acts)()
      responses.push({ status, ms })
      if (isFailure({ status })) failures.push(`${status} ${text.slice(0, 80)}`)
    }
  }
  await Promise.all(times(24, call))
  const longest = Math.round(responses.reduce((most, { ms }) => Math.max(most, ms), 0))
  const details = `${formatCounts(statusesOf(responses))}, longest ${longest} ms`
  const failed = responses.filter(isFailure).length
  check(
    '24 callers of the same records all get a response within 5 s',
    failed === 0 && longest < 5_000,
    details,
  )
  const [stored] = await query(
    `select (select count(*)::int from buds where owner_id = member.id) buds,
       (select count(*)::int from circles where owner_id = member.id) circles,
       (select count(*)::int from events where owner_id = member.id) events from users member where email = $1`,
    [owner.Email],
  )
  for (const { url } of apps) {
    const totals = {}
    for (const list of Object.keys(stored)) {
      const { json } = await owner.get(`/api/v1/${list}?limit=1`, { url })
      totals[list] = json[`total${list[0].toUpperCase()}${list.slice(1)}`]
    }
    const isSame = Object.keys(stored).every((list) => totals[list] === stored[list])
    check(
      'afterwards the totals of each process equal the stored rows',
      isSame,
      `${JSON.stringify(totals)}, ${JSON.stringify(stored)}`,
    )
  }
}
