import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

/** A signature as Stripe makes it. */
export const sign = (payload: string, secret: string, secondsAgo = 0) =>
  Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(Date.now() / 1_000) - secondsAgo,
  })

const otherSecret = 'whsec_other'
export const forgeries = ['secret', 'stale', 'body', 'unsigned'] as const
type Forgery = (typeof forgeries)[number]

/** An invalid signature: with another secret, too old, for another body, or none. */
export const forgedSignature = (kind: Forgery, body: string, secret: string) =>
  ({
    secret: sign(body, otherSecret),
    stale: sign(body, secret, 600),
    body: sign(`${body} `, secret),
    unsigned: '',
  })[kind]

type Release = {
  order: 'kept' | 'reversed' | 'shuffled'
  times?: number
  parallel?: number
  hasForged?: boolean
}

const isOk = (status: number) => status >= 200 && status < 300

/** Forwards webhooks to the app, delays and repeats them, and sends forged ones. */
export async function startWebhookRelay(target: string | undefined, secret: string) {
  /** Bodies of all webhooks by the event's id. */
  const bodies = new Map<string, string>()
  let delayed: string[] | undefined

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts).toString()
    bodies.set(JSON.parse(body).id, body)
    if (delayed) delayed.push(body)
    const status = delayed ? 200 : await post(body, String(request.headers['stripe-signature']))
    response.writeHead(status || 502).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  /** Returns the status, or 0 without a response. */
  async function post(body: string, signature = sign(body, secret)) {
    if (!target) return 200
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature }
    try {
      const response = await fetch(target, { method: 'POST', headers, body })
      await response.arrayBuffer()
      return response.status
    } catch {
      return 0
    }
  }

  /** Repeats a webhook until the app acknowledges it. If the signature is forged, any response is enough. */
  async function sendUntilResponse(body: string, signature?: () => string) {
    for (;;) {
      const status = await post(body, signature?.())
      if (isOk(status) || (status > 0 && signature)) return status
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  /**
   * Sends the delayed webhooks `times` times. `hasForged` adds invalid ones, so that a tenth of all requests has a forged
   * signature and a tenth an old one.
   */
  async function release({ order, times = 1, parallel = 1, hasForged = false }: Release) {
    const bodies = (delayed ?? []).splice(0)
    const some = hasForged ? Math.round((bodies.length * times) / 8) : 0
    const any = () => bodies[Math.floor(Math.random() * bodies.length)] as string
    const genuine = Array.from({ length: times }, () => bodies).flat()
    const calls = [
      ...genuine.map((body) => ({ body, signature: undefined })),
      ...Array.from({ length: some }, any).map((body) => ({
        body,
        signature: () => sign(body, otherSecret),
      })),
      ...Array.from({ length: some }, any).map((body) => ({
        body,
        signature: () => sign(body, secret, 600),
      })),
    ]
    if (order === 'reversed') calls.reverse()
    if (order === 'shuffled') shuffle(calls)
    const counts = { genuine: genuine.length, acknowledged: 0, forged: 2 * some, accepted: 0 }
    const next = calls.values()
    const worker = async () => {
      for (const { body, signature } of next) {
        const isAccepted = isOk(await sendUntilResponse(body, signature))
        if (isAccepted) counts[signature ? 'accepted' : 'acknowledged'] += 1
      }
    }
    await Promise.all(Array.from({ length: parallel }, worker))
    return counts
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events: () => [...bodies.values()].map((body): Stripe.Event => JSON.parse(body)),
    hold: () => {
      delayed ??= []
    },
    release,
    /** Drops the delayed webhooks, and resumes normal forwarding. */
    discard: () => {
      delayed = undefined
    },
    /** Sends the delayed webhooks, and resumes normal forwarding. */
    deliver: async () => {
      await release({ order: 'kept' })
      delayed = undefined
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

function shuffle<T>(list: T[]) {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1))
    const [a, b] = [list[last] as T, list[other] as T]
    list[last] = b
    list[other] = a
  }
}
