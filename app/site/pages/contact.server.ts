import { mailPolicy, throttleClient } from '~/account/accounts/throttle.server'
import { runOnce } from '~/base/db/idempotency.server'
import { ageOfTimestamp, signTimestamp } from '~/base/forms/signed-timestamp.server'
import type { Call } from '~/base/http/context.server'
import { sha256 } from '~/base/http/secret.server'
import { enqueue, flushOutboxInBackground } from '~/base/mail/outbox.server'
import { day, second } from '~/base/node/durations'
import { env } from '~/base/node/env.server'
import { UserError } from '~/base/node/errors'
import { honeypot } from './contact'
import type { ContactInput } from './contact-input.server'

/**
 * Allowed age of a submitted form, in milliseconds. Robots are faster than `min`. Forms older than `max` may be
 * replays.
 */
const formAge = { min: 3 * second, max: day }

/** Checks the honeypot and the signed timestamp. Resets a rejected field, so that a person can send the form again. */
export function refuseRobots(fields: Record<string, unknown>) {
  const age = ageOfTimestamp(fields.timestamp)
  if (fields[honeypot]) {
    fields[honeypot] = ''
    throw new UserError(
      400,
      'This looked like a message from a robot. If you are not one, please send it again.',
    )
  }
  if (age === undefined || age > formAge.max) {
    fields.timestamp = signTimestamp()
    throw new UserError(400, 'This page was open for a long time. Please send your message again.')
  }
  if (age < formAge.min)
    throw new UserError(400, 'That was quick. Please wait a few seconds and send it again.')
}

/**
 * Mails the message to the operator. Idempotent: a form that is sent twice, such as by a double click, makes one mail.
 */
export async function sendMessage(call: Call, input: ContactInput, timestamp: unknown) {
  await runOnce(`contact ${sha256(JSON.stringify([timestamp, input]))}`, async (tx) => {
    await throttleClient(call, 'contact', mailPolicy, tx)
    const recipient = env.ADMIN_EMAIL ?? env.MAIL_FROM
    await enqueue(tx, [{ kind: 'contact', userId: null, recipient, details: input }])
  })
  flushOutboxInBackground()
}
