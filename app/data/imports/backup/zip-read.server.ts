import { promisify } from 'node:util'
import { crc32, type InputType, inflateRaw, type ZlibOptions } from 'node:zlib'

/** Reads the entries of a zip one at a time. What the headers say is not trusted. */

export type ZipEntry = {
  method: number
  crc: number
  /** Bytes after decompression, as the directory says. */
  size: number
  /** Where the local header is. */
  offset: number
  compressedSize: number
}

const signatures = { entry: 0x02014b50, local: 0x04034b50, end: 0x06054b50 }
const headerSizes = { entry: 46, local: 30, end: 22 }
const methods = { stored: 0, deflated: 8 }
/** More than a backup has: 50,000 photos, and some other files. */
const maxEntries = 60_000
/** At most, the end of the directory has a comment of 64 kB. */
const longestEnd = headerSizes.end + 65_535

/**
 * The entries with the names that `isWanted` accepts. Of entries with the same name, the first. Throws a RangeError if the
 * directory cannot be read or has more than `maxEntries`.
 */
export function listZip(file: Buffer, isWanted: (name: string) => boolean) {
  const entries = new Map<string, ZipEntry>()
  const isEncrypted = 1
  for (let n = 0, at = startOfDirectory(file); file.readUInt32LE(at) === signatures.entry; n++) {
    if (n >= maxEntries) throw new RangeError('Too many entries')
    const nameEnd = at + headerSizes.entry + file.readUInt16LE(at + 28)
    const name = file.toString('utf8', at + headerSizes.entry, nameEnd)
    if (isWanted(name) && !entries.has(name) && !(file.readUInt16LE(at + 8) & isEncrypted))
      entries.set(name, {
        method: file.readUInt16LE(at + 10),
        crc: file.readUInt32LE(at + 16),
        compressedSize: file.readUInt32LE(at + 20),
        size: file.readUInt32LE(at + 24),
        offset: file.readUInt32LE(at + 42),
      })
    at = nameEnd + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}

function startOfDirectory(file: Buffer) {
  const first = Math.max(0, file.length - longestEnd)
  for (let at = file.length - headerSizes.end; at >= first; at--)
    if (file.readUInt32LE(at) === signatures.end) return file.readUInt32LE(at + 16)
  throw new RangeError('The archive has no directory')
}

const inflate = promisify<InputType, ZlibOptions, Buffer>(inflateRaw)

/**
 * The content of an entry. A stored one is a part of the file, not a copy. Undefined if it is damaged or has more than
 * `limit` bytes.
 */
export async function readZipEntry(
  file: Buffer,
  { method, crc, size, offset, compressedSize }: ZipEntry,
  limit: number,
) {
  if (size > limit) return
  try {
    if (file.readUInt32LE(offset) !== signatures.local) return
    const start = offset + headerSizes.local + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28)
    const packed = file.subarray(start, start + compressedSize)
    const content = method === methods.stored ? packed : await inflated(method, packed, size)
    if (content?.length === size && crc32(content) === crc) return content
  } catch {
    // A broken offset or broken data.
  }
}

async function inflated(method: number, packed: Buffer, size: number) {
  if (method !== methods.deflated) return
  // One chunk has all of the output: many small ones fragment the memory of the process.
  return inflate(packed, { maxOutputLength: Math.max(size, 1), chunkSize: size + 64 })
}
