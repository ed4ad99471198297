import { describe, expect, test } from 'vitest'
import { formatDate } from '~/billing/subscription'
import { visibleText } from '../support/client'
import { isRemote } from '../support/database'
import { withStripe } from './support'

const screen = '/dashboard/subscription'

describe.skipIf(isRemote)('a subscription', () => {
  const { emulator, person, subscriber, pay, setStatus, stripeObjectsOf } = withStripe()

  /** Kind and text of the banner; undefined without one. */
  async function banner(who: Awaited<ReturnType<typeof person>>) {
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
    await expect.poll(async () => (await ada.status()).status).toBe('active')
    const renewal = formatDate((await ada.status()).currentPeriodEnd)
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
    expect(await ada.status()).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })

    await emulator.advance('P6D')
    await expect.poll(async () => (await ada.status()).status).toBe('past_due')
    expect(await banner(ada)).toBe('unpaid: There is an issue with your payment Update Payment')
    const issue = await ada.visit(screen)
    expect(visibleText(issue)).toContain('Payment Issue')
    expect(issue.text).toMatch(/<button[^>]*value="checkout"[^>]*>Update Payment Method</)

    await pay(ada)
    await expect.poll(async () => (await ada.status()).status).toBe('active')
    await ada.post('/api/v1/subscriptions/cancel', {})
    await emulator.advance('P33D')
    await expect.poll(async () => (await ada.status()).status).toBe('canceled')
    expect(await banner(ada)).toBe('canceled: Your subscription has ended Resubscribe')
    expect((await ada.visit(screen)).text).toMatch(/<button[^>]*value="checkout"[^>]*>Resubscribe</)

    await pay(ada)
    await expect.poll(async () => (await ada.status()).status).toBe('active')
    expect(await ada.mails()).toEqual(['subscription-canceled', 'payment-failed', 'subscription-canceled'])
  })

  test('over the API: status, cancel, resume', async () => {
    const ada = await subscriber()
    const canceled = await ada.post('/api/v1/subscriptions/cancel', {})
    expect(canceled).toMatchObject({
      status: 200,
      body: {
        msg: 'Your subscription will be canceled at the end of the billing period',
        subscription: { status: 'active', daysRemaining: 0, cancelAtPeriodEnd: true },
      },
    })
    const { subscriptions } = await stripeObjectsOf(ada)
    expect(subscriptions[0]).toMatchObject({ cancel_at_period_end: true })
    expect(await ada.post('/api/v1/subscriptions/resume', {})).toMatchObject({
      status: 200,
      body: { msg: 'Your subscription has been resumed', subscription: { cancelAtPeriodEnd: false } },
    })
    expect(await ada.get('/api/v1/subscriptions/status')).toMatchObject({
      status: 200,
      body: {
        subscription: {
          status: 'active',
          daysRemaining: 0,
          cancelAtPeriodEnd: false,
          currentPeriodEnd: expect.stringMatching(/^\d{4}-/),
        },
      },
    })
  })

  test('Resume also clears `cancel_at`', async () => {
    const ada = await subscriber()
    const [{ id, created }] = (await stripeObjectsOf(ada)).subscriptions
    await emulator.stripe.subscriptions.update(id, { cancel_at: created + 20 * 86_400 })
    await expect.poll(async () => (await ada.status()).cancelAtPeriodEnd).toBe(true)
    expect((await ada.post('/api/v1/subscriptions/resume', {})).body.subscription.cancelAtPeriodEnd).toBe(
      false,
    )
    expect((await stripeObjectsOf(ada)).subscriptions[0].cancel_at).toBeNull()
  })

  test('a repeated cancel or resume changes nothing', async () => {
    const ada = await subscriber()
    for (const what of ['cancel', 'cancel', 'resume', 'resume']) {
      expect((await ada.post(`/api/v1/subscriptions/${what}`, {})).status).toBe(200)
      await emulator.advance('PT2S')
    }
    expect(await ada.mails()).toEqual(['subscription-canceled'])
  })

  test('cancel and resume get 409 during a trial', async () => {
    const ada = await person()
    for (const what of ['cancel', 'resume']) {
      const response = await ada.post(`/api/v1/subscriptions/${what}`, {})
      expect(response).toMatchObject({ status: 409, body: { msg: 'There is no subscription to change' } })
    }
  })

  test('Cancel needs a confirmation, without JavaScript at a URL of its own', async () => {
    const ada = await subscriber()
    const page = await ada.visit(screen)
    expect(page.text).toMatch(/<button[^>]*name="cancel" value="ask"[^>]*>Cancel</)
    expect(page.text).not.toContain('<dialog')
    const question = await ada.visit(`${screen}?cancel=ask`)
    expect(question.text).toMatch(/<dialog[^>]* open=""/)
    expect(visibleText(question)).toContain('Are you sure you want to cancel your subscription?')
    expect((await ada.status()).cancelAtPeriodEnd).toBe(false)
  })

  test('an unknown status of Stripe is shown as unpaid', async () => {
    const ada = await subscriber()
    await setStatus(ada, 'on_the_moon')
    await expect.poll(async () => (await ada.status()).status).toBe('unpaid')
    expect(await banner(ada)).toBe('unpaid: There is an issue with your payment Update Payment')
  })

  test('a trial ends without a job', async () => {
    const ada = await person({ days: 1 })
    expect(await banner(ada)).toBe('trial: 1 day remaining in your free trial Subscribe Now')
    await emulator.advance('P1D')
    expect(await ada.status()).toMatchObject({ status: 'canceled', daysRemaining: 0 })
    expect(await banner(ada)).toBe('canceled: Your subscription has ended Resubscribe')
  })

  test('nothing is locked after its end', async () => {
    const ada = await person({ days: 0 })
    expect((await ada.post('/api/v1/buds', { Firstname: 'Grace' })).status).toBe(201)
    expect((await ada.visit('/dashboard')).status).toBe(200)
  })
})
