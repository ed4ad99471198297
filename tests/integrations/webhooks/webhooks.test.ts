import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { recordEventTypes, webhookLimit } from '~/integrations/webhooks/webhook'
import { webhookDeliveries, webhooks } from '~drizzle/schema'
import { createClient, visibleText } from '../../support/client'
import { atOnce, countByStatus } from '../../support/concurrency'
import { isRemote } from '../../support/database'
import { createBud, signedIn } from '../../support/factories'
import { addWebhook, deliver, rowsOf, startReceiver, until, verify } from './support'

const screen = '/dashboard/developers'
const api = '/api/v1/webhooks'
const url = 'https://hooks.example.com/budkeeper?token=secret'
const count = (userId: string) => db.$count(webhooks, eq(webhooks.userId, userId))

test('a webhook is added by the API and the screen, listed, and removed', async () => {
  const owner = await signedIn()
  const { body, headers } = await owner.post(api, { url: ` ${url}#part `, name: 'Wiki' })
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(body).toMatchObject({
    msg: 'Webhook added successfully',
    webhook: { url, name: 'Wiki', offSince: null, offReason: null },
    secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
  })
  const added = await owner.submit(screen, { intent: 'add-webhook', url: 'https://example.com', name: '' })
  expect(added.status).toBe(201)
  const secret = /value="(whsec_[^"]+)"/.exec(added.text)?.[1] ?? ''
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(visibleText(added)).toContain('Your new webhook: example.com')
  const list = (await owner.get(api)).body.webhooks
  expect(list).toMatchObject([{ url: 'https://example.com/', name: '' }, body.webhook])
  const page = await owner.visit(screen)
  expect(visibleText(page)).toContain(`Wiki ${url} Nothing was sent yet.`)
  for (const text of [
    page.text,
    (await owner.get(api)).text,
    JSON.stringify(await db.select().from(webhooks)),
  ])
    for (const shown of [secret, body.secret]) expect(text).not.toContain(shown)

  const [first] = list
  const asked = await owner.visit(`${screen}?remove=${first._id}`)
  expect(visibleText(asked)).toContain('Remove webhook example.com is not told of changes any more.')
  const removed = await owner.submit(screen, { intent: 'remove-webhook', _id: first._id })
  expect(removed).toSendToast('Webhook removed successfully')
  expect(await owner.delete(`${api}/${body.webhook._id}`)).toMatchObject({
    status: 200,
    body: { msg: 'Webhook removed successfully' },
  })
  expect(await count(owner.user._id)).toBe(0)
  expect(visibleText(await owner.visit(screen))).toContain('No webhooks yet.')
})

test('the events of a webhook are chosen in the form and by the API; none are all', async () => {
  const owner = await signedIn()
  const types = ['bud.created', 'event.deleted']
  const form = { intent: 'add-webhook', url, name: '' }
  await owner.submit(screen, [
    ...Object.entries(form),
    ...types.map((type): [string, string] => ['types', type]),
  ])
  await owner.submit(screen, form)
  for (const chosen of [['event.deleted', 'bud.created', 'bud.created'], [], null, undefined])
    await owner.post(api, { url, types: chosen })
  const stored = (await owner.get(api)).body.webhooks.map((webhook: { types: unknown }) => webhook.types)
  expect(stored).toEqual([null, null, null, types, null, types])
  expect(visibleText(await owner.visit(screen))).toContain('Told of bud.created, event.deleted')
})

test('the form offers the events that a webhook can be told of, and no others', async () => {
  const { text } = await (await signedIn()).visit(screen)
  const offered = [...text.matchAll(/name="types" value="([^"]+)"/g)].map(([, type]) => type)
  expect(offered).toEqual(recordEventTypes)
})

