import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { operations, type RoutedOperation } from '~/api/openapi/operations.server'
import { db } from '~/base/db/db.server'
import { findPost } from '~/site/blog/posts.server'
import * as schema from '~drizzle/schema'
import { createDevice } from './integrations/devices/support'
import { storeToken } from './integrations/tokens/support'
import { type Client, type ClientResponse, createClient } from './support/client'
import {
  createFeed,
  createImport,
  createInteraction,
  createPasskey,
  createPost,
  createProposal,
  createRelation,
  createSmartList,
  createUser,
  createWebhook,
  password,
  signedIn,
  signedInAs,
} from './support/factories'
import { storePost } from './support/posts'
import { bud, records } from './support/records'
import { paths } from './support/routes'

/** 'half' has given the password, and not the code of the second factor. */
type Role = 'visitor' | 'half' | 'owner' | 'other' | 'testRole' | 'testAccount' | 'demo' | 'admin'

/** The status, or the target of the redirect. */
type Outcome = number | `→ ${string}`
type Row = [
  method: string,
  pattern: string,
  /** Outside of `/login/code`, a half-signed-in session is that of a visitor. */
  outcome: (role: Role) => Outcome,
  fields?: Record<string, string>,
]

const everyone = (outcome: Outcome) => () => outcome
const users = (outcome: Outcome, visitor: Outcome) => (role: Role) => (role === 'visitor' ? visitor : outcome)
const screen = (outcome: Outcome) => users(outcome, '→ /')
const api = (outcome: Outcome) => users(outcome, 401)
/** The profile of the demo account cannot be changed. */
const exceptDemo = (others: Row[2]) => (role: Role) => (role === 'demo' ? 403 : others(role))
const ownRecord = (mine: Outcome, others: Outcome, visitor: Outcome) => (role: Role) =>
  role === 'owner' ? mine : role === 'visitor' ? visitor : others

const adminScreen = (outcome: Outcome) => (role: Role) =>
  role === 'admin' ? outcome : role === 'visitor' ? '→ /' : '→ /dashboard'
const adminApi = (outcome: Outcome) => (role: Role) =>
  role === 'admin' ? outcome : role === 'visitor' ? 401 : 403

/** The outcomes of the subscription calls: no role has a subscription, and Stripe is not configured. */
const billing = (outcome: Outcome) => (role: Role) =>
  ({
    visitor: 401,
    half: 401,
    demo: 403,
    testRole: 400,
    testAccount: 400,
    admin: 400,
    owner: outcome,
    other: outcome,
  })[role]

const reminders = '/dashboard/reminders'
const devices = '/dashboard/devices'
const security = '/dashboard/security'
const codeScreen = '/login/code'
const subscription = '/dashboard/subscription'
const admin = '/dashboard/Admin'
const post = { title: 'Joan', excerpt: 'Of Arc', content: '<p>Lived.</p>', author: 'Ada' }

const unknownId = '019a9f6e-0000-7000-8000-000000000000'

/** What the outcome of a call without fields is, where it does not follow from its operation. */
const exceptions: Record<string, Row[2]> = {
  'POST /example': ownRecord(409, 201, 401),
  'POST /events/{id}/guests': ownRecord(400, 404, 401),
  'POST /imports/{id}/undo': ownRecord(409, 404, 401),
  'PATCH /imports/{id}/rows/{n}': ownRecord(400, 404, 401),
  'DELETE /sessions/{id}': api(404),
  'DELETE /passkeys/{id}': api(400),
  'POST /subscriptions/create-checkout-session': billing(503),
  'POST /subscriptions/cancel': billing(409),
  'POST /subscriptions/resume': billing(409),
}

const refusedForDemo = `
  PATCH /users/update-user, POST /users/verify-email, POST /users/delete, POST /auth/change-password,
  POST /auth/totp, POST /auth/totp/confirm, DELETE /auth/totp, POST /auth/recovery-codes, POST /passkeys,
  POST /passkeys/options, DELETE /passkeys/{id}, DELETE /sessions, DELETE /sessions/{id}, DELETE /programs,
  POST /tokens, POST /devices, POST /webhooks, POST /events/{id}/guests, POST /buds/{id}/update-link,
  POST /example`
  .trim()
  .split(/,\s+/)

