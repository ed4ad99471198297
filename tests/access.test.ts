import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findPost } from '~/blog/posts.server'
import { db } from '~/db/db.server'
import * as schema from '~drizzle/schema'
import { type Client, type ClientResponse, createClient } from './support/client'
import { createPost, createUser, signedIn, signedInAs } from './support/factories'
import { storePost } from './support/posts'
import { bud, records } from './support/records'
import { paths } from './support/routes'

type Role = 'visitor' | 'owner' | 'other' | 'test' | 'testAccount' | 'demo' | 'admin'

/** The status, or the target of the redirect. */
type Outcome = number | `→ ${string}`
type Row = [
  method: string,
  pattern: string,
  outcome: (role: Role) => Outcome,
  fields?: Record<string, string>,
]

const everyone = (outcome: Outcome) => () => outcome
const users = (outcome: Outcome, visitor: Outcome) => (role: Role) => (role === 'visitor' ? visitor : outcome)
const screen = (outcome: Outcome) => users(outcome, '→ /')
const api = (outcome: Outcome) => users(outcome, 401)
const ownRecord = (mine: Outcome, others: Outcome, visitor: Outcome) => (role: Role) =>
  role === 'owner' ? mine : role === 'visitor' ? visitor : others

const circle = { Name: 'Readers' }
const event = {
  Name: 'Lunch',
  Location: 'Bath',
  Eventtype: 'Client',
  startDate: '2026-12-01T12:00',
  endDate: '2026-12-01T13:00',
}

const adminScreen = (outcome: Outcome) => (role: Role) =>
  role === 'admin' ? outcome : role === 'visitor' ? '→ /' : '→ /dashboard'
const adminApi = (outcome: Outcome) => (role: Role) =>
  role === 'admin' ? outcome : role === 'visitor' ? 401 : 403

/** The outcomes of the subscription calls: no role has a subscription, and Stripe is not configured. */
const billing = (outcome: Outcome) => (role: Role) =>
  ({ visitor: 401, demo: 403, test: 400, testAccount: 400, admin: 400, owner: outcome, other: outcome })[role]

const post = { title: 'Joan', excerpt: 'Of Arc', content: '<p>Lived.</p>', author: 'Ada' }

/**
 * The access matrix: every path with each of its methods. `:id` is the id of a record of 'owner'. In paths of the blog it is
 * the id of a draft, and in paths of admins the id of the user 'owner'. `:slug` is the slug of a published post.
 */
