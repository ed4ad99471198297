import type { ServerResponse } from 'node:http'

export const faultKinds = ['none', 'slow', 'down', 'lost', 'nonsense', 'error500'] as const
type Fault = { kind: (typeof faultKinds)[number]; times: number; ms: number }

/** What is wrong with a service, if anything, and for how many calls more. */
export type Faults = Record<'stripe' | 'postmark', Fault>

const noFault = (): Fault => ({ kind: 'none', times: Number.POSITIVE_INFINITY, ms: 0 })

export const noFaults = (): Faults => ({ stripe: noFault(), postmark: noFault() })

/** The fault that this call meets. */
export function takeFault(faults: Faults, of: keyof Faults) {
  const fault = faults[of]
  if (fault.kind === 'none') return fault
  fault.times -= 1
  if (fault.times <= 0) faults[of] = noFault()
  return fault
}

type Answer = { status: number; headers?: Record<string, string>; body: string }

/** `slow` and `lost` do what was asked, and answer late or not at all; with the others nothing happens. */
export async function answerFaultily(
  { kind, ms }: Fault,
  response: ServerResponse,
  answer: () => Answer | Promise<Answer>,
) {
  if (kind === 'down') return void response.destroy()
  if (kind === 'nonsense')
    return send(response, { status: 200, headers: html, body: '<html>Not what you asked for</html>' })
  if (kind === 'error500') return send(response, { status: 500, body: internalError })
  const given = await answer()
  if (kind === 'lost') return void response.destroy()
  if (kind === 'slow') await new Promise((resolve) => setTimeout(resolve, ms).unref())
  send(response, given)
}

const html = { 'Content-Type': 'text/html; charset=utf-8' }
const message = 'An unexpected error occurred.'
/** As either service says it. */
const internalError = JSON.stringify({
  error: { type: 'api_error', message },
  ErrorCode: 100,
  Message: message,
})

export function send(response: ServerResponse, { status, headers, body }: Answer) {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)
}
