import { and, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { isExempt } from '~/billing/exempt.server'
import { statusOf } from '~/billing/subscription'
import { clock } from '~/db/clock.server'
import { db } from '~/db/db.server'
import { timeOfId } from '~/db/ids'
import { inBackground } from '~/http/background.server'
import { log } from '~/http/log.server'
import { bouncedAddresses, mails, subscriptions, users } from '~drizzle/schema'
import { type Mail, mostAtOnce, type Outcome, sendMails, wasSent } from './delivery.server'
import { compose, type MailKind, type Recipient } from './kinds.server'

type Row = typeof mails.$inferSelect
type Ready = Row & { to: string; mail: Mail }
type Writer = Pick<typeof db, 'insert'>

export type Owed = {
  kind: MailKind
  userId: string | null
  /** What it tells about, such as an invoice; a new one each time where there is none. */
  about?: string
  /** Where it goes, if not to the user's own address. */
  recipient?: string
  details?: Record<string, string>
}

const minute = 60_000
const waits = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * minute)
const giveUpAfter = 3 * 24 * 60 * minute
/** By then whoever took a mail has sent it, or has died. */
const doubtAfter = 2 * minute
const keptFor = 90 * 24 * 60 * minute

/**
 * Written in the transaction of what they tell, so that one is not without the other; `mailsOwed` sends them. The same
 * about the same is owed once.
 */
export async function owe(writer: Writer, owed: Owed[]) {
  if (owed.length === 0) return
  const rows = owed.map(({ about, ...mail }) => ({
    _id: uuid(),
    about: about ?? uuid(),
    at: clock.now(),
    ...mail,
  }))
  await writer.insert(mails).values(rows).onConflictDoNothing()
}

/** Has what is owed sent behind the answer; what fails is tried again by `deliverMails`. */
export function mailsOwed() {
  inBackground('mails', async () => void (await deliverMails()))
}

/**
 * Sends what is due; resolves to how many were sent. A mail is taken before it is sent, so that two processes never send
 * the same, and one whose sender died is asked after before it is tried again.
 */
export async function deliverMails() {
  await settleDoubtful().catch(notAskedAfter)
  let sent = 0
  for (let batch = await take(); batch.length > 0; batch = await take()) sent += await send(batch)
  return sent
}

async function take() {
  const due = db
    .select({ _id: mails._id })
    .from(mails)
    .where(and(eq(mails.state, 'owed'), lte(mails.at, clock.now())))
    .orderBy(mails.at)
    .limit(mostAtOnce)
    .for('update', { skipLocked: true })
  return db
    .update(mails)
    .set({ state: 'taken', at: clock.now(), attempts: sql`${mails.attempts} + 1` })
    .where(inArray(mails._id, due))
    .returning()
}

async function send(rows: Row[]) {
  const { ready, dropped, failed } = await prepare(rows)
  await close(dropped, 'dropped')
  const outcomes = await sendMails(ready.map(({ _id: id, mail }) => ({ id, mail })))
  const of = (outcome: Outcome) => ready.filter((_, n) => outcomes[n] === outcome)
  await close(of('sent'), 'sent')
  await close(of('refused'), 'dropped')
  for (const row of [...failed, ...of('failed')]) await tryAgain(row)
  return of('sent').length
}

/** Each with what it says. Nobody is at a bounced address, and some have nothing to say any more; one that fails holds up no other. */
async function prepare(rows: Row[]) {
  const people = await recipientsOf(rows)
  const ready: Ready[] = []
  const dropped: Row[] = []
  const failed: Row[] = []
  for (const row of rows) {
    const person = row.userId ? people.get(row.userId) : undefined
    const to = row.recipient ?? person?.Email
    const mail = to ? await composed(row, person) : undefined
    if (to && mail) ready.push({ ...row, to, mail: { To: to, Tag: row.kind, ...mail } })
    else if (to && mail === undefined) failed.push(row)
    else dropped.push(row)
  }
  const bounced = await bouncedAmong(ready.map(({ to }) => to.toLowerCase()))
  const isBounced = ({ to }: Ready) => bounced.has(to.toLowerCase())
  return {
    ready: ready.filter((row) => !isBounced(row)),
    dropped: [...dropped, ...ready.filter(isBounced)],
    failed,
  }
}

