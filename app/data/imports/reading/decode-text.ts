import chardet from 'chardet'

export type DecodedText = { text: string; charset: string }

/** Bytes that are not text in UTF-8 are read in the charset that their statistics suggest. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = utf16Charset(bytes)
  const utf8 = marked ? undefined : decodeUtf8(bytes)
  if (utf8 !== undefined) return { text: utf8, charset: 'utf-8' }
  const charset = marked ?? guessCharset(bytes)
  return { text: decodeAs(bytes, charset), charset }
}

/** Text in a charset by its name, without a byte order mark. An unknown name counts as windows-1252. */
export function decodeAs(bytes: Uint8Array, name: string): string {
  const decoder = decoderOf(name)
  return decoder && decoder.encoding !== 'windows-1252' ? decoder.decode(bytes) : decodeWindows1252(bytes)
}

export const isCharset = (name: string) => decoderOf(name) !== null

/** The charset of UTF-16 with a byte order mark or without one. */
export function utf16Charset(bytes: Uint8Array) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // Every second byte of Latin text in UTF-16 is zero.
  const start = bytes.subarray(0, 200)
  const zeros = (offset: 0 | 1) => start.filter((byte, n) => n % 2 === offset && byte === 0).length
  if (bytes.length < 4 || zeros(0) + zeros(1) < start.length / 4) return undefined
  return zeros(1) > zeros(0) ? 'utf-16le' : 'utf-16be'
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

function decodeUtf8(bytes: Uint8Array) {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return undefined
  }
}

const sampleSize = 100_000
/** Charsets for which a few Western names with accents are taken, with less than this confidence. */
const doubtful = /^(?:windows-125[078]|ISO-8859-2|Shift_JIS|Big5|GB18030|EUC)/
const minConfidence = 25

/** The start of a file can be plain ASCII, so the sample begins shortly before the first other byte. */
export function guessCharset(bytes: Uint8Array) {
  const first = Math.max(
    bytes.findIndex((byte) => byte > 0x7f),
    0,
  )
  const begin = Math.max(first - 1_000, 0)
  const [best] = chardet.analyse(bytes.subarray(begin, begin + sampleSize))
  if (!best || (best.confidence < minConfidence && doubtful.test(best.name))) return 'windows-1252'
  // Both are Greek and hard to tell apart, and spreadsheets write the latter.
  return best.name === 'ISO-8859-7' ? 'windows-1253' : best.name
}

const decoders = new Map<string, TextDecoder | null>()
/** There are about 220 names of charsets. Others come from files. */
const maxDecoders = 500

/** Null: the name is not known. */
function decoderOf(name: string) {
  const label = name.trim().toLowerCase()
  let decoder = decoders.get(label)
  if (decoder !== undefined) return decoder
  try {
    decoder = new TextDecoder(label)
  } catch {
    decoder = null
  }
  if (decoders.size < maxDecoders) decoders.set(label, decoder)
  return decoder
}

/** The characters of the bytes 0x80 to 0x9F, which Node 20 decodes as control characters. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const decodeWindows1252 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (character) => windows1252[character.charCodeAt(0) - 0x80] ?? character)
