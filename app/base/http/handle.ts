/** The `handle` that a route module may export. */
export type Handle = {
  /** `false` makes a static page: rendered on the server and sent without React. */
  hydrate?: false
  /** The page is the same for all users, so the page cache may store it (`page-cache.server.ts`). */
  cacheable?: true
  /** The query parameters of a cacheable page. A page with one of them is not cached. Other parameters are ignored. */
  queries?: readonly string[]
  /** The page shows content with `style` attributes, so its content security policy allows them. */
  hasStyleAttributes?: true
  /** The page needs a session, so it has `noindex`. */
  isPrivate?: true
  /** Whether the page reloads itself without JavaScript, because its data shows work in progress. */
  isInProgress?: (data: unknown) => boolean
}
