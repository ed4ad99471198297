import { expect, test, vi } from 'vitest'
import type { RequestContext } from '~/base/http/context.server'
import { Download, pacedChunks } from '~/base/http/download.server'

const bytes = (text: string) => Buffer.from(text)

/** The context of a request whose client is gone after `chunks` chunks. */
function contextFor(chunks = Number.POSITIVE_INFINITY) {
  const log = { error: vi.fn() }
  return { log, drained: async () => --chunks > 0 } as unknown as RequestContext & { log: typeof log }
}

function download(...parts: (string | Error)[]) {
  const end = vi.fn()
  async function* chunks() {
    try {
      for (const part of parts) {
        if (part instanceof Error) throw part
        yield bytes(part)
      }
    } finally {
      end()
    }
  }
  return { file: new Download('a.txt', 'text/plain', chunks()), end }
}

async function read(chunks: AsyncIterable<Uint8Array>, received: string[] = []) {
  for await (const chunk of chunks) received.push(String(chunk))
  return received
}

test('all chunks are sent in their order', async () => {
  const { file, end } = download('a', 'b', 'c')
  expect(await read(await pacedChunks(file, contextFor()))).toEqual(['a', 'b', 'c'])
  expect(end).toHaveBeenCalledOnce()
})

test('an empty file has no chunks', async () => {
  expect(await read(await pacedChunks(download().file, contextFor()))).toEqual([])
})

test('an error before the first chunk is thrown at once, so that the response can have its status', async () => {
  await expect(pacedChunks(download(new Error('down')).file, contextFor())).rejects.toThrow('down')
})

test('a later error is logged, and breaks off the response', async () => {
  const context = contextFor()
  const received: string[] = []
  const chunks = await pacedChunks(download('a', new Error('down')).file, context)
  await expect(read(chunks, received)).rejects.toThrow('down')
  expect(received).toEqual(['a'])
  expect(context.log.error).toHaveBeenCalledOnce()
})

test('nothing more is made for a client that is gone', async () => {
  const { file, end } = download('a', 'b', 'c')
  expect(await read(await pacedChunks(file, contextFor(2)))).toEqual(['a', 'b'])
  expect(end).toHaveBeenCalledOnce()
})
