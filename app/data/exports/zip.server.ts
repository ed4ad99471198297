import { setImmediate } from 'node:timers/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export type ZipEntry = {
  name: string
  content: AsyncIterable<string> | Uint8Array
}

/** A few milliseconds of work. */
const bytesAtOnce = 64_000

/**
 * A zip in chunks. Text is compressed, and bytes are stored as they are, because pictures are compressed already.
 * `written` returns the size of the entries before.
 */
export async function* writeZip(
  entriesAfter: (written: () => number) => AsyncIterable<ZipEntry>,
): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    size += chunk.length
    if (chunk.length > 0) chunks.push(chunk)
  })
  for await (const { name, content } of entriesAfter(() => size)) {
    const isText = !(content instanceof Uint8Array)
    const file = isText ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name)
    zip.add(file)
    for await (const part of isText ? content : [content])
      for (const bytes of piecesOf(part)) {
        file.push(bytes)
        yield* chunks.splice(0)
        await setImmediate()
      }
    file.push(new Uint8Array(), true)
  }
  zip.end()
  yield* chunks
}

function* piecesOf(part: string | Uint8Array) {
  const bytes = typeof part === 'string' ? Buffer.from(part) : part
  for (let n = 0; n < bytes.length; n += bytesAtOnce) yield bytes.subarray(n, n + bytesAtOnce)
}
