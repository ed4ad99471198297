import { domainToASCII, domainToUnicode } from 'node:url'
import { z } from 'zod'

/** No address is longer, in any spelling. The time for the domain of a longer text would grow with its square. */
const longest = 1_000

/**
 * Addresses with letters of any script (RFC 6531). Stored is one spelling of each: composed letters, and the domain in
 * the letters that people read, not in those that DNS reads (`xn--…`).
 */
export function normalEmail(email: string) {
  if (email.length > longest) return email
  const { local, domain } = parts(email.normalize('NFC'))
  const readable = isInternational(domain) ? domainToUnicode(domainToASCII(domain)) : ''
  return `${local}${readable || domain}`
}

/** The address as it is sent, with the domain in ASCII. `Ada <ada@brücke.example>` is an address too. */
export function sentEmail(email: string) {
  if (email.length > longest) return email
  return email.replace(
    /(?<=@)[^\s<>@]+/g,
    (domain) => (isInternational(domain) && domainToASCII(domain)) || domain,
  )
}

/** Whether an address is valid: as for ASCII, with letters, marks and digits of any script besides. */
export function isEmail(email: string) {
  if (email.length > longest) return false
  const { local, domain } = parts(sentEmail(email))
  return asciiEmail.safeParse(local.replace(letters, 'a') + domain).success && !invisible.test(email)
}

const asciiEmail = z.email({ pattern: z.regexes.html5Email })
const letters = /[\p{L}\p{M}\p{N}]/gu
const invisible = /\p{Default_Ignorable_Code_Point}/u

/** Only letters, marks and digits: a domain with other characters has no second spelling. */
const isInternational = (domain: string) =>
  /[^\0-\x7f]|xn--/i.test(domain) && /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && !invisible.test(domain)

/** `local` ends with the sign. */
function parts(email: string) {
  const at = email.lastIndexOf('@') + 1
  return { local: email.slice(0, at), domain: email.slice(at) }
}
