import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { hashPassword } from '~/account/accounts/passwords.server'
import { startSession } from '~/account/accounts/start-session.server'
import { trialDays } from '~/account/billing/plan'
import { db } from '~/base/db/db.server'
import type { Versioned } from '~/base/db/versions.server'
import type { RequestContext } from '~/base/http/context.server'
import { day } from '~/base/node/durations'
import type { Event, EventInput } from '~/events/events/event-input.server'
import { eventInput } from '~/events/events/event-input.server'
import * as events from '~/events/events/events.server'
import { ensureDemoAccount } from '~/jobs/demo.server'
import { type Bud, type BudInput, budInput } from '~/people/buds/bud-input.server'
import * as buds from '~/people/buds/buds.server'
import type { Circle, CircleInput } from '~/people/circles/circle-input.server'
import { circleInput } from '~/people/circles/circle-input.server'
import * as circles from '~/people/circles/circles.server'
import type { Interaction, InteractionInput } from '~/people/interactions/interaction-input.server'
import { interactionInput } from '~/people/interactions/interaction-input.server'
import * as interactions from '~/people/interactions/interactions.server'
import { type SmartListInput, smartListInput } from '~/people/lists/smart-list-input.server'
import * as smartLists from '~/people/lists/smart-lists.server'
import * as proposals from '~/people/proposals/proposals.server'
import { relationEditForm } from '~/people/relations/relation-input.server'
import { createRelations } from '~/people/relations/relations.server'
import { type Post, postInput } from '~/site/blog/post-input.server'
import * as posts from '~/site/blog/posts.server'
import { demoUser } from '~drizzle/demo/user'
import {
  accessCodes,
  feeds,
  importFiles,
  importRows,
  imports,
  passkeys,
  settings,
  users,
  webhookDeliveries,
  webhooks,
} from '~drizzle/schema'
import { createClient } from './client'

type Trait = 'admin' | 'testRole' | 'testAccount' | 'demo'
type UserFields = Partial<typeof users.$inferInsert> & { traits?: Trait[] }

/** The password of every user that the factories create. */
export const password = 'Blue-Heron-42'
const passwordHash = hashPassword(password)

const traitsOf = {
  admin: { Role: 'admin' },
  testRole: { Role: 'test' },
  testAccount: { isTestAccount: true },
  demo: {},
} as const

/** The fields of a user who is not new any more: screens look for no example. */
export const grown = () => ({ _id: uuid({ msecs: Date.now() - 100 * day }) })

let counter = 0
export const uniqueEmail = () => `user${++counter}-${uuid().slice(-12)}@example.com`

export async function createUser({ traits = [], ...fields }: UserFields = {}) {
  if (traits.includes('demo')) return findDemo()
  const [user] = await db
    .insert(users)
    .values({
      _id: uuid(),
      Firstname: 'Ada',
      Surname: 'Lovelace',
      Email: uniqueEmail(),
      passwordHash: await passwordHash,
      trialEndsAt: sql`now() + ${trialDays} * interval '1 day'`,
      ...Object.assign({}, ...traits.map((trait) => traitsOf[trait])),
      ...fields,
    })
    .returning()
  return user as typeof users.$inferSelect
}

async function findDemo() {
  await ensureDemoAccount()
  const [demo] = await db.select().from(users).where(eq(users.Email, demoUser.Email))
  return demo as typeof users.$inferSelect
}

/** A client with a session, created without the login screen. */
export async function signedIn(fields?: UserFields) {
  const user = await createUser(fields)
  return Object.assign(await signedInAs(user._id), { user })
}

/** Half signed in, if the user has a second factor. */
export async function signedInAs(userId: string) {
  const client = createClient()
  const [user] = await db.select().from(users).where(eq(users._id, userId))
  const context = {
    setCookie: client.storeCookie,
    address: () => '',
  } as Partial<RequestContext> as RequestContext
  if (user)
    await startSession({ request: new Request('http://localhost'), context }, user, { mayBeHalf: true })
  return client
}

/** A record as the API returns it: without the version, which is in the ETag. */
export function withoutVersion<R>({ version, changeId: _, ...record }: Versioned<R>) {
  return record as R
}

export async function createBud(owner: { _id: string }, fields: Partial<BudInput> = {}): Promise<Bud> {
  return withoutVersion(await buds.createBud(owner._id, budInput.parse({ Firstname: 'Grace', ...fields })))
}

export async function createCircle(
  owner: { _id: string },
  fields: Partial<CircleInput> = {},
): Promise<Circle> {
  return withoutVersion(
    await circles.createCircle(owner._id, circleInput.parse({ Name: 'Book Club', ...fields })),
  )
}