/** The outcome of a call without fields, by its operation: who may call it, whose record it reads, what it must get. */
function outcomeOfCall({ call, access, path, status = 200, query, body, file }: RoutedOperation): Row[2] {
  const isEnough = !file && [query, body].every((schema) => schema?.safeParse({}).success ?? true)
  const outcome = isEnough ? ([status].flat()[0] ?? 200) : 400
  if (access === 'public' || access === 'shared') return everyone(outcome)
  if (access === 'tokenOnly') return everyone(401)
  if (access === 'admin') return adminApi(outcome)
  const found = exceptions[call] ?? (path.includes('{id}') ? ownRecord(outcome, 404, 401) : api(outcome))
  return refusedForDemo.includes(call) ? exceptDemo(found) : found
}

const patternOf = (path: string) => `/api/v1${path.replace(/\{(\w+)\}/g, ':$1')}`

/** Rows of several paths with the same method and outcome. */
const rows = (method: string, outcome: Row[2], paths: string) =>
  paths.split(/\s+/).map((path): Row => [method, path, outcome])

/**
 * The access matrix: every path with each of its methods. `:id` is the id of a record of 'owner'. In paths of the blog it is
 * the id of a draft, and in paths of admins the id of the user 'owner'. `:slug` is the slug of a published post.
 */