test('invalid input is refused and adds nothing', async () => {
  const owner = await signedIn()
  for (const [body, msg] of [
    [{}, 'Address is required'],
    [{ url: 5 }, 'Address must be text'],
    [{ url: 'http://example.com' }, 'Address must be a URL that begins with https://'],
    [{ url: 'https://169.254.169.254/' }, 'Address must be on the public internet'],
    [{ url, name: 'x'.repeat(101) }, 'Webhook name must be at most 100 characters'],
    [{ url, types: 5 }, 'Events must be a list'],
    [{ url, types: ['bud.merged'] }, `Events must be of ${recordEventTypes.join(', ')}`],
    [{ url, types: ['change.applied'] }, `Events must be of ${recordEventTypes.join(', ')}`],
    [
      { url, types: Array(recordEventTypes.length + 1).fill('bud.created') },
      `Events must be at most ${recordEventTypes.length}`,
    ],
  ] as const)
    expect(await owner.post(api, body)).toMatchObject({ status: 400, body: { msg } })
  const refused = await owner.submit(screen, {
    intent: 'add-webhook',
    url: 'https://10.0.0.1/',
    name: 'Wiki',
  })
  expect(refused.status).toBe(400)
  expect(visibleText(refused)).toContain('Please check one field Address must be on the public internet')
  expect(refused.text).toContain('value="https://10.0.0.1/"')
  expect(await count(owner.user._id)).toBe(0)
})

test('an account has at most 10 webhooks, also if they are added at the same time', async () => {
  const owner = await signedIn()
  const made = await atOnce(webhookLimit + 5, () => owner.post(api, { url }))
  expect(countByStatus(made)).toEqual({ 201: webhookLimit, 409: 5 })
  expect(await count(owner.user._id)).toBe(webhookLimit)
  expect(visibleText(await owner.visit(screen))).toContain('You have 10 webhooks, which is the most')
})

test('a form that is sent twice adds one webhook', async () => {
  const owner = await signedIn()
  const _id = /<form[^>]*id="webhook"[\s\S]*?name="_id" value="([^"]+)"/.exec(
    (await owner.visit(screen)).text,
  )?.[1]
  const submit = () => owner.submit(screen, { intent: 'add-webhook', url, name: '', _id: _id ?? '' })
  const [first, second] = [await submit(), await submit()]
  expect([first.status, second.status]).toEqual([201, 409])
  expect((await owner.get(api)).body.webhooks).toMatchObject([{ _id }])
})

test('the demo account has no webhooks', async () => {
  const demo = await signedIn({ traits: ['demo'] })
  const refused = { status: 403, body: { msg: 'The demo account cannot be changed' } }
  for (const body of [{ url }, {}]) expect(await demo.post(api, body)).toMatchObject(refused)
  expect((await demo.submit(screen, { intent: 'add-webhook', url })).status).toBe(403)
  expect(visibleText(await demo.visit(screen))).toContain(
    'The demo account has no devices, tokens, feeds or webhooks',
  )
})

test("another user's webhook is a 404", async () => {
  const [owner, other] = [await signedIn(), await signedIn()]
  const { _id } = await addWebhook(owner, url)
  for (const id of [_id, 'no-such-id'])
    for (const [method, path] of [
      ['DELETE', id],
      ['POST', `${id}/test`],
      ['GET', `${id}/deliveries`],
    ] as const)
      expect(await other.send(method, `${api}/${path}`)).toMatchObject({
        status: 404,
        body: { msg: 'Webhook not found' },
      })
  for (const intent of ['remove-webhook', 'test-webhook'])
    expect(await other.submit(screen, { intent, _id })).toSendToast('Webhook not found')
  expect(await count(owner.user._id)).toBe(1)
})

