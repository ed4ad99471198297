import { isExempt } from '~/billing/exempt.server'
import { subscriptionOf } from '~/billing/subscription'
import { clock } from '~/db/clock.server'
import type { Call } from '~/http/context.server'
import { requireSession } from './sessions.server'

/** The data of the dashboard's top bar, sidebar and subscription banner. Null outside the dashboard. */
export async function loadDashboardFrame(call: Call) {
  const { pathname } = new URL(call.request.url)
  if (!/^\/dashboard(\/|$)/i.test(pathname)) return null
  const { user, billing } = await requireSession(call)
  const { Firstname, avatar, Role } = user
  const subscription = isExempt(user) ? null : subscriptionOf(billing, clock.now())
  return { user: { Firstname, avatar, Role }, subscription }
}
