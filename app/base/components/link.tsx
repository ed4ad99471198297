// biome-ignore lint/style/noRestrictedImports: this module wraps it
import { Link as RemixLink, useLocation } from '@remix-run/react'
import { type ComponentProps, forwardRef } from 'react'
import { hasForeignPictures } from '~/base/http/foreign-pictures'

/** Remix's props that the anchor below, which the server renders, does not support. Without JavaScript there is no `state`. */
type Unsupported = 'reloadDocument' | 'relative' | 'viewTransition'
type Props = Omit<ComponentProps<typeof RemixLink>, 'to' | Unsupported> & {
  /** An absolute path, or only a query, which belongs to the current path. */
  to: string
}

/** A document keeps its policy when a script opens another page in it, so pages with another policy are loaded anew. */
const isLoadedAnew = (to: string, pathname: string) => hasForeignPictures(to) && !hasForeignPictures(pathname)

const BrowserLink = forwardRef<HTMLAnchorElement, Props>(({ to, ...props }, ref) => (
  <RemixLink {...props} to={to} ref={ref} reloadDocument={isLoadedAnew(to, window.location.pathname)} />
))

/**
 * Remix's `Link` in the browser. The server renders the same anchor without Remix's `Link`, which resolves its URL three
 * times and so costs 25 µs a link.
 */
export const Link = import.meta.env.SSR
  ? forwardRef<HTMLAnchorElement, Props>(
      ({ to, prefetch, discover, preventScrollReset, replace, state, ...props }, ref) => {
        const { pathname } = useLocation()
        const href = to.startsWith('?') ? pathname + to : to
        const isDiscovered = discover !== 'none' && !isLoadedAnew(to, pathname)
        return <a {...props} ref={ref} data-discover={isDiscovered ? 'true' : undefined} href={href} />
      },
    )
  : BrowserLink
