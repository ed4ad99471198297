import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { ZodType } from 'zod'
import type { User } from '~/account/users/user'
import { jsonSchemaOf } from '~/api/calls/json-schema.server'
import { operations, type RoutedOperation } from '~/api/openapi/operations.server'
import { db } from '~/base/db/db.server'
import { makeLinks } from '~/base/links/links.server'
import { eventInput } from '~/events/events/event-input.server'
import { aboutGuest } from '~/events/guests/guests.server'
import { budInput } from '~/people/buds/bud-input.server'
import { circleInput } from '~/people/circles/circle-input.server'
import { postInput } from '~/site/blog/post-input.server'
import { posts } from '~drizzle/schema'
import type { ClientResponse } from './client'
import {
  createBud,
  createEvent,
  createImport,
  createInteraction,
  createPost,
  createProposal,
  createRelation,
  createSmartList,
  createWebhook,
  signedIn,
} from './factories'
import { bud, inputsOf, records } from './records'

export { options } from './fuzz-options'
/** Only ends a test that hangs. */
export const timeout = 600_000

const words = (text: string) => text.trim().split(/\s+/)

/** The fields of a query or body. */
export const fieldsOf = (schema: ZodType | undefined) =>
  schema ? Object.keys(jsonSchemaOf(schema, 'input', {}).properties ?? {}) : []

/** Fields of forms, and of nothing. */
const others = words(`
  customField0Name customField0Value customField1Name milestoneIds milestone-date-1 milestone-description-1 milestone-date-2
  email0Value phone0Value address0City date0Day date0Month _version _versionOther returnTo inPlace terms intent
  findBuds foundBuds addBud isTestAccount _id ownerId answer guests diet secret
  __proto__ constructor __intent__ a[b] hobbies[0] Email[20000000] hobbies.1000000 selectedBuds[0] milestones[0].date
`)
const ofCalls = operations.flatMap(({ query, body }) => [...fieldsOf(query), ...fieldsOf(body)])
const anyName = fc.constantFrom(...new Set([...ofCalls, ...others]))

/** The ids that are sent in a path, by its first part: see `prepare`. */
const targets: Record<string, string[]> = {
  ...Object.fromEntries(
    ['buds', 'circles', 'events', 'interactions', 'lists'].map((part) => [part, [':own', ':other']]),
  ),
  proposals: [':proposal', ':other'],
  relations: [':relation', ':other'],
  webhooks: [':webhook', ':other'],
  imports: [':import'],
  blog: [':post'],
  admin: [':user'],
}

/** The paths of a call, with a placeholder for each target. */
export function pathsOf({ path }: RoutedOperation) {
  const pattern = `/api/v1${path.replace('{n}', '1').replace(/\{(token|slug)\}/, '$1')}`
  const ids = targets[path.split('/')[1] ?? ''] ?? [':other']
  return pattern.includes('{id}') ? ids.map((id) => pattern.replace('{id}', id)) : [pattern]
}

export const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('', ' ', '\0', 'a\0b', '\ud800', '\udfff', ...words('[ ["Chess"] {"a":1} null -1 NaN')),
  fc.constantFrom(
    "'; drop table buds; --",
    ...words('<script>alert(1)</script> ../../etc/passwd %00'),
    '\r\nX: y',
  ),
  fc.constantFrom(...words('demo accepted Friend Ada ada@example.com Blue-Heron-42')),
  fc.constantFrom(...words('Friends Social find-buds add-milestone remove-milestone-1 enter 1,2 2,2,x')),
  fc.constantFrom(
    ...words('true false generate test-account settings verify log stop call note update-link accept reject'),
  ),
  fc.constantFrom(
    ...words('yes no maybe make end 10 11 Vegan Decaf read write revoke 2099-01-31 2099-01-31T10:00Z'),
  ),
  fc.constantFrom(...words('end end-others password begin confirm codes off 123456 passkey add-passkey')),
  fc.constantFrom(...words('events dates all make-feed revoke-feed')),
  fc.constantFrom(...words('add-webhook test-webhook remove-webhook https://example.com http://[::1] //x')),
  fc.constantFrom(...words('Europe/Berlin Mars/Olympus UTC +01:00 daily weekly off 5 8 1 7')),
  fc.constantFrom(...words('2026-11-20 2026-11-20T19:00 2026-03-29T01:30 9999-12-31T23:59 0000-01-01T00:00')),
  fc.constantFrom(
    ...words('00000000-0000-0000-0000-000000000000 ["00000000-0000-7000-8000-000000000000"] * W/"x"'),
  ),
  fc.integer({ min: 90, max: 300_000 }).map((length) => 'x'.repeat(length)),
)
export const oddValue = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.record({ name: oddText, value: oddText }), { maxLength: 8 }) },
  { weight: 1, arbitrary: fc.array(fc.record({ date: oddText, description: oddText }), { maxLength: 8 }) },
  { weight: 1, arbitrary: fc.array(oddText, { maxLength: 8 }) },
)
export const oddObject = fc.dictionary(anyName, oddValue, { maxKeys: 8 })
/** Mostly fields of the body of a call. */
export function oddBodyOf({ body }: RoutedOperation) {
  const own = fieldsOf(body)
  if (own.length === 0) return oddObject
  const name = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...own) }, { weight: 1, arbitrary: anyName })
  return fc.dictionary(name, oddValue, { maxKeys: 8 })
}
export const oddFields = fc.array(fc.tuple(anyName, oddText), { maxLength: 12 })
export const oddType = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/json; charset=utf-16',
  'application/octet-stream',
)
export const oddBytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc.json().map((text) => Buffer.from(text.slice(0, -1))),
  fc.constant(
    Buffer.from('--x\r\nContent-Disposition: form-data; name="avatar"; filename="a"\r\n\r\nx\r\n--x--'),
  ),
  fc.constant(Buffer.from('--x\r\nContent-Disposition: form-data\r\n\r\n\r\n--x--')),
  fc.constant(Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)),
)

