import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished } from 'vitest'
import { db } from '~/base/db/db.server'
import { waitForBackgroundTasks } from '~/base/node/background.server'
import { type DeliveryOptions, startDeliveries } from '~/integrations/webhooks/deliveries.server'
import { webhookDeliveries } from '~drizzle/schema'
import type { signedIn } from '../../support/factories'

export type Owner = Awaited<ReturnType<typeof signedIn>>
export type Received = { id: string; url: string; headers: IncomingHttpHeaders; body: string }
type Respond = (request: IncomingMessage, response: ServerResponse, received: Received) => void

const accept: Respond = (_request, response) => response.writeHead(204).end()

/** A receiver of webhooks on loopback, until the end of the test. */
export async function startReceiver(respond: Respond = accept) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { url = '', headers } = request
    const message = { id: String(headers['webhook-id']), url, headers, body }
    received.push(message)
    respond(request, response, message)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  return { url: `http://127.0.0.1:${port}/hook`, port, received, close }
}

/** The content of a message, as `standardwebhooks` verifies it. Throws if the signature is not right. */
export const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as {
    type: string
    timestamp: string
    data: { _id: string | null; changeId: string | null }
  }

export async function addWebhook(owner: Owner, url: string, name = '', types?: string[]) {
  const { status, body } = await owner.post('/api/v1/webhooks', { url, name, types })
  expect([status, body.msg]).toEqual([201, 'Webhook added successfully'])
  return { ...body.webhook, secret: body.secret } as { _id: string; secret: string }
}

/** Runs the job until all that it has begun is done. */
export async function deliver(options?: DeliveryOptions) {
  await startDeliveries(options)
  await waitForBackgroundTasks()
}

/** Runs the job until the receiver has so many messages. Other processes may run it too. */
export async function until(received: Received[], count: number) {
  const deliverAndCount = async () => {
    await deliver()
    return received.length
  }
  await expect.poll(deliverAndCount, { interval: 50 }).toBeGreaterThanOrEqual(count)
}

/** The deliveries of a webhook in the database, oldest first. */
export const rowsOf = (webhookId: string) =>
  db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(webhookDeliveries._id)
