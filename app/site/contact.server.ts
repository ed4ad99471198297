import { throttleClient } from '~/accounts/throttle.server'
import type { ThrottlePolicy } from '~/accounts/throttle-counters.server'
import { db } from '~/db/db.server'
import { runOnce } from '~/db/idempotency.server'
import { ageOfStamp, newStamp } from '~/forms/signed-timestamp.server'
import type { Call } from '~/http/context.server'
import { env } from '~/http/env.server'
import { UserError } from '~/http/errors'
import { sha256 } from '~/http/hash.server'
import { enqueue, flushOutboxInBackground } from '~/mail/outbox.server'
import { trap } from './contact'
import type { ContactInput } from './contact-input.server'

/** Nobody writes so fast; nobody leaves a page open so long (milliseconds). */
const stampAge = { least: 3_000, most: 24 * 60 * 60_000 }

const hour = 3_600

export const contactPolicy: ThrottlePolicy = {
  freeAttempts: 5,
  window: 24 * hour,
  firstDelay: 600,
  maxDelay: hour,
}

/** A person who is taken for a robot is told so, and gets through by sending the form again. */
export function refuseRobots(fields: Record<string, unknown>) {
  const age = ageOfStamp(fields.stamp)
  if (fields[trap]) {
    fields[trap] = ''
    throw new UserError(
      400,
      'This looked like the message of a robot. If you are none, please send it again.',
    )
  }
  if (age === undefined || age > stampAge.most) {
    fields.stamp = newStamp()
    throw new UserError(400, 'This page was open for a long time. Please send your message again.')
  }
  if (age < stampAge.least)
    throw new UserError(400, 'That was quick. Please wait a few seconds and send it again.')
}

/** To whoever runs this, also when the mail service is down just now. The same from the same form, such as by a double click, is one mail. */
export async function sendMessage(call: Call, input: ContactInput, stamp: unknown) {
  await runOnce(`contact ${sha256(JSON.stringify([stamp, input]))}`, async () => {
    await throttleClient(call, 'contact', contactPolicy)
    const recipient = env.ADMIN_EMAIL ?? env.MAIL_FROM
    await enqueue(db, [{ kind: 'contact', userId: null, recipient, details: input }])
  })
  flushOutboxInBackground()
}
