import { isNotModified, preconditionHolds } from '~/base/node/etag.server'
import { type Conditions, DavError } from './collection.server'

/** Throws 412 unless a write may go on (RFC 9110, section 13.2.2). `etag` is undefined if there is no resource. */
export function assertConditions(etag: string | undefined, { ifMatch, ifNoneMatch }: Conditions) {
  const isMatched = ifMatch === null || (etag !== undefined && preconditionHolds(ifMatch, etag))
  const isExcluded = ifNoneMatch !== null && etag !== undefined && isNotModified(ifNoneMatch, etag)
  if (!isMatched || isExcluded)
    throw new DavError(412, undefined, 'The resource has changed since it was read')
}
