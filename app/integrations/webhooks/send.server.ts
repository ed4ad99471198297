import { createHmac, randomBytes } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { stopSignal } from '~/base/node/background.server'
import { AddressError, checkedAddresses, type Resolve } from './addresses.server'

export type Message = { id: string; url: string; secret: string; body: string }
/** `problem` is null if the receiver has accepted the message. */
export type Outcome = { status: number | null; problem: string | null }

export type SendOptions = {
  /** Milliseconds until the response, including the time to resolve the host and to connect. */
  timeout?: number
  resolve?: Resolve
}

/** In bytes. Nothing in a response matters but its status. */
const maxBodyRead = 4_096

export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** The headers of Standard Webhooks (https://www.standardwebhooks.com). */
export function signedHeaders({ id, secret, body }: Message, now = new Date()) {
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/**
 * Sends a message once. Never throws. A redirect is a failure like each response other than 2xx. A shutdown of the server
 * aborts it.
 */
export async function send(
  message: Message,
  { timeout = 10_000, resolve }: SendOptions = {},
): Promise<Outcome> {
  const end = new AbortController()
  const { signal } = end
  const abort = () => end.abort()
  // It also ends the response, which is read after this function returns.
  setTimeout(abort, timeout).unref()
  stopSignal.addEventListener('abort', abort)
  try {
    const url = new URL(message.url)
    const ips = await checkedAddresses(url, signal, resolve)
    signal.throwIfAborted()
    const status = await post(url, ips, message, signal)
    return { status, problem: problemOfStatus(status) }
  } catch (error) {
    return { status: null, problem: signal.aborted ? noResponse(timeout) : problemOf(error) }
  } finally {
    stopSignal.removeEventListener('abort', abort)
  }
}

const noResponse = (timeout: number) => `There was no response within ${timeout / 1_000} seconds`

function problemOfStatus(status: number) {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `The response was ${status}, and redirects are not followed`
  return `The response was ${status}`
}

/** Without the message of other errors, which can contain the address. */
function problemOf(error: unknown) {
  if (error instanceof AddressError) return error.message
  const { code } = error as NodeJS.ErrnoException
  return `The connection failed${code ? ` (${code})` : ''}`
}

/** Connects to one of `ips` and to nothing else. Resolves to the status of the response. */
function post(url: URL, ips: string[], message: Message, signal: AbortSignal) {
  const { request, Agent } = url.protocol === 'https:' ? https : http
  const addresses = ips.map((address) => ({ address, family: isIP(address) }))
  const lookup: LookupFunction = (_host, { all }, done) => {
    const [{ address, family } = { address: '', family: 0 }] = addresses
    if (all) done(null, addresses)
    else done(null, address, family)
  }
  return new Promise<number>((resolve, reject) => {
    const options = {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Budkeeper-Webhooks/1',
        ...signedHeaders(message),
      },
      // One of its own: the global one may use a proxy of the environment, which would resolve the host again.
      agent: new Agent({ keepAlive: false }),
      rejectUnauthorized: true,
      lookup,
      signal,
    }
    const call = request(url, options, (response) => {
      resolve(response.statusCode ?? 0)
      discard(response)
    })
    call.on('error', reject)
    // Some ends have no error, such as that of a response 101. After a response or an error it has no effect.
    call.on('close', () => reject(new Error('The connection was closed')))
    call.end(message.body)
  })
}

/** Reads a short body, so that the receiver can finish its response, and ends the connection at a longer one. */
function discard(response: http.IncomingMessage) {
  let read = 0
  response.on('error', () => {})
  response.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read > maxBodyRead) response.destroy()
  })
}
