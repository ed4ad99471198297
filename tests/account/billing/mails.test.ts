import { describe, expect, test } from 'vitest'
import { reconcileAndMail } from '~/account/billing/checkout.server'
import { deleteOldMails } from '~/base/mail/outbox.server'
import { isRemote } from '../../support/database'
import { withStripe } from './support'

describe.skipIf(isRemote)('mails', () => {
  const { emulator, subscriber, overdue, setStatus } = withStripe()

  test('one is sent for a month whose payment fails, and none once the status is `unpaid`', async () => {
    const ada = await overdue()
    expect(await ada.mails()).toEqual(['payment-failed'])
    for (let n = 0; n < 4; n++) await emulator.advance('P31D')
    await ada.becomes('unpaid')
    expect(await ada.mails()).toEqual(['payment-failed'])
  })

  test('one is sent for a cancellation, and not again after the sent row was deleted from the outbox', async () => {
    const ada = await subscriber({ days: 0 })
    await ada.cancel()
    expect(await ada.mails()).toEqual(['subscription-canceled'])
    await emulator.advance('P40D')
    expect((await ada.status()).status).toBe('canceled')
    for (let n = 0; n < 2; n++) {
      await emulator.advance('P95D')
      await deleteOldMails()
      await reconcileAndMail(ada.user._id)
    }
    expect(await ada.mails()).toEqual(['subscription-canceled'])
  })

  test('one is sent for a subscription that was canceled at Stripe', async () => {
    const ada = await subscriber({ days: 0 })
    await setStatus(ada, 'canceled')
    await ada.becomes('canceled')
    expect(await ada.mails()).toEqual(['subscription-canceled'])
  })
})
