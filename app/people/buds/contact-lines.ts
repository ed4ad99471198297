import type { Address } from './contact'

/** What pages say of a contact. They load none of the rows of its form. */

export const defaultDateLabel = 'Birthday'

export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** The parts of an address on one line each. */
export function addressLines({ street, city, region, postcode, country }: Address) {
  return [street, [city, postcode].filter(Boolean).join(' '), region, country].filter(Boolean)
}

/** The link that writes to an email address. A `?` or `&` would begin the fields of a mail (RFC 6068). */
export const emailLink = (email: string) => `mailto:${encodeURI(email).replace(/[?&#]/g, encodeURIComponent)}`
