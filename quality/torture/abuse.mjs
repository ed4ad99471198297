import {
  createClient,
  formatCounts,
  mailsIn,
  newPerson,
  onPostgres,
  registerMember,
  sleep,
  statusesOf,
  times,
} from './support.mjs'

const maxMailsToStranger = 20
const maxRevealed = 45

/** Checks how much one account, one IP address or one visitor of the demo account can affect others. */
export const abuse = onPostgres(async (scene) => {
  const app = await scene.startApp({ API_RATE_LIMIT: '600' })
  const context = { ...scene, app, stranger: (headers) => createClient(app.url, headers) }
  await mailStrangers(context)
  const group = []
  for (let n = 0; n < 5; n++) group.push(await registerMember(app.url))
  await signInTogether(context, group)
  await probeForAccounts(context, group)
  await guessPasswords(context)
  await requestResetLinks(context)
  await exhaustDemoLimit(context)
})

const profile = { Firstname: 'x', Surname: '', Location: '' }
const changesOfEmail = {
  API: (member, Email) => member.patch('/api/v1/users/update-user', { Email, password: member.Password }),
  form: (member, Email) =>
    member.submit('/dashboard/profile', { ...profile, Email, password: member.Password }),
}

async function mailStrangers({ app, check }) {
  for (const [way, change] of Object.entries(changesOfEmail)) {
    const member = await registerMember(app.url)
    const address = `stranger-by-${way.toLowerCase()}@example.net`
    const responses = []
    for (const until = Date.now() + 10_000; Date.now() < until; ) {
      for (const Email of [address, member.Email]) responses.push(await change(member, Email))
    }
    await sleep(2_000)
    const sent = mailsIn(app.dataDir).filter(({ To }) => To === address).length
    const details = `${sent} mails, ${formatCounts(statusesOf(responses))}`
    const sentence = `one account can cause at most ${maxMailsToStranger} mails to a stranger in 10 s, by the ${way}`
    check(sentence, sent <= maxMailsToStranger, details)
  }
}

async function signInTogether({ check, stranger }, group) {
  for (const n of [2, 5]) {
    const responses = []
    for (let round = 0; round < 40; round++) {
      const people = group.slice(0, n)
      const signIns = people.map(({ Email, Password }) =>
        stranger().post('/api/v1/auth/login', { Email, Password }),
      )
      responses.push(...(await Promise.all(signIns)))
    }
    const statuses = statusesOf(responses)
    check(
      `${n} people behind one IP address sign in at once, 40 times, and nobody is refused`,
      !statuses[429],
      formatCounts(statuses),
    )
  }
  const visits = []
  for (let round = 0; round < 20; round++) {
    visits.push(...(await Promise.all(times(3, () => stranger().post('/api/v1/auth/demo')))))
  }
  const statuses = statusesOf(visits)
  check(
    '3 visitors open the demo account at once, 20 times, and nobody is refused',
    !statuses[429],
    formatCounts(statuses),
  )
}

async function probeForAccounts({ app, check, stranger }, group) {
  const ways = {
    'the profile by the API': changesOfEmail.API,
    'the profile form': changesOfEmail.form,
    registering: (_, Email) => stranger().post('/api/v1/auth/register', { ...newPerson(), Email }),
  }
  for (const [way, attempt] of Object.entries(ways)) {
    const member = await registerMember(app.url)
    const responses = []
    for (const until = Date.now() + 15_000; responses.length < 120 && Date.now() < until; ) {
      responses.push(await attempt(member, group[responses.length % group.length].Email))
    }
    const revealed = statusesOf(responses)[409] ?? 0
    const sentence = `${way} reveals at most ${maxRevealed} of 120 times whether an address has an account`
    check(sentence, revealed <= maxRevealed, formatCounts(statusesOf(responses)))
  }
}

async function guessPasswords({ app, query, check, stranger }) {
  await query('delete from attempts')
  const victim = await registerMember(app.url)
  const forged = () => ({
    'X-Forwarded-For': `10.${Math.floor(Math.random() * 250)}.1.1`,
    'X-Real-IP': '1.2.3.4',
    Forwarded: 'for=9.9.9.9',
  })
  const ways = { 'from one IP address': () => ({}), 'with forged IP addresses': forged }
  for (const [way, headers] of Object.entries(ways)) {
    const guesses = await Promise.all(
      times(100, (n) => {
        const Email = n % 2 ? victim.Email : victim.Email.toUpperCase()
        return stranger(headers()).post('/api/v1/auth/login', { Email, Password: `wrong guess ${n}` })
      }),
    )
    const statuses = statusesOf(guesses)
    check(
      `of 100 simultaneous guesses at a password, ${way}, at most 5 are checked`,
      (statuses[401] ?? 0) <= 5,
      formatCounts(statuses),
    )
  }
  const { Email, Password } = victim
  const { status } = await victim.post('/api/v1/auth/login', { Email, Password })
  check(
    'during the attack the owner signs in from a browser that has signed in before',
    status === 200,
    String(status),
  )
}

async function requestResetLinks({ app, query, check, stranger }) {
  await query('delete from attempts')
  const { Email } = await registerMember(app.url)
  const before = mailsIn(app.dataDir).length
  const responses = await Promise.all(
    times(30, () => stranger().post('/api/v1/auth/forgot-password', { Email })),
  )
  await sleep(2_000)
  const sent = mailsIn(app.dataDir).length - before
  check(
    '30 requests for a reset link send at most 6 mails',
    sent <= 6,
    `${sent}, ${formatCounts(statusesOf(responses))}`,
  )
}

async function exhaustDemoLimit({ check, stranger }) {
  const [one, other] = [stranger(), stranger()]
  for (const visitor of [one, other]) await visitor.post('/api/v1/auth/demo')
  for (let n = 0; n < 31; n++) await Promise.all(times(20, () => one.get('/api/v1/users/current-user')))
  await sleep(1_500)
  const api = await other.get('/api/v1/buds')
  const screen = await other.get('/dashboard')
  const details = `the API ${api.status}, the screen ${screen.status}`
  check(
    'after 620 API calls of one demo visitor, another can still open screens',
    screen.status === 200,
    details,
  )
}
