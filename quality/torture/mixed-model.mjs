import { isDeepStrictEqual } from 'node:util'

/** How long, in ms, a request without a response may still take effect on the server. */
const settlingTime = 20_000

/**
 * The possible values of a field or record that only one caller writes. Usually there is one. After a write without a
 * response both the old and the new value are possible, until a later read shows which is stored.
 */
export function createValue(...possible) {
  let values = possible
  let settledAt = 0
  const history = []
  const note = (what, value) =>
    history.push(`${new Date().toISOString().slice(14, 23)} ${what} ${brief(value)}`)
  return {
    /** The last writes, for reports of faults. */
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
    /** Adds a value whose write got no response. */
    doubt(value) {
      values = [...values, value]
      settledAt = Date.now() + settlingTime
      note('in doubt', value)
    },
    /** Whether a read value is possible. After the settling time, the read value becomes the only one. */
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

/** The changing field of a record, shortened. */
function brief(value) {
  if (value === null || typeof value !== 'object') return String(value)
  return JSON.stringify(value).slice(0, 60)
}

/** Whether a record of a response has the fields that were written. With `isWhole: false`, fields may be missing. */
export function hasFields(row, fields, { isWhole = true } = {}) {
  return Object.entries(fields).every(([name, value]) =>
    name in row ? isDeepStrictEqual(row[name], value) : !isWhole,
  )
}

/**
 * The least and the largest possible number of an owner's records of a kind. Several callers write at the same time, so
 * both can change during a request. `open` starts a window, which collects the extremes until `close`; the total of a
 * list must lie between them.
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
