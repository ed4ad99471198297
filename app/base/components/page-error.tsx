import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react'
import { isSignInAgain } from '~/base/forms/sign-in-again'
import { Seedling } from './drawing'
import { Link } from './link'

/** What Chromium, Firefox and Safari say when a navigation gets no response. */
const networkFailure = /^(Failed to fetch|NetworkError|Load failed)/
const isOffline = (error: unknown) => error instanceof TypeError && networkFailure.test(error.message)

function titleOf(error: unknown) {
  if (isOffline(error)) return 'You are offline'
  if (isRouteErrorResponse(error) && isSignInAgain(error.data)) return 'Login'
  return isRouteErrorResponse(error) && error.status === 404 ? 'Page Not Found' : 'Error Page'
}

/** The `meta` of a failed route. */
export const errorMeta = (error: unknown) => [
  { title: `${titleOf(error)} · Budkeeper` },
  { name: 'robots', content: 'noindex' },
]

function explanationOf(error: unknown) {
  if (isOffline(error)) return 'This page needs a connection. What you have saved is safe.'
  if (!isRouteErrorResponse(error) || error.status >= 500) {
    return 'Something went wrong on our side. Please try again in a moment.'
  }
  if (error.status === 429) return 'You have tried this too often. Please try again in a minute.'
  return error.status === 404
    ? "We can't seem to find the page you are looking for!"
    : 'This request could not be understood.'
}

/** What the page of a link that has ended says below the words of each 404, and where its button leads. */
export type EndedLink = { hint: string; to: string; label: string }

/** The content of an ErrorBoundary (product 14). The parent element must have the class `page-error`. */
export function PageError() {
  const error = useRouteError()
  const title = titleOf(error)
  const { pathname, search } = useLocation()
  const ended: Partial<EndedLink> = (isRouteErrorResponse(error) && error.data) || {}
  const [to, label] = title === 'Page Not Found' ? ['/dashboard', 'Back to your buds'] : ['/', 'Home']
  return (
    <>
      <Seedling hasFallen />
      <h1>{title}</h1>
      <p>{explanationOf(error)}</p>
      {ended.hint && <p>{ended.hint}</p>}
      {isOffline(error) ? (
        // Loads the document, so that the service worker shows its page if there is still no network.
        <a className="button" href={pathname + search}>
          Try again
        </a>
      ) : (
        <Link className="button" to={ended.to ?? to}>
          {ended.label ?? label}
        </Link>
      )}
    </>
  )
}
