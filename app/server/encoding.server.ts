/** In the order in which we like them. */
const encodings = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof encodings)[number]

/** What is wanted most of what we have, by its quality; plain where nothing else will do (RFC 9110 §12.5.3). */
export function encodingFor(accepted = ''): Encoding {
  const qualities = new Map(accepted.toLowerCase().split(',').map(wish))
  const quality = (encoding: Encoding) => qualities.get(encoding) ?? qualities.get('*') ?? 0
  const [wanted] = encodings.toSorted((a, b) => quality(b) - quality(a))
  return wanted && quality(wanted) > 0 ? wanted : 'identity'
}

function wish(part: string): [string, number] {
  const [name = '', ...rest] = part.split(';').map((text) => text.trim())
  const q = rest.find((text) => text.startsWith('q='))
  return [name, q === undefined ? 1 : Number(q.slice(2)) || 0]
}
