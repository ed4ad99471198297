import { isDeepStrictEqual } from 'node:util'

/** What a request without a response may still do on the server: nothing is known for so long. */
const settles = 20_000

/**
 * The value of something that one caller alone writes. Usually it is one; after a write without a response it is either
 * the old or the new one, and is left alone until it has settled.
 */
export function createValue(...possible) {
  let values = possible
  let settledAt = 0
  const history = []
  const note = (what, value) =>
    history.push(`${new Date().toISOString().slice(14, 23)} ${what} ${brief(value)}`)
  return {
    /** The last writes, for who looks into a fault. */
    get history() {
      return history.slice(-6).join(', ')
    },
    get isKnown() {
      return values.length === 1
    },
    get isSettled() {
      return Date.now() > settledAt
    },
    get now() {
      return values[0]
    },
    get possible() {
      return values
    },
    set(value) {
      values = [value]
      note('stored', value)
    },
    /** A write was sent, and nobody knows whether it was done. */
    doubt(value) {
      values = [...values, value]
      settledAt = Date.now() + settles
      note('in doubt', value)
    },
    /** Whether what was read may be; once settled it is what was read. */
    accepts(isSame) {
      const found = values.filter(isSame)
      if (values.length > 1 && found.length > 0 && Date.now() > settledAt) {
        values = [found[0]]
        note('found', found[0])
      }
      return found.length > 0
    },
  }
}

/** A record by the field that changes. */
function brief(value) {
  if (value === null || typeof value !== 'object') return String(value)
  return String(value.LastInteraction ?? value.Description ?? value.excerpt).slice(0, 24)
}

/** Whether a response's record holds the fields that were written. Lists may leave some of them away. */
export function holds(row, fields, { isWhole = true } = {}) {
  return Object.entries(fields).every(([name, value]) =>
    name in row ? isDeepStrictEqual(row[name], value) : !isWhole,
  )
}

/**
 * How many records of a kind an owner has: at least those that were acknowledged, at most also those that may be there.
 * Several callers write meanwhile, so that a list is held against all that was true while it was asked for.
 */
export function createCount() {
  let [least, most] = [0, 0]
  const windows = new Set()
  return {
    add(toLeast, toMost) {
      least += toLeast
      most += toMost
      for (const window of windows) {
        window.least = Math.min(window.least, least)
        window.most = Math.max(window.most, most)
      }
    },
    open() {
      const window = { least, most }
      windows.add(window)
      return { window, close: () => windows.delete(window) }
    },
  }
}
