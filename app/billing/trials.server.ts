import { and, asc, eq, gt, inArray, isNotNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { deliverMails, owe } from '~/mails/mails.server'
import { db } from '~/server/db.server'
import { underLock } from '~/server/locks.server'
import { log } from '~/server/log.server'
import { now } from '~/server/now.server'
import { subscriptions, users } from '~drizzle/schema'
import { refresh } from './checkout.server'
import { described, isConnected, isRefused } from './stripe.server'
import type { TrialStatus } from './subscription'
import { isExempt } from './subscriptions.server'

const batch = 500
const day = 24 * 60 * 60 * 1_000
const announcedBefore = 3 * day
/** What Stripe was asked for longer ago than this is asked again. */
const staleAfter = day

export type Done = { ended: number; announced: number; healed: number; failed: number; mails: number }

/**
 * The trial expiry job (decisions §6): ends the trials that have run out, announces the end of those that soon will, asks
 * Stripe again for what is out of date, and sends the mails that are owed. Each batch is one transaction with its mails,
 * so that it may be killed anywhere, run again, and run twice at once. Null when another process is at it.
 */
export function expireTrials(): Promise<Done | null> {
  return underLock('job expire-trials', { wait: 0, lease: 60 }, async () => {
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
  moveTrials('canceled', 'trial-ended', and(ne(users.trialStatus, 'canceled'), lte(users.trialEndsAt, now())))

function announceBatch() {
  const soon = new Date(now().getTime() + announcedBefore)
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

/** What a lost webhook has left: checkouts that are open, what is about to change, and what was not asked for lately. */
async function heal() {
  const result = { healed: 0, failed: 0 }
  if (!isConnected()) return result
  let inVain = 0
  for await (const userId of outdated(now())) {
    const outcome = await healOne(userId)
    result[outcome === 'healed' ? 'healed' : 'failed']++
    inVain = outcome === 'away' ? inVain + 1 : 0
    if (inVain === mostInVain) break
  }
  return result
}

async function healOne(userId: string) {
  try {
    await refresh(userId)
    return 'healed'
  } catch (error) {
    log.error(described(error), 'a customer could not be fetched')
    return isRefused(error) ? 'refused' : 'away'
  }
}

async function* outdated(started: Date) {
  let last = '00000000-0000-0000-0000-000000000000'
  for (
    let due = await outdatedAfter(last, started);
    due.length > 0;
    due = await outdatedAfter(last, started)
  ) {
    for (const { userId } of due) {
      yield userId
      last = userId
    }
  }
}

function outdatedAfter(last: string, started: Date) {
  const isOver = and(
    lt(subscriptions.currentPeriodEnd, started),
    sql`${subscriptions.stripeStatus} in ('active', 'trialing')`,
  )
  return db
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(
      and(
        gt(subscriptions.userId, last),
        isNotNull(subscriptions.customerId),
        or(
          eq(subscriptions.isCheckoutOpen, true),
          isOver,
          sql`${subscriptions.stripeStatus} in ('past_due', 'incomplete')`,
          sql`${subscriptions.fetchedAt} is null`,
          lt(subscriptions.fetchedAt, new Date(started.getTime() - staleAfter)),
        ),
      ),
    )
    .orderBy(subscriptions.userId)
    .limit(100)
}
