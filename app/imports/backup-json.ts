/** Where the values of a JSON file are, so that each can be parsed by itself: a large file needs little memory. */
type Span = readonly [start: number, end: number]

export type JsonOutline<Name extends string> = {
  /** The elements of the lists that were asked for. */
  lists: Record<Name, Span[]>
  /** The other members of the file. */
  members: Map<string, Span>
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/**
 * Divides a JSON object. Stops after `limit` elements. Throws for a file that is not an object or not complete; the values
 * themselves are not checked.
 */
export function outlineJson<Name extends string>(
  json: Uint8Array,
  names: readonly Name[],
  limit: number,
): JsonOutline<Name> {
  const lists = Object.fromEntries(names.map((name) => [name, [] as Span[]])) as Record<Name, Span[]>
  const members = new Map<string, Span>()
  let at = json[0] === 0xef && json[1] === 0xbb && json[2] === 0xbf ? 3 : 0
  let left = limit

  const skipBlanks = () => {
    while (isBlank(json[at])) at++
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
  const readAll = (open: number, close: number, read: () => void) => {
    expect(open)
    if (isNext(close)) return void at++
    do read()
    while (left > 0 && isNext(comma) && ++at)
    if (left > 0) expect(close)
  }
  const span = (): Span => {
    skipBlanks()
    const start = at
    at = endOfValue(json, at)
    return [start, at]
  }
  readAll(openBrace, closeBrace, () => {
    const name = parseSpan(json, span())
    expect(colon)
    const list = typeof name === 'string' && Object.hasOwn(lists, name) && lists[name as Name]
    if (!list || !isNext(openBracket)) return void members.set(String(name), span())
    readAll(openBracket, closeBracket, () => {
      list.push(span())
      left--
    })
  })
  skipBlanks()
  if (left > 0 && at < json.length) throw new SyntaxError('Text after the end')
  return { lists, members }
}

/** The position after the value that begins at a position. */
function endOfValue(json: Uint8Array, start: number) {
  let at = start
  let depth = 0
  do {
    const byte = json[at]
    if (byte === undefined) throw new SyntaxError('Unexpected end')
    if (byte === quote) at = endOfString(json, at)
    else if (byte === openBrace || byte === openBracket) {
      depth++
      at++
    } else if (byte === closeBrace || byte === closeBracket) {
      depth--
      at++
    } else if (depth > 0) at++
    else at = endOfScalar(json, at)
  } while (depth > 0)
  if (at === start || depth < 0) throw new SyntaxError(`Unexpected character at ${start}`)
  return at
}

function endOfString(json: Uint8Array, start: number) {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === quote) return at + 1
    if (json[at] === backslash) at++
  }
  throw new SyntaxError('Unexpected end')
}

function endOfScalar(json: Uint8Array, start: number) {
  let at = start
  for (let byte = json[at]; byte !== undefined && !isBlank(byte) && !isSign(byte); byte = json[at]) at++
  return at
}

const isSign = (byte: number) =>
  byte === comma || byte === colon || byte === closeBrace || byte === closeBracket

/** The value at a span. Throws for one that is no JSON. */
export const parseSpan = (json: Uint8Array, [start, end]: Span): unknown =>
  JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json.subarray(start, end)))
