import { v7 as uuid } from 'uuid'
import { timeOfId } from '~/base/db/ids'
import { day } from '~/base/node/durations'

const version7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/**
 * The id of a record in a file that Budkeeper exported. Undefined for an id of another program. The clock of the server that
 * made it may be ahead of this one.
 */
export function idIn(uid: string) {
  const id = uid.replace(/^urn:uuid:/i, '').toLowerCase()
  return version7.test(id) && timeOfId(id) < Date.now() + day ? id : undefined
}

/** The id that a record gets if it is added. Ids contain the time of creation, so that a restored record keeps it. */
export const idFor = (uid: string) => idIn(uid) ?? uuid()