const matrix: Row[] = [
  ...rows('GET', everyone(200), '/ /blog /blog/rss.xml /blog/:slug /robots.txt /sitemap.xml'),
  ...rows('GET', everyone(200), '/register /login /forgot-password /reset-password/:token'),
  ...rows('GET', everyone(200), '/terms /privacy-policy /about /contact /developers'),
  ...rows('GET', everyone(404), '/confirm-email/:token /dev/mail /*'),
  ...rows('GET', everyone(404), '/verify-email/:token /keep-email/:token /unsubscribe/:token'),
  ...rows('POST', everyone(404), '/verify-email/:token /keep-email/:token /unsubscribe/:token'),
  ...rows('GET', everyone(404), '/rsvp/:token /rsvp/:token/event.ics'),
  ...rows('POST', everyone(404), '/rsvp/:token'),
  ...rows('GET', everyone(404), '/update/:token'),
  ...rows('POST', everyone(404), '/update/:token'),
  ...rows('GET', everyone(404), '/feeds/:token'),
  ...rows('POST', everyone(404), '/feeds/:token'),
  ['GET', '/update/thanks', everyone(200)],
  ['GET', codeScreen, (role) => (role === 'half' ? 200 : '→ /login')],
  ['POST', codeScreen, (role) => (role === 'half' ? 400 : '→ /login')],
  ['POST', '/login', everyone('→ /login'), { intent: 'passkey' }],
  ...rows('POST', everyone(400), '/login /forgot-password /reset-password/:token /contact'),
  ['POST', '/register', everyone('→ /terms')],
  ['POST', '/register', everyone(400), { terms: 'accepted' }],
  ['GET', '/logout', everyone('→ /')],
  ['POST', '/logout', everyone('→ /')],
  ...rows('POST', everyone(404), '/confirm-email/:token /webhooks/stripe /webhooks/postmark'),
  ...rows('POST', everyone(404), '/jobs/expire-trials /jobs/remind /*'),
  ...rows('POST', everyone(405), '/blog /blog/rss.xml /blog/:slug'),

  ...records.flatMap(({ list, add, edit, remove, saved, api: path, minimal }): Row[] => [
    ['GET', list, screen(200)],
    ['GET', add, screen(200)],
    ['POST', add, screen(400)],
    ['POST', add, screen(`→ ${saved}`), minimal],
    ['GET', `${edit}/:id`, ownRecord(200, `→ ${saved}`, '→ /')],
    ['POST', `${edit}/:id`, ownRecord(400, `→ ${saved}`, '→ /')],
    ['POST', `${edit}/:id`, screen(`→ ${saved}`), minimal],
    ['GET', `${remove}/:id`, screen(`→ ${saved}`)],
    ['POST', `${remove}/:id`, screen(`→ ${saved}`)],
    ['POST', path, api(201), minimal],
    ['PATCH', `${path}/:id`, ownRecord(200, 404, 401), minimal],
  ]),

  ...rows('GET', screen(200), '/dashboard/Calendar /dashboard/profile /dashboard/subscription'),
  ['POST', '/dashboard/Calendar', screen(400)],
  [
    'POST',
    '/dashboard/Calendar',
    screen(404),
    { _id: unknownId, startDate: '2026-11-20T19:00', endDate: '2026-11-20T20:00' },
  ],
  ['GET', '/dashboard/Find', screen(200)],
  ...rows('GET', screen(200), '/dashboard/data /dashboard/export'),
  ['POST', '/dashboard/profile', exceptDemo(screen(400)), { Firstname: ' ' }],
  ['POST', '/dashboard/profile', exceptDemo(screen('→ /dashboard/profile')), { Firstname: 'Joan' }],
  ['POST', '/dashboard/profile', screen('→ /dashboard/profile'), { intent: 'faces', faces: 'initials' }],
  ['POST', '/dashboard/profile', screen('→ /dashboard/profile'), { intent: 'resend' }],
  ['POST', '/dashboard/profile', screen('→ /dashboard/profile'), { intent: 'cancel' }],
  ['GET', reminders, screen(200)],
  ['POST', reminders, screen(400), { leadDays: '2' }],
  ['POST', reminders, screen(`→ ${reminders}`), { leadDays: '7' }],
  ['POST', reminders, exceptDemo(screen(`→ ${reminders}`)), { digest: 'daily' }],
  ['POST', reminders, screen(`→ ${reminders}`), { intent: 'verify' }],
  ['GET', '/dashboard/developers', screen(200)],
  ['POST', '/dashboard/developers', exceptDemo(screen(400))],
  ['POST', '/dashboard/developers', screen('→ /dashboard/developers'), { intent: 'revoke', _id: ':id' }],
  ['POST', '/dashboard/developers', exceptDemo(screen(400)), { intent: 'add-webhook' }],
  ['POST', '/dashboard/developers', exceptDemo(screen(400)), { intent: 'make-device' }],
  ['POST', '/dashboard/developers', screen('→ /dashboard/developers#phones'), { intent: 'revoke-device' }],
  ['GET', devices, screen(200)],
  ['POST', devices, screen(400)],
  ...['release', 'refuse', 'revoke-device'].map(
    (intent): Row => ['POST', devices, screen(`→ ${devices}`), { intent, _id: unknownId }],
  ),
  ['POST', devices, screen(`→ ${devices}`), { _id: unknownId, since: '2026-11-27T10:00' }],
  ...['test-webhook', 'remove-webhook'].map(
    (intent): Row => [
      'POST',
      '/dashboard/developers',
      screen('→ /dashboard/developers#webhooks'),
      { intent, _id: ':id' },
    ],
  ),
  ['GET', security, screen(200)],
  ['POST', security, exceptDemo(screen(400))],
  ['POST', security, screen(`→ ${security}`), { intent: 'end', _id: unknownId }],
  ['POST', security, screen(`→ ${security}`), { intent: 'end-others' }],
  ...['password', 'begin', 'confirm', 'codes', 'off', 'begin-passkey', 'add-passkey', 'remove-passkey'].map(
    (intent): Row => ['POST', security, exceptDemo(screen(400)), { intent }],
  ),
  ['GET', '/dashboard/delete-account', screen(200)],
  ['POST', '/dashboard/delete-account', exceptDemo(screen(400))],
  ['POST', subscription, screen(`→ ${subscription}`), { intent: 'cancel' }],
  ['POST', subscription, screen(`→ ${subscription}`), { intent: 'resume' }],
  ['POST', subscription, screen(`→ ${subscription}`), { intent: 'checkout' }],
  ['GET', '/avatars/:hash', screen(404)],
  ['GET', '/photos/:id/:hash', screen(404)],
  ['GET', '/dashboard/Bud/:id', ownRecord(200, '→ /dashboard', '→ /')],
  ['POST', '/dashboard/Bud/:id', screen('→ /dashboard/Bud/:id'), { intent: 'log' }],
  ['POST', '/dashboard/Bud/:id', screen('→ /dashboard/Bud/:id'), { until: '' }],
  ['GET', '/dashboard/Today', screen(200)],
  ['POST', '/dashboard/Today', screen('→ /dashboard/Today'), { intent: 'log' }],
  ['POST', '/dashboard/Today', screen('→ /dashboard/Today'), { intent: 'stop' }],
  ['GET', '/dashboard/bulk', screen(200)],
  ['POST', '/dashboard/bulk', screen('→ /dashboard')],
  ['GET', '/dashboard/Together', screen(200)],
  ['POST', '/dashboard/Together', screen(400)],
  [
    'POST',
    '/dashboard/Together',
    screen(`→ /dashboard/Together?buds=${unknownId}`),
    { selectedBuds: unknownId },
  ],
  ['GET', '/dashboard/LogInteraction', screen(200)],
  ['POST', '/dashboard/LogInteraction', screen(400)],
  ['GET', '/dashboard/EditInteraction/:id', ownRecord(200, '→ /dashboard/Today', '→ /')],
  ['POST', '/dashboard/EditInteraction/:id', ownRecord(400, '→ /dashboard/Today', '→ /')],
  ['GET', '/dashboard/DeleteInteraction/:id', screen('→ /dashboard/Today')],
  ['POST', '/dashboard/DeleteInteraction/:id', screen('→ /dashboard/Today')],
  ['GET', '/dashboard/Import', screen(200)],
  ['POST', '/dashboard/Import', screen(400)],
  ['GET', '/dashboard/Import/:id', ownRecord(200, '→ /dashboard/Import', '→ /')],
  ['POST', '/dashboard/Import/:id', screen('→ /dashboard/Import/:id'), { intent: 'undo' }],
  [
    'POST',
    '/dashboard/Import/:id',
    screen('→ /dashboard/Import/:id'),
    { intent: 'row', n: '1', onMatch: 'skip' },
  ],
  ['GET', '/dashboard/duplicates', screen(200)],
  ['POST', '/dashboard/duplicates', screen('→ /dashboard/duplicates'), { a: ':id', b: ':id' }],
  ['GET', '/dashboard/tags', screen(200)],
  ['POST', '/dashboard/tags', screen('→ /dashboard/tags'), { name: 'a', to: 'b' }],
  ['POST', '/dashboard/Bud/:id', screen('→ /dashboard/Bud/:id'), { intent: 'archive' }],
  ['GET', '/dashboard/merge', screen('→ /dashboard/duplicates')],
  ['POST', '/dashboard/merge', screen('→ /dashboard/duplicates')],
  ['GET', '/dashboard/Event/:id', ownRecord(200, '→ /dashboard/allevents', '→ /')],
  ['GET', '/dashboard/Circle/:id', ownRecord(200, '→ /dashboard/allcircles', '→ /')],
  ['GET', '/dashboard/Relations/:id', ownRecord(200, '→ /dashboard', '→ /')],
  ['GET', '/dashboard/AddRelation/:id', ownRecord(200, '→ /dashboard', '→ /')],
  ['POST', '/dashboard/AddRelation/:id', ownRecord(400, '→ /dashboard', '→ /')],
  ['GET', '/dashboard/EditRelation/:id', ownRecord(200, '→ /dashboard', '→ /')],
  ['POST', '/dashboard/EditRelation/:id', ownRecord(400, '→ /dashboard', '→ /')],
  ['GET', '/dashboard/DeleteRelation/:id', screen('→ /dashboard')],
  ['POST', '/dashboard/DeleteRelation/:id', screen('→ /dashboard')],
  ['GET', '/dashboard/EventGuests/:id', ownRecord(200, '→ /dashboard/allevents', '→ /')],
  ['POST', '/dashboard/EventGuests/:id', screen('→ /dashboard/EventGuests/:id')],
  ['POST', '/dashboard/EventGuests/:id', screen('→ /dashboard/EventGuests/:id'), { intent: 'end' }],
  ['GET', '/dashboard/AddList', screen(200)],
  ['POST', '/dashboard/AddList', screen(400)],
  ['GET', '/dashboard/EditList/:id', ownRecord(200, '→ /dashboard', '→ /')],
  ['POST', '/dashboard/EditList/:id', ownRecord(400, '→ /dashboard', '→ /')],
  ['GET', '/dashboard/DeleteList/:id', screen('→ /dashboard')],
  ['POST', '/dashboard/DeleteList/:id', screen('→ /dashboard')],
  ['GET', '/dashboard/review', screen(200)],
  ['POST', '/dashboard/review', screen('→ /dashboard/review'), { intent: 'accept', _id: ':id' }],
  ['POST', '/dashboard/review', screen('→ /dashboard/review'), { intent: 'reject', _id: ':id' }],
  ['GET', '/dashboard/history', screen(200)],
  ['GET', '/dashboard/history/:id', ownRecord(200, '→ /dashboard/history', '→ /')],
  ['POST', '/dashboard/history/:id', screen('→ /dashboard/history'), { intent: 'undo' }],
  ['POST', '/dashboard/history/:id', screen('→ /dashboard/history'), { intent: 'erase' }],
  ['GET', '/dashboard/*', screen(404)],

  ['POST', '/api/v1/buds/:id/snooze', ownRecord(200, 404, 401), { until: '9999-12-31' }],
  ['POST', '/api/v1/buds/:id/relations', ownRecord(404, 404, 401), { kind: 'friend', with: unknownId }],
  ['POST', '/api/v1/buds/:id/merge', ownRecord(404, 404, 401), { with: unknownId }],
  ['GET', '/dashboard/developers', screen(200)],
  ['POST', '/dashboard/developers', screen('→ /dashboard/developers#feeds'), { intent: 'make-feed' }],
  ['POST', '/dashboard/developers', screen('→ /dashboard/developers#feeds'), { intent: 'revoke-feed' }],
  ['POST', '/api/v1/feeds', exceptDemo(api(201)), { kind: 'all' }],
  ['POST', '/api/v1/duplicates/dismiss', api(404), { a: unknownId, b: 'x' }],
  ['PATCH', '/api/v1/tags', api(404), { from: 'a', to: 'b' }],
  ['DELETE', '/api/v1/tags', api(400)],
  ['PATCH', '/api/v1/interactions/:id', ownRecord(200, 404, 401), { note: 'Mine' }],
  ['PATCH', '/api/v1/imports/:id', ownRecord(200, 404, 401), { onMatch: 'skip' }],
  ['PATCH', '/api/v1/imports/:id/rows/:n', ownRecord(200, 404, 401), { onMatch: 'skip' }],

  ...rows('GET', adminScreen(200), '/dashboard/Admin /dashboard/blog /dashboard/blog/new'),
  ['GET', '/dashboard/blog/edit/:id', adminScreen(200)],
  ...rows('POST', adminScreen(400), '/dashboard/Admin /dashboard/blog /dashboard/blog/new'),
  ['POST', '/dashboard/blog/edit/:id', adminScreen(400)],
  ['POST', admin, adminScreen(`→ ${admin}`), { intent: 'generate' }],
  ['POST', admin, adminScreen(`→ ${admin}`), { intent: 'settings', requireAccessCode: 'false' }],
  ['POST', admin, adminScreen(`→ ${admin}`), { intent: 'test-account', _id: ':id', isTestAccount: 'true' }],
  ['POST', '/dashboard/blog', adminScreen('→ /dashboard/blog'), { _id: ':id', intent: 'publish' }],
  ['POST', '/dashboard/blog', adminScreen('→ /dashboard/blog'), { _id: ':id', intent: 'delete' }],
  ['POST', '/dashboard/blog/new', adminScreen('→ /dashboard/blog'), post],
  ['POST', '/dashboard/blog/edit/:id', adminScreen('→ /dashboard/blog'), post],

  ['PATCH', '/api/v1/users/settings', api(200), { leadDays: '7' }],
  ['PATCH', '/api/v1/users/settings', exceptDemo(api(200)), { digest: 'daily' }],
  ['GET', '/api/v1/mcp', everyone(405)],
  ['POST', '/api/v1/tokens', exceptDemo(api(201)), { name: 'Script', scope: 'read' }],
  ['POST', '/api/v1/devices', exceptDemo(api(201)), { name: 'iPhone' }],
  ['POST', '/api/v1/devices/:id/undo', ownRecord(200, 404, 401), { since: '2026-01-01T00:00:00Z' }],
  ['POST', '/api/v1/webhooks', exceptDemo(api(201)), { url: 'https://hooks.example.com' }],
  ['DELETE', '/api/v1/passkeys/:id', exceptDemo(ownRecord(200, 404, 401)), { password }],
  ['POST', '/api/v1/blog/admin', adminApi(201), post],
  ['PATCH', '/api/v1/blog/admin/:id', adminApi(200), { published: 'true' }],
  ['PATCH', '/api/v1/admin/settings', adminApi(200), { requireAccessCode: 'false' }],
  ['GET', '/api/v1/blog/admin', everyone(405)],
  ...rows('POST', everyone(405), '/api/v1/blog /api/v1/blog/tags'),
  ...rows('POST', everyone(405), '/api/v1/blog/admin/all /api/v1/blog/admin/:id'),
  ['PATCH', '/api/v1/blog/:slug', everyone(405)],
  ['DELETE', '/api/v1/blog/:slug', everyone(405)],
  ...operations.map((call): Row => [call.method, patternOf(call.path), outcomeOfCall(call)]),
  ...['GET', 'PROPFIND'].flatMap((method) => [
    ...rows(method, everyone(301), '/.well-known/carddav /.well-known/caldav'),
    ...rows(
      method,
      everyone(401),
      '/dav /dav/:user /dav/:user/:collection /dav/:user/:collection/:file /dav/*',
    ),
  ]),
  ...rows('PUT', everyone(401), '/dav/:user/:collection/:file'),
  ...rows('DELETE', everyone(401), '/dav/:user/:collection /dav/:user/:collection/:file'),
  ['GET', '/api/v1/*', everyone(404)],
  ['POST', '/api/v1/*', everyone(404)],
]

