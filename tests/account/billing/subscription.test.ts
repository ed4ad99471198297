import { describe, expect, test } from 'vitest'
import { trialDays } from '~/account/billing/plan'
import { formatLongDay } from '~/base/components/day'
import { visibleText } from '../../support/client'
import { isRemote } from '../../support/database'
import { type Person, withStripe } from './support'

const screen = '/dashboard/subscription'

describe.skipIf(isRemote)('a subscription', () => {
  const { emulator, person, subscriber, pay, customersOf, stripeObjectsOf } = withStripe()

  /** Kind and text of the banner; undefined without one. */
  async function banner(who: Person) {
    const { text } = await who.visit('/dashboard/AllCircles')
    const [, kind, html = ''] =
      /<section class="subscription-banner (\w+)"[^>]*>(.*?)<\/section>/s.exec(text) ?? []
    return kind && `${kind}: ${visibleText({ text: html } as never).trim()}`
  }

  test('goes through trial, subscription, cancellation, resumption, failed payment, new card, end and resubscription', async () => {
    const ada = await person({ days: 5 })
    expect(await banner(ada)).toBe('trial: 5 days remaining in your free trial Subscribe Now')
    const trial = await ada.visit(screen)
    expect(visibleText(trial)).toContain('5 days remaining')
    expect(trial.text).toMatch(/<button[^>]*value="checkout"[^>]*>Subscribe Now</)

    await pay(ada, 'declined-later')
    await ada.becomes('active')
    const renewal = formatLongDay((await ada.status()).currentPeriodEnd)
    expect(await banner(ada)).toBe(`active: Active, renews on ${renewal} Manage Subscription`)
    expect(visibleText(await ada.visit(screen))).toContain(`Renews on ${renewal}`)

    const canceled = await ada.submit(screen, { intent: 'cancel' })
    expect(canceled).toHaveRedirect(screen)
    expect(canceled).toSendToast('Your subscription will be canceled at the end of the billing period')
    expect(await banner(ada)).toBe(
      `active: Active until ${renewal}. Your subscription will not renew after this period Manage Subscription`,
    )
    const ending = await ada.visit(screen)
    expect(visibleText(ending)).toContain(`Ends on ${renewal}`)
    expect(ending.text).toMatch(/<button[^>]*value="resume"[^>]*>Resume</)
    expect(ending.text).not.toContain('value="ask"')

    const resumed = await ada.submit(screen, { intent: 'resume' })
    expect(resumed).toSendToast('Your subscription has been resumed')
    expect(await ada.status()).toMatchObject({ status: 'active', daysRemaining: 0, cancelAtPeriodEnd: false })

    await emulator.advance('P6D')
    await ada.becomes('past_due')
    expect(await banner(ada)).toBe('unpaid: There is an issue with your payment Update Payment')
    const issue = await ada.visit(screen)
    expect(visibleText(issue)).toContain('Payment Issue')
    expect(issue.text).toMatch(/<button[^>]*value="checkout"[^>]*>Update Payment Method</)

    await pay(ada)
    await ada.becomes('active')
    await ada.cancel()
    await emulator.advance('P33D')
    await ada.becomes('canceled')
    expect(await banner(ada)).toBe('canceled: Your subscription has ended Resubscribe')
    expect((await ada.visit(screen)).text).toMatch(/<button[^>]*value="checkout"[^>]*>Resubscribe</)

    await pay(ada)
    await ada.becomes('active')
    expect((await stripeObjectsOf(ada)).subscriptions).toHaveLength(2)
    expect(await customersOf(ada)).toHaveLength(1)
    expect(await ada.mails()).toEqual(['subscription-canceled', 'payment-failed', 'subscription-canceled'])
  })

  test('Cancel needs a confirmation, which has its own URL without JavaScript', async () => {
    const ada = await subscriber()
    const page = await ada.visit(screen)
    expect(page.text).toMatch(/<button[^>]*name="cancel" value="ask"[^>]*>Cancel</)
    expect(page.text).not.toContain('<dialog')
    const question = await ada.visit(`${screen}?cancel=ask`)
    expect(question.text).toMatch(/<dialog[^>]* open=""/)
    expect(visibleText(question)).toContain('Are you sure you want to cancel your subscription?')
    expect((await ada.status()).cancelAtPeriodEnd).toBe(false)
  })

  test('on the first day of a trial the banner is a line below the screen', async () => {
    const ada = await person({ days: trialDays })
    const isBelow = async () => {
      const { text } = await ada.visit('/dashboard/AllCircles')
      return text.indexOf('subscription-banner') > text.indexOf('</h1>')
    }
    expect(await isBelow()).toBe(true)
    await emulator.advance('P1D')
    expect(await isBelow()).toBe(false)
    expect(await banner(ada)).toBe(`trial: ${trialDays - 1} days remaining in your free trial Subscribe Now`)
  })

  test('a trial ends without a job, and nothing is locked after its end', async () => {
    const ada = await person({ days: 1 })
    expect(await banner(ada)).toBe('trial: 1 day remaining in your free trial Subscribe Now')
    await emulator.advance('P1D')
    expect(await ada.status()).toMatchObject({ status: 'canceled', daysRemaining: 0 })
    expect(await banner(ada)).toBe('canceled: Your subscription has ended Resubscribe')
    expect((await ada.post('/api/v1/buds', { Firstname: 'Grace' })).status).toBe(201)
  })
})
