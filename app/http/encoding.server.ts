import Negotiator from 'negotiator'

/** In order of the server's preference. */
const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** The encoding for an `Accept-Encoding` header. `identity` is the fallback when the client accepts none of them. */
export function encodingFor(accepted: string | undefined) {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } })
  return (negotiator.encoding(encodings, encodings) ?? 'identity') as Encoding
}