/** Creates an event in the evening, unless `fields` has other times. */
export async function createEvent(owner: { _id: string }, fields: Partial<EventInput> = {}): Promise<Event> {
  const { startDate = '2026-11-20T19:00' } = fields
  const evening = {
    Name: 'Dinner',
    Location: 'Bristol',
    Eventtype: 'Social',
    startDate,
    endDate: startDate.replace(/T.*/, 'T23:00'),
  }
  return withoutVersion(await events.createEvent(owner._id, eventInput.parse({ ...evening, ...fields })))
}

/** Logs a call of today with a new bud, unless `fields` says otherwise. */
export async function createInteraction(
  owner: { _id: string },
  fields: Partial<InteractionInput> = {},
): Promise<Interaction> {
  const selectedBuds = fields.selectedBuds ?? [(await createBud(owner))._id]
  return withoutVersion(
    await interactions.createInteraction(
      owner._id,
      interactionInput.parse({ kind: 'call', ...fields, selectedBuds }),
    ),
  )
}

/** Creates a proposal for a bud, with a phone number that it does not have. */
export const createProposal = (owner: { _id: string }, bud: { _id: string }) =>
  proposals.createProposal(owner._id, bud._id, {
    fields: { phones: [{ label: 'mobile', value: '+1 703 555 0199' }] },
    replaces: false,
    source: '',
  })

export const createSmartList = (owner: { _id: string }, fields: Partial<SmartListInput> = {}) =>
  smartLists.createSmartList(
    owner._id,
    smartListInput.parse({ name: 'All', filter: '{"match":"all","rules":[]}', ...fields }),
  )

/** A relation of a bud of an owner with another, a new one. */
export async function createRelation(owner: { _id: string }, { _id }: { _id: string }) {
  const { _id: other } = await createBud(owner)
  const { ids } = await createRelations(owner._id, _id, [other], relationEditForm.parse({ kind: 'friend' }))
  return { _id: ids[0] ?? '' }
}

/** Creates a calendar feed without an address. */
export async function createFeed(user: { _id: string }) {
  const [feed] = await db.insert(feeds).values({ _id: uuid(), userId: user._id, kind: 'all' }).returning()
  return feed as typeof feeds.$inferSelect
}

/** Creates a webhook, whose secret is not known, and a delivery to it that is not due. */
export async function createWebhook({ _id: userId }: { _id: string }) {
  const [_id, deliveryId] = [uuid(), uuid()]
  await db.insert(webhooks).values({ _id, userId, url: 'https://hooks.example.com/', secret: '' })
  await db.insert(webhookDeliveries).values({
    ...{ _id: deliveryId, ownerId: userId, webhookId: _id },
    ...{ type: 'bud.created', at: new Date('2099-01-01') },
  })
  return { _id }
}

/** Creates a passkey that no device has. */
export async function createPasskey(user: { _id: string }) {
  const row = { userId: user._id, publicKey: Buffer.from(''), counter: 0, name: 'Phone' }
  const [passkey] = await db
    .insert(passkeys)
    .values({ ...row, _id: uuid(), credentialId: uuid() })
    .returning()
  return passkey as typeof passkeys.$inferSelect
}

/** Creates an import with one row, whose dry run is over. */
export async function createImport(owner: { _id: string }) {
  const [ownerId, _id] = [owner._id, uuid()]
  const fields = budInput.parse({ Firstname: 'Imported' })
  await db
    .insert(imports)
    .values({ ownerId, _id, format: 'vcard', name: 'people.vcf', state: 'ready', total: 1 })
  await db.insert(importFiles).values({ ownerId, importId: _id, n: 0, content: Buffer.from('') })
  await db.insert(importRows).values({
    ownerId,
    importId: _id,
    n: 1,
    line: 1,
    record: { _id: uuid(), uid: '', fields, groups: [] },
    action: 'add',
  })
  return { _id }
}

/** Creates a draft, unless `fields.published` is true. */
export async function createPost(fields: Partial<Post> = {}): Promise<Post> {
  const { title = 'Ten minutes a week', ...rest } = fields
  const draft = { title, excerpt: 'A small routine.', content: '<p>Call two people.</p>', author: 'Ada' }
  return withoutVersion(await posts.createPost(postInput.parse({ ...draft, ...rest }), fields._id))
}

export async function createAccessCode() {
  const code = `BUD-${uuid().slice(-9, -5).toUpperCase()}-${uuid().slice(-4).toUpperCase()}`
  await db.insert(accessCodes).values({ _id: uuid(), code })
  return code
}

/** Registration requires an access code while `work` runs. */
export async function whileCodesAreRequired(work: () => Promise<void>) {
  await setRequireAccessCode(true)
  await work().finally(() => setRequireAccessCode(false))
}

async function setRequireAccessCode(requireAccessCode: boolean) {
  await db
    .insert(settings)
    .values({ requireAccessCode })
    .onConflictDoUpdate({ target: settings.id, set: { requireAccessCode } })
}