const matrix: Row[] = [
  ['GET', '/', everyone(200)],
  ['GET', '/blog', everyone(200)],
  ['POST', '/blog', everyone(405)],
  ['GET', '/blog/rss.xml', everyone(200)],
  ['POST', '/blog/rss.xml', everyone(405)],
  ['GET', '/blog/:slug', everyone(200)],
  ['POST', '/blog/:slug', everyone(405)],
  ['GET', '/register', everyone(200)],
  ['POST', '/register', everyone('→ /terms')],
  ['POST', '/register', everyone(400), { terms: 'accepted' }],
  ['GET', '/login', everyone(200)],
  ['POST', '/login', everyone(400)],
  ['GET', '/forgot-password', everyone(200)],
  ['POST', '/forgot-password', everyone(400)],
  ['GET', '/reset-password/:token', everyone(200)],
  ['POST', '/reset-password/:token', everyone(400)],
  ['GET', '/confirm-email/:token', everyone(404)],
  ['POST', '/confirm-email/:token', everyone(404)],
  ['GET', '/logout', everyone('→ /')],
  ['POST', '/logout', everyone('→ /')],
  ['GET', '/terms', everyone(200)],
  ['GET', '/privacy-policy', everyone(200)],
  ['GET', '/about', everyone(200)],
  ['GET', '/contact', everyone(200)],
  ['POST', '/contact', everyone(400)],
  ['GET', '/robots.txt', everyone(200)],
  ['GET', '/sitemap.xml', everyone(200)],
  ['GET', '/dev/mail', everyone(404)],
  ['POST', '/webhooks/stripe', everyone(404)],
  ['POST', '/webhooks/postmark', everyone(404)],
  ['POST', '/jobs/expire-trials', everyone(404)],
  ['GET', '/*', everyone(404)],
  ['POST', '/*', everyone(404)],

  ['GET', '/dashboard', screen(200)],
  ['GET', '/dashboard/AddBud', screen(200)],
  ['POST', '/dashboard/AddBud', screen(400)],
  ['POST', '/dashboard/AddBud', screen('→ /dashboard'), { Firstname: 'Joan' }],
  ['GET', '/dashboard/EditBud/:id', ownRecord(200, '→ /dashboard', '→ /')],
  ['POST', '/dashboard/EditBud/:id', screen('→ /dashboard'), { Firstname: 'Joan' }],
  ['GET', '/dashboard/DeleteBud/:id', screen('→ /dashboard')],
  ['POST', '/dashboard/DeleteBud/:id', screen('→ /dashboard')],

  ['GET', '/dashboard/AllCircles', screen(200)],
  ['GET', '/dashboard/AddCircle', screen(200)],
  ['POST', '/dashboard/AddCircle', screen(400)],
  ['POST', '/dashboard/AddCircle', screen('→ /dashboard/allcircles'), circle],
  ['GET', '/dashboard/EditCircle/:id', ownRecord(200, '→ /dashboard/allcircles', '→ /')],
  ['POST', '/dashboard/EditCircle/:id', ownRecord(400, '→ /dashboard/allcircles', '→ /')],
  ['POST', '/dashboard/EditCircle/:id', screen('→ /dashboard/allcircles'), circle],
  ['GET', '/dashboard/DeleteCircle/:id', screen('→ /dashboard/allcircles')],
  ['POST', '/dashboard/DeleteCircle/:id', screen('→ /dashboard/allcircles')],

  ['GET', '/dashboard/AllEvents', screen(200)],
  ['GET', '/dashboard/AddEvent', screen(200)],
  ['POST', '/dashboard/AddEvent', screen(400)],
  ['POST', '/dashboard/AddEvent', screen('→ /dashboard/allevents'), event],
  ['GET', '/dashboard/EditEvent/:id', ownRecord(200, '→ /dashboard/allevents', '→ /')],
  ['POST', '/dashboard/EditEvent/:id', ownRecord(400, '→ /dashboard/allevents', '→ /')],
  ['POST', '/dashboard/EditEvent/:id', screen('→ /dashboard/allevents'), event],
  ['GET', '/dashboard/DeleteEvent/:id', screen('→ /dashboard/allevents')],
  ['POST', '/dashboard/DeleteEvent/:id', screen('→ /dashboard/allevents')],

  ['GET', '/dashboard/Calendar', screen(200)],
  ['GET', '/dashboard/profile', screen(200)],
  ['POST', '/dashboard/profile', (role) => (role === 'demo' ? 403 : screen(400)(role)), { Firstname: ' ' }],
  [
    'POST',
    '/dashboard/profile',
    (role) => (role === 'demo' ? 403 : screen('→ /dashboard/profile')(role)),
    { Firstname: 'Joan' },
  ],
  ['POST', '/dashboard/profile', screen('→ /dashboard/profile'), { intent: 'resend' }],
  ['POST', '/dashboard/profile', screen('→ /dashboard/profile'), { intent: 'cancel' }],
  ['GET', '/dashboard/subscription', screen(200)],
  ['POST', '/dashboard/subscription', screen('→ /dashboard/subscription'), { intent: 'cancel' }],
  ['POST', '/dashboard/subscription', screen('→ /dashboard/subscription'), { intent: 'resume' }],
  ['POST', '/dashboard/subscription', screen('→ /dashboard/subscription'), { intent: 'checkout' }],
  ['GET', '/avatars/:hash', screen(404)],
  ['GET', '/dashboard/Admin', adminScreen(200)],
  ['POST', '/dashboard/Admin', adminScreen(400)],
  ['POST', '/dashboard/Admin', adminScreen('→ /dashboard/Admin'), { intent: 'generate' }],
  [
    'POST',
    '/dashboard/Admin',
    adminScreen('→ /dashboard/Admin'),
    { intent: 'settings', requireAccessCode: 'false' },
  ],
  [
    'POST',
    '/dashboard/Admin',
    adminScreen('→ /dashboard/Admin'),
    { intent: 'test-account', _id: ':id', isTestAccount: 'true' },
  ],
  ['GET', '/dashboard/blog', adminScreen(200)],
  ['POST', '/dashboard/blog', adminScreen(400)],
  ['POST', '/dashboard/blog', adminScreen('→ /dashboard/blog'), { _id: ':id', intent: 'publish' }],
  ['POST', '/dashboard/blog', adminScreen('→ /dashboard/blog'), { _id: ':id', intent: 'delete' }],
  ['GET', '/dashboard/blog/new', adminScreen(200)],
  ['POST', '/dashboard/blog/new', adminScreen(400)],
  ['POST', '/dashboard/blog/new', adminScreen('→ /dashboard/blog'), post],
  ['GET', '/dashboard/blog/edit/:id', adminScreen(200)],
  ['POST', '/dashboard/blog/edit/:id', adminScreen(400)],
  ['POST', '/dashboard/blog/edit/:id', adminScreen('→ /dashboard/blog'), post],

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
  ['GET', '/api/v1/buds/:id', ownRecord(200, 404, 401)],
  ['PATCH', '/api/v1/buds/:id', ownRecord(200, 404, 401), { Firstname: 'Joan' }],
  ['DELETE', '/api/v1/buds/:id', ownRecord(200, 404, 401)],
  ['GET', '/api/v1/circles', api(200)],
  ['POST', '/api/v1/circles', api(400)],
  ['POST', '/api/v1/circles', api(201), circle],
  ['GET', '/api/v1/circles/:id', ownRecord(200, 404, 401)],
  ['PATCH', '/api/v1/circles/:id', ownRecord(200, 404, 401), circle],
  ['DELETE', '/api/v1/circles/:id', ownRecord(200, 404, 401)],
  ['GET', '/api/v1/events', api(200)],
  ['POST', '/api/v1/events', api(400)],
  ['POST', '/api/v1/events', api(201), event],
  ['GET', '/api/v1/events/:id', ownRecord(200, 404, 401)],
  ['PATCH', '/api/v1/events/:id', ownRecord(200, 404, 401), event],
  ['DELETE', '/api/v1/events/:id', ownRecord(200, 404, 401)],
  ['GET', '/api/v1/subscriptions/status', api(200)],
  ['POST', '/api/v1/subscriptions/create-checkout-session', billing(503)],
  ['POST', '/api/v1/subscriptions/cancel', billing(409)],
  ['POST', '/api/v1/subscriptions/resume', billing(409)],
  ['POST', '/api/v1/blog/admin', adminApi(400)],
  ['POST', '/api/v1/blog/admin', adminApi(201), post],
  ['GET', '/api/v1/blog/admin', everyone(405)],
  ['GET', '/api/v1/blog/admin/all', adminApi(200)],
  ['POST', '/api/v1/blog/admin/all', everyone(405)],
  ['GET', '/api/v1/blog/admin/:id', adminApi(200)],
  ['PATCH', '/api/v1/blog/admin/:id', adminApi(200), { published: 'true' }],
  ['DELETE', '/api/v1/blog/admin/:id', adminApi(200)],
  ['POST', '/api/v1/blog/admin/:id', everyone(405)],
  ['GET', '/api/v1/blog', everyone(200)],
  ['POST', '/api/v1/blog', everyone(405)],
  ['GET', '/api/v1/blog/tags', everyone(200)],
  ['POST', '/api/v1/blog/tags', everyone(405)],
  ['GET', '/api/v1/blog/:slug', everyone(200)],
  ['PATCH', '/api/v1/blog/:slug', everyone(405)],
  ['DELETE', '/api/v1/blog/:slug', everyone(405)],
  ['GET', '/api/v1/admin/access-codes', adminApi(200)],
  ['POST', '/api/v1/admin/access-codes', adminApi(201)],
  ['GET', '/api/v1/admin/settings', adminApi(200)],
  ['PATCH', '/api/v1/admin/settings', adminApi(400)],
  ['PATCH', '/api/v1/admin/settings', adminApi(200), { requireAccessCode: 'false' }],
  ['GET', '/api/v1/admin/users', adminApi(200)],
  ['PATCH', '/api/v1/admin/users/:id/toggle-test', adminApi(200)],
  ['GET', '/api/v1/*', everyone(404)],
  ['POST', '/api/v1/*', everyone(404)],
]

