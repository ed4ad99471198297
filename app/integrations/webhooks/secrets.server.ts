import { eq, like, not } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { secretBox } from '~/base/http/secret-box.server'
import { env } from '~/base/node/env.server'
import { webhooks } from '~drizzle/schema'

/** Encrypts the secret of a webhook, bound to its id. */
export const box = secretBox(env.SESSION_SECRETS)

/** Encrypts anew what an older secret of `SESSION_SECRET` has encrypted, so that the older one can be removed. */
export async function renewWebhookEncryption(own = box) {
  const isOld = not(like(webhooks.secret, `${own.prefix.replace(/[_%\\]/g, '\\$&')}%`))
  const old = await db.select({ _id: webhooks._id, secret: webhooks.secret }).from(webhooks).where(isOld)
  for (const { _id, secret } of old) {
    const plain = own.decrypt(secret, _id)
    if (plain === null) continue
    await db
      .update(webhooks)
      .set({ secret: own.encrypt(plain, _id) })
      .where(eq(webhooks._id, _id))
  }
}
