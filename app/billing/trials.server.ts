import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { clock } from '~/db/clock.server'
import { db } from '~/db/db.server'
import { withLease } from '~/db/leases.server'
import { log } from '~/http/log.server'
import { deliverMails, owe } from '~/mail/outbox.server'
import { subscriptions, users } from '~drizzle/schema'
import { lookAgain } from './checkout.server'
import { isExempt } from './exempt.server'
import { described, isConnected, isRefused } from './stripe.server'
import type { TrialStatus } from './subscription'

const batch = 500
const day = 24 * 60 * 60 * 1_000
const announcedBefore = 3 * day
/** What Stripe was asked for longer ago than this is asked again. */
const staleAfter = day

export type Done = { ended: number; announced: number; healed: number; failed: number; mails: number }

/**
 * The trial expiry job (product 8.5): ends the trials that have run out, announces the end of those that soon will, asks
 * Stripe again for what is out of date, and sends the mails that are owed. Each batch is one transaction with its mails,
 * so that it may be killed anywhere, run again, and run twice at once. Null when another is at it for longer than `wait`.
 */
export function expireTrials({ wait = 0 } = {}): Promise<Done | null> {
  return withLease('job expire-trials', { wait, ttl: 60_000 }, async () => {
    const ended = await each(endBatch)
    const announced = await each(announceBatch)
    const sent = await deliverMails()
    const { healed, failed } = await heal()
    const mails = sent + (await deliverMails())
    const done = { ended, announced, healed, failed, mails }
    log.info(done, 'trials expired')
    return done
  })
}

async function each(work: () => Promise<number>) {
  let sum = 0
  for (let count = await work(); count > 0; count = await work()) sum += count
  return sum
}

const endBatch = () =>
  moveTrials(
    'canceled',
    'trial-ended',
    and(ne(users.trialStatus, 'canceled'), lte(users.trialEndsAt, clock.now())),
  )

function announceBatch() {
  const soon = new Date(clock.now().getTime() + announcedBefore)
  return moveTrials(
    'ending',
    'trial-ending',
    and(eq(users.trialStatus, 'trialing'), lte(users.trialEndsAt, soon)),
  )
}

/** Takes trials a step further, and owes the mail that says so to whoever neither pays already nor needs to. */
async function moveTrials(to: TrialStatus, kind: 'trial-ended' | 'trial-ending', which: SQL | undefined) {
  return db.transaction(async (tx) => {
    const due = tx
      .select({ _id: users._id })
      .from(users)
      .where(which)
      .orderBy(asc(users.trialEndsAt))
      .limit(batch)
      .for('update', { skipLocked: true })
    const moved = await tx
      .update(users)
      .set({ trialStatus: to })
      .where(inArray(users._id, due))
      .returning({ _id: users._id, Role: users.Role, isTestAccount: users.isTestAccount, Email: users.Email })
    const paying = await payingAmong(tx, moved)
    const told = moved.filter((user) => !isExempt(user) && !paying.has(user._id))
    await owe(
      tx,
      told.map(({ _id: userId }) => ({ kind, userId, about: 'trial' })),
    )
    return moved.length
  })
}

async function payingAmong(tx: Pick<typeof db, 'select'>, moved: { _id: string }[]) {
  if (moved.length === 0) return new Set<string>()
  const rows = await tx
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(
      and(
        inArray(
          subscriptions.userId,
          moved.map(({ _id }) => _id),
        ),
        isNotNull(subscriptions.stripeStatus),
        sql`${subscriptions.stripeStatus} not in ('canceled', 'incomplete', 'incomplete_expired')`,
      ),
    )
  return new Set(rows.map(({ userId }) => userId))
}

/** When Stripe is away for so many in a row, the next run asks again. */
const mostInVain = 5
/** So that the mails of the next hour do not wait for whoever is still to be asked for. */
const healFor = 20 * 60 * 1_000

/** What a lost webhook has left: checkouts that are open, what is about to change, and what was not asked for lately. */
async function heal() {
  const result = { healed: 0, failed: 0 }
  const until = Date.now() + healFor
  let inVain = 0
  for (const userId of await outdated()) {
    const outcome = await healOne(userId)
    result[outcome === 'healed' ? 'healed' : 'failed']++
    inVain = outcome === 'away' ? inVain + 1 : 0
    if (inVain === mostInVain || Date.now() > until) break
  }
  return result
}

async function healOne(userId: string) {
  try {
    await lookAgain(userId)
    return 'healed'
  } catch (error) {
    log.error(described(error), 'a customer could not be fetched')
    return isRefused(error) ? 'refused' : 'away'
  }
}

const mostAtOnce = 10_000

/** Who was asked for longest ago comes first. What is over changes by its user's button or a webhook alone. */
async function outdated() {
  if (!isConnected()) return []
  const { userId, customerId, stripeStatus, currentPeriodEnd, isCheckoutOpen, fetchedAt } = subscriptions
  const isLate = and(
    sql`${stripeStatus} not in ('canceled', 'incomplete_expired')`,
    or(
      inArray(stripeStatus, ['past_due', 'incomplete']),
      and(inArray(stripeStatus, ['active', 'trialing']), lt(currentPeriodEnd, clock.now())),
      lt(fetchedAt, new Date(clock.now().getTime() - staleAfter)),
    ),
  )
  const rows = await db
    .select({ userId })
    .from(subscriptions)
    .where(and(isNotNull(customerId), or(eq(isCheckoutOpen, true), isNull(fetchedAt), isLate)))
    .orderBy(sql`${fetchedAt} nulls first`)
    .limit(mostAtOnce)
  return rows.map((row) => row.userId)
}
