import { expect, test } from 'vitest'
import { addresses } from './support/addresses'
import { type Answer, type Client, createClient } from './support/client'
import { createBud, createUser, signedIn, signedInAs } from './support/factories'

const roles = ['nobody', 'owner', 'other', 'test', 'demo', 'admin'] as const
type Role = (typeof roles)[number]

/** What a role gets: a status, or where it is sent. */
type Outcome = number | `→ ${string}`
type Row = [
  method: string,
  address: string,
  outcome: (role: Role) => Outcome,
  fields?: Record<string, string>,
]

const everyone = (outcome: Outcome) => () => outcome
const users = (outcome: Outcome, nobody: Outcome) => (role: Role) => (role === 'nobody' ? nobody : outcome)
const screen = (outcome: Outcome) => users(outcome, '→ /')
const api = (outcome: Outcome) => users(outcome, 401)
const own = (mine: Outcome, others: Outcome, nobody: Outcome) => (role: Role) =>
  role === 'owner' ? mine : role === 'nobody' ? nobody : others

/** Every address and every method that it knows. `:id` is a bud of 'owner'. */
const matrix: Row[] = [
  ['GET', '/', everyone(200)],
  ['GET', '/register', everyone(200)],
  ['POST', '/register', everyone('→ /terms')],
  ['POST', '/register', everyone(400), { terms: 'accepted' }],
  ['GET', '/login', everyone(200)],
  ['POST', '/login', everyone(400)],
  ['GET', '/forgot-password', everyone(200)],
  ['POST', '/forgot-password', everyone(400)],
  ['GET', '/reset-password/:token', everyone(200)],
  ['POST', '/reset-password/:token', everyone(400)],
  ['GET', '/logout', everyone('→ /')],
  ['POST', '/logout', everyone('→ /')],
  ['GET', '/dev/mail', everyone(404)],
  ['GET', '/*', everyone(404)],
  ['POST', '/*', everyone(404)],

  ['GET', '/dashboard', screen(200)],
  ['GET', '/dashboard/AddBud', screen(200)],
  ['POST', '/dashboard/AddBud', screen(400)],
  ['POST', '/dashboard/AddBud', screen('→ /dashboard'), { Firstname: 'Joan' }],
  ['GET', '/dashboard/EditBud/:id', own(200, '→ /dashboard', '→ /')],
  ['POST', '/dashboard/EditBud/:id', screen('→ /dashboard'), { Firstname: 'Joan' }],
  ['GET', '/dashboard/DeleteBud/:id', screen('→ /dashboard')],
  ['POST', '/dashboard/DeleteBud/:id', screen('→ /dashboard')],
  ['GET', '/dashboard/profile', screen(200)],
  ['POST', '/dashboard/profile', screen(400), { Firstname: ' ' }],
  [
    'POST',
    '/dashboard/profile',
    (role) => (role === 'demo' ? 403 : screen('→ /dashboard/profile')(role)),
    { Firstname: 'Joan' },
  ],
  ['GET', '/avatars/:hash', screen(404)],

  ['POST', '/api/v1/auth/register', everyone(400)],
  ['POST', '/api/v1/auth/login', everyone(400)],
  ['POST', '/api/v1/auth/demo', everyone(200)],
  ['GET', '/api/v1/auth/logout', everyone(200)],
  ['POST', '/api/v1/auth/logout', everyone(200)],
  ['POST', '/api/v1/auth/forgot-password', everyone(400)],
  ['POST', '/api/v1/auth/reset-password/:token', everyone(400)],
  ['GET', '/api/v1/settings/registration', everyone(200)],
  ['GET', '/api/v1/users/current-user', api(200)],
  ['PATCH', '/api/v1/users/update-user', (role) => (role === 'demo' ? 403 : api(200)(role))],
  ['GET', '/api/v1/buds', api(200)],
  ['POST', '/api/v1/buds', api(400)],
  ['POST', '/api/v1/buds', api(201), { Firstname: 'Joan' }],
  ['GET', '/api/v1/buds/:id', own(200, 404, 401)],
  ['PATCH', '/api/v1/buds/:id', own(200, 404, 401), { Firstname: 'Joan' }],
  ['DELETE', '/api/v1/buds/:id', own(200, 404, 401)],
  ['GET', '/api/v1/*', everyone(404)],
  ['POST', '/api/v1/*', everyone(404)],
]

const cases = matrix.flatMap(([method, address, outcome, fields = {}]) =>
  roles.map((role) => [method, address, role, outcome(role), fields] as const),
)

test('every address of the table has a row', () => {
  expect(new Set(matrix.map(([, address]) => address))).toEqual(new Set(addresses))
})

test.each(cases)('%s %s for %s: %s', async (method, address, role, outcome, fields) => {
  const owner = await createUser()
  const bud = await createBud(owner)
  const path = address.replace(':id', bud._id).replace(/:token|:hash|\*/, 'no-such')
  const body = method === 'GET' ? undefined : new URLSearchParams(fields)
  const answer = await (await clientOf(role, owner)).send(method, path, { body })
  expect(outcomeOf(answer)).toBe(outcome)
  if (role !== 'owner') expect(await budOf(owner, bud._id)).toMatchObject({ Firstname: 'Grace' })
})

async function clientOf(role: Role, owner: { _id: string }): Promise<Client> {
  if (role === 'nobody') return createClient()
  if (role === 'owner') return signedInAs(owner._id)
  return signedIn({ traits: role === 'other' ? [] : [role] })
}

function outcomeOf({ status, headers }: Answer) {
  return status === 302 ? `→ ${headers.get('Location')}` : status
}

async function budOf(owner: { _id: string }, id: string) {
  return (await (await signedInAs(owner._id)).get(`/api/v1/buds/${id}`)).body?.bud
}
