import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { isExempt } from '~/account/users/user'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import { withLease } from '~/base/db/leases.server'
import { untilNoneLeft } from '~/base/db/locked-rows.server'
import { enqueue, flushOutbox } from '~/base/mail/outbox.server'
import { day, minute } from '~/base/node/durations'
import { log } from '~/base/node/log.server'
import { subscriptions, users } from '~drizzle/schema'
import { reconcile } from './checkout.server'
import { errorFields, isInvalidRequest, isStripeConfigured } from './stripe.server'
import type { TrialStatus } from './subscription'

const batchSize = 500
/** How long before the end of a trial the user gets a mail about it. */
const noticePeriod = 3 * day
/** Age at which a row is fetched from Stripe again. */
const staleAfter = day

/** Counts of a run of the job. */
export type Summary = { ended: number; announced: number; reconciled: number; failed: number; mails: number }

/**
 * The trial expiry job (product 8.5): ends trials, announces their end, reconciles outdated rows with Stripe and
 * flushes the outbox. Each batch is one transaction with its mails, so the job may be killed, repeated and run twice at
 * once. Resolves to null if another run has the lease for longer than `wait`.
 */
export function expireTrials({ wait = 0 } = {}): Promise<Summary | null> {
  return withLease('job expire-trials', { wait, ttl: minute }, async () => {
    const now = clock.now()
    const soon = new Date(now.getTime() + noticePeriod)
    const hasEnded = and(ne(users.trialStatus, 'canceled'), lte(users.trialEndsAt, now))
    const isEnding = and(
      eq(users.trialStatus, 'trialing'),
      gt(users.trialEndsAt, now),
      lte(users.trialEndsAt, soon),
    )
    const ended = await setTrialStatus('canceled', 'trial-ended', hasEnded)
    const announced = await setTrialStatus('ending', 'trial-ending', isEnding)
    const sent = await flushOutbox()
    const { reconciled, failed } = await reconcileOutdated()
    const mails = sent + (await flushOutbox())
    const summary = { ended, announced, reconciled, failed, mails }
    log.info(summary, 'trials expired')
    return summary
  })
}

/**
 * Sets the status of trials in batches, and enqueues mails to the users who neither have a subscription nor are exempt.
 * Returns the number of changed trials.
 */
async function setTrialStatus(
  to: TrialStatus,
  kind: 'trial-ended' | 'trial-ending',
  condition: SQL | undefined,
): Promise<number> {
  const count = await untilNoneLeft(
    () => setBatch(to, kind, condition),
    (count) => count > 0,
    () => db.$count(users, condition),
  )
  return count === 0 ? 0 : count + (await setTrialStatus(to, kind, condition))
}

/** Inserts of the users' records do not wait for the locks of a batch. */
function setBatch(to: TrialStatus, kind: 'trial-ended' | 'trial-ending', condition: SQL | undefined) {
  return db.transaction(async (tx) => {
    const due = tx
      .select({ _id: users._id })
      .from(users)
      .where(condition)
      .orderBy(asc(users.trialEndsAt))
      .limit(batchSize)
      .for('no key update', { skipLocked: true })
    const updated = await tx
      .update(users)
      .set({ trialStatus: to })
      .where(inArray(users._id, due))
      .returning({
        _id: users._id,
        Role: users.Role,
        isTestAccount: users.isTestAccount,
        Email: users.Email,
        isSubscribed: sql<boolean>`exists ${runningSubscription}`,
      })
    const recipients = updated.filter((user) => !isExempt(user) && !user.isSubscribed)
    await enqueue(
      tx,
      recipients.map(({ _id: userId }) => ({ kind, userId, about: 'trial' })),
    )
    return updated.length
  })
}

/** Correlated subquery: the running subscription of the user in the outer query. */
const runningSubscription = db
  .select({ userId: subscriptions.userId })
  .from(subscriptions)
  .where(
    and(
      eq(subscriptions.userId, users._id),
      sql`${subscriptions.stripeStatus} not in ('canceled', 'incomplete', 'incomplete_expired')`,
    ),
  )

/** After this many consecutive failures, Stripe is considered unavailable. The next run reconciles the other rows. */
const maxConsecutiveFailures = 5
/** Leaves time for the mails before the next hourly run. */
const maxDuration = 20 * 60 * 1_000

/** Reconciles outdated rows with Stripe, in case webhooks were lost. */
async function reconcileOutdated() {
  const counts = { reconciled: 0, failed: 0 }
  const until = Date.now() + maxDuration
  let consecutiveFailures = 0
  for (const { userId } of await listOutdated()) {
    try {
      await reconcile(userId)
      counts.reconciled++
      consecutiveFailures = 0
    } catch (error) {
      log.error(errorFields(error), 'customer not reconciled')
      counts.failed++
      consecutiveFailures = isInvalidRequest(error) ? 0 : consecutiveFailures + 1
    }
    if (consecutiveFailures === maxConsecutiveFailures || Date.now() > until) break
  }
  return counts
}

const maxCustomers = 10_000

/**
 * Users with an open checkout, an overdue payment or renewal, or a row that was fetched more than a day ago, the oldest
 * first. Leaves out ended subscriptions, because only the user or a webhook changes them.
 */
async function listOutdated() {
  if (!isStripeConfigured()) return []
  const { userId, customerId, stripeStatus, currentPeriodEnd, isCheckoutOpen, fetchedAt } = subscriptions
  const isStale = and(
    sql`${stripeStatus} not in ('canceled', 'incomplete_expired')`,
    or(
      inArray(stripeStatus, ['past_due', 'incomplete']),
      and(inArray(stripeStatus, ['active', 'trialing']), lt(currentPeriodEnd, clock.now())),
      lt(fetchedAt, new Date(clock.now().getTime() - staleAfter)),
    ),
  )
  return db
    .select({ userId })
    .from(subscriptions)
    .where(and(isNotNull(customerId), or(eq(isCheckoutOpen, true), isNull(fetchedAt), isStale)))
    .orderBy(sql`${fetchedAt} nulls first`)
    .limit(maxCustomers)
}