async function composed(row: Row, person: Recipient | undefined) {
  try {
    return await compose(row, person)
  } catch (error) {
    log.error({ err: error, mail: row._id, tag: row.kind }, 'mail not made')
    return undefined
  }
}

async function recipientsOf(rows: Row[]) {
  const ids = rows.flatMap(({ userId }) => userId ?? [])
  if (ids.length === 0) return new Map<string, Recipient>()
  const people = await db
    .select({
      _id: users._id,
      Firstname: users.Firstname,
      Email: users.Email,
      Role: users.Role,
      isTestAccount: users.isTestAccount,
      trialEndsAt: users.trialEndsAt,
      stripeStatus: subscriptions.stripeStatus,
    })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users._id))
    .where(inArray(users._id, ids))
  return new Map(
    people.map(({ stripeStatus, ...person }) => {
      const status = isExempt(person) ? null : statusOf(stripeStatus, person.trialEndsAt > clock.now())
      return [person._id, { ...person, status }]
    }),
  )
}

async function bouncedAmong(addresses: string[]) {
  if (addresses.length === 0) return new Set<string>()
  const rows = await db
    .select({ address: bouncedAddresses.address })
    .from(bouncedAddresses)
    .where(inArray(bouncedAddresses.address, addresses))
  return new Set(rows.map(({ address }) => address))
}

/** What was in it is needed no more. */
async function close(rows: Row[], state: 'sent' | 'dropped') {
  if (rows.length === 0) return
  const ids = rows.map(({ _id }) => _id)
  await db.update(mails).set({ state, at: clock.now(), details: {} }).where(inArray(mails._id, ids))
  for (const { _id, kind } of rows) log.info({ mail: _id, tag: kind }, `mail ${state}`)
}

async function tryAgain(row: Row) {
  const age = clock.now().getTime() - timeOfId(row._id)
  if (age > giveUpAfter) {
    log.error({ mail: row._id, tag: row.kind }, 'mail given up')
    return close([row], 'dropped')
  }
  const wait = waits[Math.min(row.attempts, waits.length) - 1] ?? minute
  const at = new Date(clock.now().getTime() + wait)
  const isStillOurs = and(eq(mails._id, row._id), eq(mails.state, 'taken'), eq(mails.at, row.at))
  await db.update(mails).set({ state: 'owed', at }).where(isStillOurs)
}

/** Who took them has died, or was not told what became of them. */
async function settleDoubtful() {
  const before = new Date(clock.now().getTime() - doubtAfter)
  const doubtful = await db
    .select()
    .from(mails)
    .where(and(eq(mails.state, 'taken'), lt(mails.at, before)))
    .limit(mostAtOnce)
  for (const row of doubtful) {
    if (await wasSent(row._id)) await close([row], 'sent')
    else await tryAgain(row)
  }
}

/** What is in doubt stays so, and holds up nothing else. */
function notAskedAfter(error: unknown) {
  log.error({ err: error }, 'mails in doubt not asked after')
}

/** Nobody asks after them any more. */
export async function deleteOldMails() {
  const before = new Date(clock.now().getTime() - keptFor)
  await db.delete(mails).where(and(inArray(mails.state, ['sent', 'dropped']), lt(mails.at, before)))
}

/** Postmark has told that nobody is there. */
export async function stopMailTo(address: string) {
  await db
    .insert(bouncedAddresses)
    .values({ address: address.toLowerCase(), at: clock.now() })
    .onConflictDoNothing()
  log.warn('mail to an address stopped: it bounced')
}
