import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reconcileAndMail } from '~/account/billing/checkout.server'
import { env } from '~/base/node/env.server'
import { type Person, withStripe } from '../account/billing/support'
import { webhookSecret } from '../dev/support'
import { type ClientResponse, createClient } from '../support/client'
import { isRemote } from '../support/database'
import {
  expectValid,
  oddBytes,
  oddFields,
  oddObject,
  oddText,
  oddType,
  oddValue,
  options,
  timeout,
} from '../support/fuzz'
import { sign } from '../support/webhook-relay'

describe.skipIf(isRemote)('the URLs of billing', () => {
  const { person, subscriber, pay, stripeObjectsOf } = withStripe()
  const secret = 'shared with Postmark'
  const billing = '/api/v1/subscriptions'
  const paths = ['create-checkout-session', 'cancel', 'resume'].map((name) => `${billing}/${name}`)
  const screen = '/dashboard/subscription'
  const json = { 'Content-Type': 'application/json' }
  const word = fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).map((text) => text.trim())

  beforeAll(() => void Object.assign(env, { POSTMARK_WEBHOOK_SECRET: secret }))
  afterAll(() => void Object.assign(env, { POSTMARK_WEBHOOK_SECRET: undefined }))

  async function expectOneSubscription(who: Person) {
    await pay(who).catch(() => {})
    await reconcileAndMail(who.user._id)
    const { subscriptions } = await stripeObjectsOf(who)
    expect(subscriptions).toHaveLength(1)
    expect(await who.status()).toMatchObject({ status: 'active', cancelAtPeriodEnd: expect.any(Boolean) })
  }

  function expectMessageOrUrl({ status, body }: ClientResponse) {
    expect(status).toBeLessThan(500)
    expect(body?.msg ?? body?.url).toEqual(expect.any(String))
  }

  test.each(paths)(
    '%s accepts or refuses any body during a trial and a subscription',
    async (path) => {
      const [ada, grace] = [await person(), await subscriber()]
      await fc.assert(
        fc.asyncProperty(oddType, oddBytes, oddObject, async (type, bytes, object) => {
          for (const who of [ada, grace]) {
            const headers = { 'Content-Type': type }
            expectMessageOrUrl(await who.send('POST', path, { headers, body: bytes as BodyInit }))
            expectMessageOrUrl(await who.post(path, object))
          }
        }),
        options,
      )
      for (const who of [ada, grace]) await expectOneSubscription(who)
    },
    timeout,
  )

  test(
    'the screen accepts or refuses any form and any query',
    async () => {
      const [ada, grace] = [await person(), await subscriber()]
      const intent = fc.oneof(fc.constantFrom('cancel', 'resume', 'checkout'), oddText)
      const query = fc.dictionary(fc.constantFrom('checkout', 'reloads', 'cancel', 'x'), oddText)
      await fc.assert(
        fc.asyncProperty(intent, oddFields, query, async (intent, fields, query) => {
          const search = new URLSearchParams(query).toString().slice(0, 6_000)
          for (const who of [ada, grace]) {
            expectValid(await who.submit(screen, [['intent', intent], ...fields]), false)
            expect([200, 302]).toContain((await who.visit(`${screen}?${search}`)).status)
          }
        }),
        options,
      )
      for (const who of [ada, grace]) await expectOneSubscription(who)
    },
    timeout,
  )

  test(
    "Stripe's webhook responds 200 or 400 to any signed body, and 400 to any other",
    async () => {
      const type = fc.oneof(fc.constantFrom('invoice.paid', 'customer.subscription.updated'), oddValue)
      const customer = fc.oneof(oddValue, fc.record({ id: oddValue }))
      const object = fc.oneof(fc.record({ customer }), oddValue)
      const id = fc.oneof(fc.uuid(), oddValue)
      const event = fc.record(
        { id, type, data: fc.oneof(fc.record({ object }), oddValue) },
        { requiredKeys: [] },
      )
      const body = fc.oneof(
        event.map((value) => JSON.stringify(value)),
        fc.json(),
        oddText,
      )
      const post = (headers: object, body: BodyInit) =>
        createClient().send('POST', '/webhooks/stripe', { headers: { ...json, ...headers }, body })
      await fc.assert(
        fc.asyncProperty(body, async (text) => {
          const signed = { 'Stripe-Signature': sign(text.toWellFormed(), webhookSecret) }
          expect([200, 400]).toContain((await post(signed, text)).status)
        }),
        { ...options, numRuns: 8 * options.numRuns },
      )
      await fc.assert(
        fc.asyncProperty(oddType, word, oddBytes, async (type, signature, bytes) => {
          const headers = { 'Content-Type': type, 'Stripe-Signature': signature }
          expect((await post(headers, bytes as BodyInit)).status).toBe(400)
        }),
        options,
      )
    },
    timeout,
  )

  test(
    "no body causes a server error in Postmark's webhook",
    async () => {
      const Authorization = `Basic ${btoa(`postmark:${secret}`)}`
      const report = fc.record(
        {
          RecordType: fc.oneof(fc.constantFrom('Bounce', 'SpamComplaint'), oddValue),
          Type: fc.oneof(fc.constantFrom('HardBounce', 'BadEmailAddress', 'SoftBounce'), oddValue),
          Email: oddValue,
        },
        { requiredKeys: [] },
      )
      await fc.assert(
        fc.asyncProperty(report, oddType, oddBytes, async (object, type, bytes) => {
          const good = await createClient().post('/webhooks/postmark', object, { Authorization })
          expect([200, 400, 413]).toContain(good.status)
          const odd = { headers: { 'Content-Type': type, Authorization }, body: bytes as BodyInit }
          expect((await createClient().send('POST', '/webhooks/postmark', odd)).status).toBeLessThan(500)
        }),
        { ...options, numRuns: 4 * options.numRuns },
      )
    },
    timeout,
  )

  test.each(['/webhooks/stripe', '/webhooks/postmark'])('%s responds 413 to 10 MB', async (path) => {
    const headers = { ...json, Authorization: `Basic ${btoa(`:${secret}`)}`, 'Stripe-Signature': 't=1,v1=x' }
    const body = `{"id":"${'x'.repeat(10_000_000)}"}`
    expect((await createClient().send('POST', path, { headers, body })).status).toBe(413)
  })

  test.each([
    [`${billing}/status`, 'GET, HEAD'],
    ...[...paths, '/webhooks/stripe', '/webhooks/postmark', '/jobs/expire-trials'].map((path) => [
      path,
      'POST',
    ]),
  ])('%s allows %s and nothing else', async (path = '', allowed = '') => {
    const ada = await person()
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      if (allowed.includes(method)) continue
      const response = await ada.send(method, path)
      expect([method, response.status, response.headers.get('Allow')]).toEqual([method, 405, allowed])
    }
  })
})
