import type { Db } from '~/db/db.server'
import type { NewMail } from '~/mail/mail-kinds.server'
import { enqueue } from '~/mail/outbox.server'
import type { User } from './account'

/** Stores a mail that tells the user what was done in the account. All notices go through here. */
export const enqueueNotice = (writer: Db, mail: NewMail) => enqueue(writer, [mail])

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
