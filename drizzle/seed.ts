import { defaultAdmin, describeAdmin, randomPassword } from '~/account/accounts/admin-password.server'
import { ensureAdmin } from '~/account/accounts/registration.server'
import { isDemoOffered } from '~/account/security/sign-in.server'
import { isEmbedded } from '~/base/db/db.server'
import { env } from '~/base/node/env.server'
import { ensureDemoAccount, isDemoEmpty, resetDemo } from '~/jobs/demo.server'
import { seedPosts } from '~/site/blog/demo-posts.server'
import { createSubscribers, type Subscribe, seedSubscription, subscribers } from './demo/subscribers'
import { attempt, doIfLeft, markDone, planFirstStart } from './first-start'

const partOf = ({ name }: { name: string }) => `subscription ${name}`

/** Plans the posts, an admin unless the environment names one, and with an emulator the sample subscribers. */
export async function planSamples({ hasEmulator }: { hasEmulator: boolean }) {
  const accounts = hasEmulator ? ['subscribers', ...subscribers.map(partOf)] : []
  await planFirstStart(['posts', ...(env.ADMIN_EMAIL ? [] : ['admin']), ...accounts])
}

/** The demo account, whose content each start with an embedded database replaces, and the first posts of the blog. */
export async function seedContent() {
  if (isDemoOffered)
    await attempt('demo', async () => {
      await ensureDemoAccount()
      if (isEmbedded || (await isDemoEmpty())) await resetDemo()
    })
  await doIfLeft('posts', async () => {
    await seedPosts()
    await markDone('posts')
  })
}

/**
 * Creates the admin and the sample subscribers, with passwords that only their hints contain. `areShown` is called when
 * the hints are printed; a start that ends before leaves it to the next one to set and print new passwords.
 */
export async function seedAccounts({ hasEmulator }: { hasEmulator: boolean }) {
  const hints = isDemoOffered ? ["Look around: choose 'Explore the app' on /login"] : []
  const shown: string[] = []
  const create = (part: string, work: (password: string) => Promise<string>) =>
    doIfLeft(part, async () => {
      hints.push(await work(randomPassword()))
      shown.push(part)
    })
  if (!env.ADMIN_EMAIL)
    await create('admin', async (password) => {
      await ensureAdmin(defaultAdmin, password)
      return describeAdmin(defaultAdmin, password)
    })
  if (hasEmulator)
    await create('subscribers', async (password) => {
      const emails = await createSubscribers(password)
      return `Subscriptions: ${emails.join(', ')}, each with the password ${password} (shown this once)`
    })
  const areShown = async () => {
    for (const part of shown) await attempt(part, () => markDone(part))
  }
  return { hints, areShown }
}

/** The subscriptions of the sample subscribers. */
export async function seedSubscriptions(subscribe: Subscribe) {
  for (const subscriber of subscribers)
    await doIfLeft(partOf(subscriber), async () => {
      if (await seedSubscription(subscriber, subscribe)) await markDone(partOf(subscriber))
    })
}
