import type { Address, BudDate } from './contact'

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

/** '3 May 1990'. A year of one or two digits gets zeros, because alone it is read as one of this century. */
export function dayText({ day, month, year }: Omit<BudDate, 'label'>) {
  const years = year === null || year > 99 ? year : String(year).padStart(4, '0')
  return [day, months[month - 1], years].filter(Boolean).join(' ')
}

/** The parts of an address on one line each. */
export function addressLines({ street, city, region, postcode, country }: Address) {
  return [street, [city, postcode].filter(Boolean).join(' '), region, country].filter(Boolean)
}

/** The link that writes to an email address. A `?` or `&` would begin the fields of a mail (RFC 6068). */
export const emailLink = (email: string) => `mailto:${encodeURI(email).replace(/[?&#]/g, encodeURIComponent)}`