test('the access matrix has a row for every path of the route table', () => {
  expect(new Set(matrix.map(([, pattern]) => pattern))).toEqual(new Set(paths))
})

test.each(matrix)('%s %s', async (method, pattern, outcome, fields = {}) => {
  const owner = await createUser()
  const { api, create } =
    records.find(({ noun, api }) => pattern.startsWith(api) || pattern.includes(noun)) ?? bud
  const isList = /(lists|List)\/:id/.test(pattern)
  const record = /interaction/i.test(pattern)
    ? await createInteraction(owner)
    : isList
      ? await createSmartList(owner)
      : await create(owner)
  const isOfAdmins = /admin|dashboard\/blog/i.test(pattern)
  const draft = isOfAdmins ? await createPost() : undefined
  const ofHistory = /history|changes/.test(pattern)
  const ofImport = /import/i.test(pattern) ? await createImport(owner) : undefined
  const ofFeed = pattern.includes('feeds/:id') ? await createFeed(owner) : undefined
  const ofPasskey = pattern.includes('passkeys/:id') ? await createPasskey(owner) : undefined
  const ofProposal = /proposals|review/.test(pattern) ? await createProposal(owner, record) : undefined
  const ofRelation = /v1\/relations|(Edit|Delete)Relation/.test(pattern)
    ? await createRelation(owner, record)
    : undefined
  const ofWebhook = pattern.includes('webhooks/:id') ? await createWebhook(owner) : undefined
  const ofDevice = pattern.includes('devices/:id') ? await createDevice(owner) : undefined
  const ofToken = /tokens|developers/.test(pattern) ? await storeToken(owner) : undefined
  const [change] = await db.select().from(schema.changes).where(eq(schema.changes.ownerId, owner._id))
  const _id =
    ofHistory && change && !ofDevice
      ? change._id
      : /\/admin\/users|\/Admin/.test(pattern)
        ? owner._id
        : (
            ofPasskey ??
            ofFeed ??
            ofDevice ??
            ofWebhook ??
            ofToken ??
            ofProposal ??
            ofRelation ??
            ofImport ??
            draft ??
            record
          )._id
  const { slug } = pattern.includes(':slug') ? await storePost() : { slug: '' }
  const path = pattern
    .replace(':id', _id)
    .replace(':slug', slug)
    .replace(':n', '1')
    .replace(/:token|:hash|\*/, 'no-such')
  const body =
    method === 'GET' ? undefined : new URLSearchParams('_id' in fields ? { ...fields, _id } : fields)
  const reader = await signedInAs(owner._id)
  const recordPath = /interaction/i.test(pattern) ? '/api/v1/interactions' : isList ? '/api/v1/lists' : api
  const readRecord = async () => (await reader.get(`${recordPath}/${record._id}`)).body
  const before = [await readRecord(), await adminDataOf(owner, draft)]
  const isForm = method === 'POST' && pattern.startsWith('/dashboard')
  if (isForm) {
    const body = formOf(await createUser(), '_id' in fields ? { ...fields, _id } : fields)
    const role = isOfAdmins ? 'admin' : 'owner'
    const sent = await (await clientOf(role, owner)).send(method, path, { body })
    expect(outcomeOf(sent), "another account's form").toBe(409)
    expect(sent.text).toContain('This form was opened as ')
    expect([await readRecord(), await adminDataOf(owner, draft)]).toEqual(before)
  }
  // The role that is allowed to change the record or the admin data comes last.
  const lastTwo = isOfAdmins ? [['owner'], ['admin']] : [['admin'], ['owner']]
  for (const group of [
    ['visitor', 'half', 'other', 'testRole', 'testAccount', 'demo'],
    ...lastTwo,
  ] as Role[][]) {
    for (const role of group) {
      const response = await (await clientOf(role, owner)).send(method, path, { body })
      const isVisitor = role === 'visitor' || (role === 'half' && pattern !== codeScreen)
      const expected = isVisitor && isForm ? 401 : outcome(isVisitor ? 'visitor' : role)
      expect(outcomeOf(response), role).toBe(
        typeof expected === 'string' ? expected.replace(':id', _id) : expected,
      )
      if (isVisitor && isForm) expect(response.text).toContain('You were signed out.')
      // A session is none of a device.
      else if (pattern.startsWith('/dav')) expect(response.headers.get('WWW-Authenticate')).toMatch(/^Basic /)
      else if (response.status === 401) expect(response.body).toEqual({ msg: 'Please log in' })
      if (response.status === 503) expect(response.body).toEqual({ msg: 'Failed to create checkout session' })
      if (isOfAdmins && role !== 'admin') expectRefusal(response)
    }
    if (!group.includes('owner')) expect(await readRecord(), `after ${group}`).toEqual(before[0])
    if (!group.includes('admin')) expect(await adminDataOf(owner, draft), `after ${group}`).toEqual(before[1])
  }
})

