/** Days by their number since 1970-01-01. */

const dayLength = 86_400_000

/** A month of 13 is January of the next year. */
export const dayNumber = (year: number, month: number, day: number) =>
  new Date(0).setUTCFullYear(year, month - 1, day) / dayLength

/** Monday is 0. 1970 began on a Thursday. */
export const weekdayOf = (n: number) => (((n + 3) % 7) + 7) % 7

/** A function that remembers its last results: at most so many, then it forgets all. */
export function memoized<Key, Value>(most: number, make: (key: Key) => Value) {
  const known = new Map<Key, Value>()
  return (key: Key) => {
    const value = known.get(key)
    if (value !== undefined) return value
    if (known.size === most) known.clear()
    const made = make(key)
    known.set(key, made)
    return made
  }
}

/** A day by its year, month and day of the month. */
export const civilOf = memoized(10_000, (n: number) => {
  const date = new Date(n * dayLength)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
})

/** `YYYY-MM-DD`. No day is after the last one with four digits. */
export const dateText = memoized(10_000, (n: number) => {
  const { year, month, day } = civilOf(Math.min(n, lastDay))
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
})

const lastDay = dayNumber(9_999, 12, 31)

const twoDigits = (number: number) => String(number).padStart(2, '0')
