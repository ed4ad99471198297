import { keepsZero } from '~/people/buds/phone-numbers'

/** Calling codes of countries, which some files have in columns of their own. */

/** The digits of '+44', '44', '0044', '(+44)' or 'UK (+44)'. Null: it is no calling code. */
export function callingCode(text: string) {
  const [, digits] = /^(?:[\p{L} .]{1,50}\s)?\(?(?:\+|00)?([1-9]\d{0,3})\)?$/u.exec(text.trim()) ?? []
  return digits ?? null
}

/** One number, perhaps with an extension. */
const oneNumber = /^[\d\s().-]+(?:(?:ext\.?|x)\s*\d{1,6})?$/i

/** What countries dial before their own numbers or those of others, besides a zero: no part of the number. */
const dialledBefore: Record<string, RegExp> = {
  '1': /^0/,
  '7': /^8\d{10}/,
  '36': /^06/,
  '52': /^0/,
  '81': /^010/,
  '370': /^8/,
  '375': /^8/,
  '992': /^8\d{9}/,
  '993': /^8\d{8}/,
  '998': /^8\d{9}/,
}

/** The international number. Null: it is not certain. */
export function withCallingCode(code: string, number: string) {
  const digits = number.replace(/\D/g, '')
  if (/^\s*(?:\+|00)/.test(number)) return digits.replace(/^00/, '').startsWith(code) ? number : null
  if (!oneNumber.test(number) || dialledBefore[code]?.test(digits)) return null
  // With nine or more digits after it, the code at the start may be a part of the number, or not.
  const extra = digits.startsWith(code) ? digits.length - code.length : 0
  if (extra >= 9) return extra > 9 ? `+${number.trim()}` : null
  const national = number.trim()
  return `+${code} ${national.startsWith('0') && !keepsZero.has(code) ? `(0)${national.slice(1)}` : national}`
}