/** The form of a page that was made for `account`. */
function formOf({ _id, Email }: { _id: string; Email: string }, fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ _account: `${_id} ${Email}`, ...fields }))
    form.append(name, value)
  return form
}

/** Checks the message for a user who is signed in. */
function expectRefusal(response: ClientResponse) {
  if (response.status === 403) expect(response.body).toEqual({ msg: 'Unauthorized access' })
  if (outcomeOf(response) === '→ /dashboard') expect(response).toSendToast('Unauthorized access')
}

test.each(['/DASHBOARD/Blog/New', '/DASHBOARD/admin?tab=settings'])(
  '%s redirects a user who is not an admin, in any letter case',
  async (path) => {
    const user = await signedIn()
    for (const response of [await user.visit(path), await user.submit(path, post)]) {
      expect(outcomeOf(response)).toBe('→ /dashboard')
    }
  },
)

/** Data that only admins may change. */
async function adminDataOf(owner: { _id: string }, draft?: { _id: string }) {
  const [user] = await db.select().from(schema.users).where(eq(schema.users._id, owner._id))
  const codes = await db.$count(schema.accessCodes)
  return { isTestAccount: user?.isTestAccount, codes, draft: draft && (await findPost(draft._id)) }
}

async function clientOf(role: Role, owner: { _id: string }): Promise<Client> {
  if (role === 'visitor') return createClient()
  if (role === 'owner') return signedInAs(owner._id)
  if (role === 'half') return halfSignedIn()
  return signedIn({ traits: role === 'other' ? [] : [role] })
}

async function halfSignedIn() {
  const { _id: userId } = await createUser()
  await db.insert(schema.secondFactors).values({ userId, secret: 'x', confirmedAt: new Date() })
  return signedInAs(userId)
}

function outcomeOf({ status, headers }: ClientResponse) {
  return status === 302 ? `→ ${headers.get('Location')}` : status
}