describe('a webhook', () => {
  test('is told of a change: type, time and ids, signed', async () => {
    const owner = await signedIn()
    const { url, received } = await startReceiver()
    const { _id, secret } = await addWebhook(owner, url)
    const bud = await createBud(owner.user, { Firstname: 'Ada', notes: 'A secret' })
    await until(received, 1)
    const [message] = received
    if (!message) throw new Error('Nothing was received')
    const [row] = await rowsOf(_id)
    expect(message.id).toBe(row?._id)
    expect(verify(secret, message)).toEqual({
      type: 'bud.created',
      timestamp: row?.createdAt.toISOString(),
      data: { _id: bud._id, changeId: row?.changeId },
    })
    const listed = async () => (await owner.get(`${api}/${_id}/deliveries`)).body
    await expect.poll(async () => (await listed()).deliveries[0].state).toBe('delivered')
    expect(await listed()).toEqual({
      deliveries: [
        {
          _id: message.id,
          type: 'bud.created',
          state: 'delivered',
          attempts: 1,
          status: 204,
          problem: null,
          createdAt: row?.createdAt.toISOString(),
          nextAttemptAt: null,
        },
      ],
      totalDeliveries: 1,
      numOfPages: 1,
      currentPage: 1,
    })
    expect(visibleText(await owner.visit(screen))).toContain('Delivered bud.created')
  })

  test('is told once of each change, by however many processes', async () => {
    const owner = await signedIn()
    const { url, received } = await startReceiver((_request, response) => {
      setTimeout(() => response.writeHead(200).end(), 20)
    })
    const { _id } = await addWebhook(owner, url)
    await atOnce(60, () => createBud(owner.user))
    await until(received, 60)
    await expect
      .poll(async () => new Set((await rowsOf(_id)).map(({ state }) => state)))
      .toEqual(new Set(['delivered']))
    const rows = await rowsOf(_id)
    expect(received.map(({ id }) => id).sort()).toEqual(rows.map((row) => row._id))
    expect(rows.every(({ attempts }) => attempts === 1)).toBe(true)
  })

  test('lists its deliveries by pages, newest first', async () => {
    const owner = await signedIn()
    const { _id } = await addWebhook(owner, 'http://127.0.0.1:4009')
    for (let n = 0; n < 5; n++) await createBud(owner.user)
    const ids = (await rowsOf(_id)).map((row) => row._id).reverse()
    const page = async (query: string) => (await owner.get(`${api}/${_id}/deliveries${query}`)).body
    const idsOf = ({ deliveries }: { deliveries: { _id: string }[] }) => deliveries.map((one) => one._id)
    expect(idsOf(await page(''))).toEqual(ids)
    const second = await page('?page=2&limit=2')
    expect(second).toMatchObject({ totalDeliveries: 5, numOfPages: 3, currentPage: 2 })
    expect(idsOf(second)).toEqual(ids.slice(2, 4))
    expect((await owner.get(`${api}/${_id}/deliveries?limit=101`)).status).toBe(400)
  })

  test('gets a test, from the API and the screen', async () => {
    const owner = await signedIn()
    const { url, received } = await startReceiver()
    const { _id, secret } = await addWebhook(owner, url)
    const { status, body } = await owner.post(`${api}/${_id}/test`, {})
    expect([status, body.msg, body.delivery]).toMatchObject([
      202,
      'The test is on its way',
      { type: 'webhook.test', state: 'pending', attempts: 0 },
    ])
    await until(received, 1)
    expect(received.map((message) => verify(secret, message))).toMatchObject([
      { type: 'webhook.test', data: { _id, changeId: null } },
    ])
    await expect.poll(async () => (await rowsOf(_id)).map(({ state }) => state)).toEqual(['delivered'])
    expect(await owner.submit(screen, { intent: 'test-webhook', _id })).toSendToast('The test was delivered')
    expect(received).toHaveLength(2)
  })

  test('says why a test has failed', async () => {
    const owner = await signedIn()
    const { url } = await startReceiver((_request, response) => response.writeHead(500).end())
    const { _id } = await addWebhook(owner, url)
    const failed = await owner.submit(screen, { intent: 'test-webhook', _id })
    expect(failed).toSendToast('The test was not delivered. The response was 500.')
    expect(visibleText(await owner.visit(screen))).toContain('Failed webhook.test')
  })

  test.skipIf(isRemote)('gets one test at a time', async () => {
    const owner = await signedIn()
    const { _id } = await addWebhook(owner, url)
    await db.insert(webhookDeliveries).values({
      ...{ _id: crypto.randomUUID(), ownerId: owner.user._id, webhookId: _id },
      ...{ type: 'webhook.test', state: 'sending', at: new Date() },
    })
    const refused = { status: 409, body: { msg: 'A test is on its way already' } }
    expect(await owner.post(`${api}/${_id}/test`, {})).toMatchObject(refused)
  })

  test('that is removed gets nothing more, and its deliveries are deleted', async () => {
    const owner = await signedIn()
    const { url, received } = await startReceiver()
    const { _id } = await addWebhook(owner, url)
    await createBud(owner.user)
    await owner.delete(`${api}/${_id}`)
    const count = received.length
    await createBud(owner.user)
    await deliver()
    await expect.poll(() => rowsOf(_id)).toEqual([])
    expect(received).toHaveLength(count)
  })
})

test('visitors and tokens reach no webhook', async () => {
  expect((await createClient().get(api)).status).toBe(401)
})
