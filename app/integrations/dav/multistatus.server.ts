import { pacedChunks } from '~/base/http/download.server'
import type { ApiResponse, RoutedCall } from '~/base/http/endpoint.server'
import { createGate } from '~/base/http/gate.server'
import { pacer } from '~/base/node/pacer.server'
import type { Device } from '~/integrations/devices/device'
import { rootStart } from './xml-writer.server'

export const xmlHeaders = { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'no-store' }

/** Characters of a piece that is sent. */
const piece = 16_384

/** Devices of one user that sync at once, so that one with a slow connection does not hold up the others. */
const syncs = createGate({ atOnce: 200, forOne: 6, waiting: 20, patience: 3_000 })

/** A 207 with the `responses` as they are made, no faster than the client receives them. */
export async function multistatus(
  responses: AsyncIterable<string>,
  { ownerId }: Device,
  { context }: RoutedCall,
): Promise<ApiResponse> {
  context.onClose(await syncs.enter(ownerId))
  return {
    status: 207,
    headers: xmlHeaders,
    body: await pacedChunks({ chunks: chunksOf(responses) }, context),
  }
}

async function* chunksOf(responses: AsyncIterable<string>) {
  const yieldToRequests = pacer(1)
  let text = rootStart('D:multistatus')
  for await (const response of responses) {
    text += response
    if (text.length < piece) continue
    yield Buffer.from(text)
    text = ''
    await yieldToRequests()
  }
  yield Buffer.from(`${text}</D:multistatus>`)
}
