/** Longer than any address with a password. */
const longestHeader = 2_000

const basic = /^Basic +([A-Za-z0-9+/]+={0,2})\s*$/i
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The address and the password of HTTP Basic (RFC 7617). Undefined without any that could be right. */
export function basicCredentials(authorization: string | null) {
  const [, encoded] =
    (authorization ?? '').length <= longestHeader ? (basic.exec(authorization ?? '') ?? []) : []
  if (!encoded) return undefined
  const text = decode(Buffer.from(encoded, 'base64'))
  const colon = text.indexOf(':')
  const [email, password] = [text.slice(0, colon).trim(), text.slice(colon + 1)]
  if (colon < 1 || email === '' || password === '' || /\p{Cc}/u.test(text)) return undefined
  return { email, password }
}

/** Old clients send Latin-1. */
function decode(bytes: Buffer) {
  try {
    return utf8.decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}
