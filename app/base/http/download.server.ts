import type { RequestContext } from './context.server'
import { createGate } from './gate.server'

/** A file that is made while the client receives it. */
export class Download {
  constructor(
    readonly name: string,
    readonly type: string,
    readonly chunks: AsyncIterable<Uint8Array>,
    readonly moreHeaders: Record<string, string> = {},
  ) {}

  get headers() {
    return {
      'Content-Type': this.type,
      'Content-Disposition': `attachment; filename="${this.name}"`,
      'Cache-Control': 'no-store',
      ...this.moreHeaders,
    }
  }
}

const downloads = createGate({ atOnce: 200, forOne: 2, waiting: 5, patience: 3_000 })

/** Waits until the owner of a file has fewer than two others under way. Throws 429 for more that wait, or wait long. */
export async function takeDownloadTurn(ownerId: string, { onClose }: RequestContext) {
  onClose(await downloads.enter(ownerId))
}

/**
 * The chunks of a file, no faster than the client receives them. Reads the first chunk, so that an error before it
 * still gets a status of its own. A later error is logged, and breaks off the response.
 */
export async function pacedChunks({ chunks }: Pick<Download, 'chunks'>, context: RequestContext) {
  const iterator = chunks[Symbol.asyncIterator]()
  const first = await iterator.next()
  return (async function* () {
    try {
      for (let next = first; !next.done; next = await iterator.next()) {
        yield next.value
        if (!(await context.drained())) return
      }
    } catch (error) {
      context.log.error({ err: error }, 'download failed')
      throw error
    } finally {
      await iterator.return?.()
    }
  })()
}