test('the access matrix has a row for every path of the route table', () => {
  expect(new Set(matrix.map(([, pattern]) => pattern))).toEqual(new Set(paths))
})

test.each(matrix)('%s %s', async (method, pattern, outcome, fields = {}) => {
  const owner = await createUser()
  const { api, create } = kindOf(pattern)
  const record = await create(owner)
  const draft = await createPost()
  const _id = /\/admin\/users|\/Admin/.test(pattern)
    ? owner._id
    : pattern.includes('/blog')
      ? draft._id
      : record._id
  const { slug } = pattern.includes(':slug') ? await storePost() : { slug: '' }
  const path = pattern
    .replace(':id', _id)
    .replace(':slug', slug)
    .replace(/:token|:hash|\*/, 'no-such')
  const body = method === 'GET' ? undefined : new URLSearchParams(withId(fields, _id))
  const reader = await signedInAs(owner._id)
  const readRecord = async () => (await reader.get(`${api}/${record._id}`)).body
  const before = [await readRecord(), await adminDataOf(owner, draft)]
  // The role that is allowed to change the record or the admin data comes last.
  const isOfAdmins = /admin|dashboard\/blog/i.test(pattern)
  const lastTwo = isOfAdmins ? [['owner'], ['admin']] : [['admin'], ['owner']]
  for (const group of [['visitor', 'other', 'test', 'testAccount', 'demo'], ...lastTwo] as Role[][]) {
    for (const role of group) {
      const response = await (await clientOf(role, owner)).send(method, path, { body })
      expect(outcomeOf(response), role).toBe(outcome(role))
      if (response.status === 401) expect(response.body).toEqual({ msg: 'Please log in' })
      if (isOfAdmins && role !== 'admin') expectRefusal(response)
    }
    if (!group.includes('owner')) expect(await readRecord(), `after ${group}`).toEqual(before[0])
    if (!group.includes('admin')) expect(await adminDataOf(owner, draft), `after ${group}`).toEqual(before[1])
  }
})

