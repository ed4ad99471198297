import { eq } from 'drizzle-orm'
import { isVerified, type User } from '~/account/users/user'
import type { Db } from '~/base/db/db.server'
import type { MailKind, NewMail } from '~/base/mail/mail-kinds.server'
import { enqueue } from '~/base/mail/outbox.server'
import { users } from '~drizzle/schema'
import { quotaKey } from './mail-quota.server'
import { consumeAttempt, dayInSeconds } from './throttle.server'

/** Notices a day to one address, from all accounts that have had it. Nobody may have confirmed that it is theirs. */
const quotas = { verified: 20, unverified: 5 }

/** Mails with a link that keeps the address, which other notices must not crowd out, have these beyond the quota. */
const reserve = 3
const reserved: MailKind[] = ['email-change-requested', 'email-changed']

type Mailbox = { Email: string; verifiedEmail: string | null }

/**
 * Stores a mail that tells what was done in the account. All notices go through here, so that no operation can be repeated
 * to fill a stranger's mailbox (product 12). The first one beyond the quota is replaced by a mail that says so, and those
 * after it are not sent. `to`: the mailbox of a mail that does not go to the user's present address.
 */
export async function enqueueNotice(writer: Db, mail: NewMail, to?: Mailbox) {
  const mailbox = to ?? (await findMailbox(writer, mail.userId))
  if (!mailbox) return
  const quota = quotas[isVerified(mailbox) ? 'verified' : 'unverified']
  const passes = (name: string, freeAttempts: number) =>
    consumeAttempt(quotaKey(name, mailbox.Email), { freeAttempts, window: dayInSeconds }, writer)
  if (await passes('notice to', quota)) return enqueue(writer, [mail])
  if (reserved.includes(mail.kind) && (await passes('reserved notice to', reserve)))
    return enqueue(writer, [mail])
  if (await passes('notice to', quota + 1)) {
    const { userId } = mail
    await enqueue(writer, [{ kind: 'notices-paused', userId, recipient: mailbox.Email }])
  }
}

/** Locks the user before the count, as operations that lock the user themselves do, so that no deadlock occurs. */
async function findMailbox(writer: Db, userId: string | null): Promise<Mailbox | undefined> {
  if (!userId) return
  const { Email, verifiedEmail } = users
  const [row] = await writer
    .select({ Email, verifiedEmail })
    .from(users)
    .where(eq(users._id, userId))
    .for('key share')
  return row
}

type NewAccess = Extract<NewMail, { kind: 'access-added' }>['details']

/** Tells the user of a new token, feed or webhook. `until` is null for one that has no end. */
export const enqueueAccessNotice = (
  writer: Db,
  { _id: userId }: User,
  { until, ...access }: Omit<NewAccess, 'until'> & { until: Date | null },
) =>
  enqueueNotice(writer, {
    kind: 'access-added',
    userId,
    details: { ...access, until: until?.toISOString().slice(0, 10) ?? null },
  })
