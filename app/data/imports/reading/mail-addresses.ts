import { isEmail } from '~/base/node/email-address.server'

type MailAddresses = {
  addresses: string[]
  /** Words beside the addresses, such as a name. */
  rest: string
}

/** What stands between addresses, names and remarks, and around them. */
const separators = /[\s,;|<>()[\]"]+/

/**
 * The addresses in a text such as 'Ada <ada@example.com>, mailto:a@example.com'. A text without an address is returned
 * whole.
 */
export function mailAddresses(text: string): MailAddresses {
  const plain = withoutScheme(text)
  if (isEmail(plain)) return { addresses: [plain], rest: '' }
  const words = text.split(separators).map((word) => withoutScheme(word.replace(/^'|'$/g, '')))
  const addresses = new Map(words.filter(isAddress).map((word) => [word.toLowerCase(), word]))
  const rest = words.filter((word) => !isAddress(word) && /[\p{L}\p{N}]/u.test(word)).join(' ')
  return addresses.size > 0 ? { addresses: [...addresses.values()], rest } : { addresses: [text], rest: '' }
}

const isAddress = (word: string) => /^[^@]+@[^@]/.test(word)

/** A URI of mail can have fields of the mail after its address. */
const withoutScheme = (text: string) => (/^mailto:/i.test(text) ? text.slice(7).replace(/\?.*$/s, '') : text)
