/** What a route module may say of itself in `handle`. */
export type Handle = {
  /** Read, not used: rendered on the server, without React in the browser. */
  hydrate?: false
  /** The same for everybody: kept as it is sent, see `page-cache.server.ts`. */
  isKept?: true
  /** What else its address may ask; each such answer is made anew. */
  queries?: readonly string[]
  /** Shows content with `style` attributes of its own, which the policy then allows. */
  isFormatted?: true
  /** Behind a session: no search engine lists it. */
  isPrivate?: true
}
