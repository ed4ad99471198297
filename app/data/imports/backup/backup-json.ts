/** Where the values of a JSON file are, so that each can be parsed by itself: a large file needs little memory. */
type Span = readonly [start: number, end: number]

export type JsonOutline<Name extends string> = {
  /** The elements of the lists that were asked for. */
  lists: Record<Name, Span[]>
  /** The other members of the file. */
  members: Map<string, Span>
}

/** What a file has at most: members, bytes of a member's name or a number, and blanks in a row between two values. */
export const jsonLimits = { members: 100, word: 1_000, blanks: 1_000 }

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** Bytes that are read between two pauses: a few milliseconds of work. */
const bytesUntilPause = 250_000

/**
 * Divides a JSON object. Yields between two pieces of the work, so that the caller can pause. Stops after `limit` elements.
 * Throws for a file that is not an object, not complete or beyond `jsonLimits`; the values themselves are not checked.
 */
export function* outlineJson<Name extends string>(
  json: Uint8Array,
  names: readonly Name[],
  limit: number,
): Generator<void, JsonOutline<Name>> {
  const lists = Object.fromEntries(names.map((name) => [name, [] as Span[]])) as Record<Name, Span[]>
  const members = new Map<string, Span>()
  let at = json[0] === 0xef && json[1] === 0xbb && json[2] === 0xbf ? 3 : 0
  let left = limit
  let membersLeft = jsonLimits.members
  let pauseAt = bytesUntilPause

  const skipBlanks = () => {
    for (const start = at; isBlank(json[at]); at++)
      if (at - start >= jsonLimits.blanks) throw new SyntaxError(`Too many blanks at ${start}`)
  }
  const expect = (byte: number) => {
    skipBlanks()
    if (json[at++] !== byte) throw new SyntaxError(`Unexpected character at ${at - 1}`)
  }
  const isNext = (byte: number) => {
    skipBlanks()
    return json[at] === byte
  }
  /** Calls `read` for each of the values between two brackets. */
  function* readAll(open: number, close: number, read: () => Iterable<void>) {
    expect(open)
    if (isNext(close)) return void at++
    do {
      yield* read()
      if (at < pauseAt) continue
      pauseAt = at + bytesUntilPause
      yield
    } while (left > 0 && isNext(comma) && ++at)
    if (left > 0) expect(close)
  }
  function* span(): Generator<void, Span> {
    skipBlanks()
    const start = at
    at = yield* endOfValue(json, at)
    return [start, at]
  }
  function* readName() {
    const [start, end] = yield* span()
    if (membersLeft-- === 0 || end - start > jsonLimits.word)
      throw new SyntaxError('Too many members, or one with a long name')
    expect(colon)
    return parseSpan(json, [start, end])
  }
  yield* readAll(openBrace, closeBrace, function* () {
    const name = yield* readName()
    const list = typeof name === 'string' && Object.hasOwn(lists, name) && lists[name as Name]
    if (!list || !isNext(openBracket)) return void members.set(String(name), yield* span())
    yield* readAll(openBracket, closeBracket, function* () {
      list.push(yield* span())
      left--
    })
  })
  skipBlanks()
  if (left > 0 && at < json.length) throw new SyntaxError('Text after the end')
  return { lists, members }
}

/** The position after the value that begins at a position. */
function* endOfValue(json: Uint8Array, start: number): Generator<void, number> {
  let at = start
  let depth = 0
  let isInString = false
  let pauseAt = start + bytesUntilPause
  do {
    const byte = json[at]
    if (byte === undefined) throw new SyntaxError('Unexpected end')
    if (isInString) {
      if (byte === quote) isInString = false
      at += byte === backslash ? 2 : 1
    } else if (byte === quote) {
      isInString = true
      at++
    } else if (byte === openBrace || byte === openBracket) {
      depth++
      at++
    } else if (byte === closeBrace || byte === closeBracket) {
      depth--
      at++
    } else if (depth > 0) at++
    else at = endOfScalar(json, at)
    if (at < pauseAt) continue
    pauseAt = at + bytesUntilPause
    yield
  } while (depth > 0 || isInString)
  if (at === start || depth < 0) throw new SyntaxError(`Unexpected character at ${start}`)
  return at
}

function endOfScalar(json: Uint8Array, start: number) {
  let at = start
  for (let byte = json[at]; byte !== undefined && !isBlank(byte) && !isSign(byte); byte = json[at])
    if (at++ - start > jsonLimits.word) throw new SyntaxError(`A long word at ${start}`)
  return at
}

const isSign = (byte: number) =>
  byte === comma || byte === colon || byte === closeBrace || byte === closeBracket

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The value at a span. Throws for one that is no JSON. */
export const parseSpan = (json: Uint8Array, [start, end]: Span): unknown =>
  JSON.parse(utf8.decode(json.subarray(start, end)))
