/** In the order in which we like them. */
const encodings = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof encodings)[number]

/** Browsers send few different ones. */
const known = new Map<string, Encoding>()
const mostKnown = 100

/** What is wanted most of what we have. */
export function encodingFor(accepted = ''): Encoding {
  const encoding = known.get(accepted) ?? wanted(accepted)
  if (known.size < mostKnown) known.set(accepted, encoding)
  return encoding
}

/** By quality; plain where nothing else will do (RFC 9110 §12.5.3). */
function wanted(accepted: string): Encoding {
  const qualities = new Map(accepted.toLowerCase().split(',').map(wish))
  const quality = (encoding: Encoding) => qualities.get(encoding) ?? qualities.get('*') ?? 0
  const [best] = encodings.toSorted((a, b) => quality(b) - quality(a))
  return best && quality(best) > 0 ? best : 'identity'
}

function wish(part: string): [string, number] {
  const [name = '', ...rest] = part.split(';').map((text) => text.trim())
  const q = rest.find((text) => text.startsWith('q='))
  return [name, q === undefined ? 1 : Number(q.slice(2)) || 0]
}
