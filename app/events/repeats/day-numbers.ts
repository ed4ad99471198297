/** Days by their number since 1970-01-01. */

const dayLength = 86_400_000

/** A month of 13 is January of the next year. */
export const dayNumber = (year: number, month: number, day: number) =>
  new Date(0).setUTCFullYear(year, month - 1, day) / dayLength

export function civilOf(n: number) {
  const date = new Date(n * dayLength)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** Monday is 0. 1970 began on a Thursday. */
export const weekdayOf = (n: number) => (((n + 3) % 7) + 7) % 7

export function dateText(n: number) {
  const { year, month, day } = civilOf(n)
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
}

const twoDigits = (number: number) => String(number).padStart(2, '0')