/** Checks the message for a user who is signed in. */
function expectRefusal(response: ClientResponse) {
  if (response.status === 403) expect(response.body).toEqual({ msg: 'Unauthorized access' })
  if (outcomeOf(response) === '→ /dashboard') expect(response).toSendToast('Unauthorized access')
}

test.each(['/DASHBOARD/Blog/New', '/DASHBOARD/admin?tab=settings'])(
  '%s in other letter case redirects a user who is not an admin',
  async (path) => {
    const user = await signedIn()
    for (const response of [await user.visit(path), await user.submit(path, post)]) {
      expect(outcomeOf(response)).toBe('→ /dashboard')
    }
  },
)

/** Data that only admins may change. */
async function adminDataOf(owner: { _id: string }, draft: { _id: string }) {
  const [user] = await db.select().from(schema.users).where(eq(schema.users._id, owner._id))
  const codes = await db.$count(schema.accessCodes)
  return { isTestAccount: user?.isTestAccount, codes, draft: await findPost(draft._id) }
}

/** The kind of record in a path, by default a bud. */
function kindOf(pattern: string) {
  const kind = records.find(({ noun, api }) => pattern.startsWith(api) || pattern.includes(noun))
  if (!kind && pattern.includes(':id') && !/users|blog/.test(pattern)) {
    throw new Error(`tests/support/records.ts has no record for ${pattern}`)
  }
  return kind ?? bud
}

function withId(fields: Record<string, string>, id: string) {
  return '_id' in fields ? { ...fields, _id: id } : fields
}

async function clientOf(role: Role, owner: { _id: string }): Promise<Client> {
  if (role === 'visitor') return createClient()
  if (role === 'owner') return signedInAs(owner._id)
  return signedIn({ traits: role === 'other' ? [] : [role] })
}

function outcomeOf({ status, headers }: ClientResponse) {
  return status === 302 ? `→ ${headers.get('Location')}` : status
}