/** Creates an admin, a record of the kind in `path` for the admin and for another user, and a blog post. */
export async function prepare(path = '') {
  const client = await signedIn({ traits: ['admin'] })
  const isInteraction = /interaction/i.test(path)
  const { api, create } = isInteraction
    ? { api: '/api/v1/interactions', create: createInteraction }
    : path.startsWith('/api/v1/lists')
      ? { api: '/api/v1/lists', create: createSmartList }
      : (records.find(({ api, noun }) => path.startsWith(api) || path.includes(noun)) ?? bud)
  const stranger = await signedIn()
  const [own, other] = [await create(client.user), await create(stranger.user)]
  const post = await createPost()
  const readTheirs = async () => (await stranger.get(`${api}/${other._id}`)).body
  const before = await readTheirs()
  const expectOtherUnchanged = async () => expect(await readTheirs()).toEqual(before)
  const ofImport = /:import/.test(path) ? await createImport(client.user) : own
  const ofInvitation = /:invitation/.test(path) ? await createInvitation(client.user) : own
  const ofWebhook = /:webhook/.test(path) ? await createWebhook(client.user) : own
  const ofLink = /:link/.test(path) ? await updateLinkOf(client.user, own) : own
  const ofProposal = /:proposal/.test(path) ? await createProposal(client.user, own) : own
  const ofRelation = /:relation/.test(path) ? await createRelation(client.user, own) : own
  const targets = {
    own,
    other,
    post,
    user: stranger.user,
    import: ofImport,
    invitation: ofInvitation,
    proposal: ofProposal,
    relation: ofRelation,
    link: ofLink,
    webhook: ofWebhook,
  }
  const ids = path.replace(
    /:(own|other|post|user|import|invitation|proposal|relation|link|webhook)/,
    (_, name: keyof typeof targets) => targets[name]._id,
  )
  return { client, path: ids, expectOtherUnchanged }
}

/** The token of a guest's link, as the id of a target. */
async function createInvitation(user: User) {
  const bud = await createBud(user)
  const { _id } = await createEvent(user, { startDate: '2099-05-02T12:00', selectedBuds: [bud._id] })
  const [url = ''] = await makeLinks([{ kind: 'rsvp', userId: user._id, about: aboutGuest(_id, bud._id) }])
  return { _id: url.slice(url.lastIndexOf('/') + 1) }
}

/** The token of a link with which the bud updates their details, as the id of a target. */
async function updateLinkOf(user: { _id: string }, { _id: about }: { _id: string }) {
  const [url = ''] = await makeLinks([{ kind: 'update', userId: user._id, about }])
  return { _id: url.slice(url.lastIndexOf('/') + 1) }
}

/** Checks that a response is not an internal error and has the documented format. */
export function expectValid({ status, body }: ClientResponse, isApi: boolean) {
  expect(status).toBeLessThan(500)
  if (isApi) expect(typeof body?.msg).toBe('string')
  else expect([200, 201, 302, 303, 400, 401, 403, 404, 409, 412, 413, 415, 429]).toContain(status)
}

const schemas = { bud: budInput, circle: circleInput, event: eventInput } satisfies Record<
  (typeof records)[number]['one'],
  ZodType
>

/** Checks that every stored record satisfies its schema. */
export async function expectValidRows(ownerId: string) {
  for (const { one, table } of records) {
    for (const row of await db.select().from(table).where(eq(table.ownerId, ownerId))) {
      const fields = inputsOf(row)
      expect(schemas[one].parse(fields)).toMatchObject(fields)
    }
  }
  for (const { content, tags, title, excerpt, author } of await db.select().from(posts)) {
    const post = { content, tags, title, excerpt, author }
    expect(postInput.parse(post)).toMatchObject({ ...post, content: expect.any(String) })
  }
}
