import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { Seedling } from './drawing'
import { Link } from './link'

const titleOf = (error: unknown) =>
  isRouteErrorResponse(error) && error.status === 404 ? 'Page Not Found' : 'Error Page'

/** The `meta` of a failed route. */
export const errorMeta = (error: unknown) => [
  { title: `${titleOf(error)} · Budkeeper` },
  { name: 'robots', content: 'noindex' },
]

function explanationOf(error: unknown) {
  if (!isRouteErrorResponse(error) || error.status >= 500) {
    return 'Something went wrong on our side. Please try again in a moment.'
  }
  if (error.status === 429) return 'You have tried this too often. Please try again in a minute.'
  return error.status === 404
    ? "We can't seem to find the page you are looking for!"
    : 'This request could not be understood.'
}

/** The content of an ErrorBoundary (product 14). The parent element must have the class `page-error`. */
export function PageError() {
  const error = useRouteError()
  const title = titleOf(error)
  const [to, label] = title === 'Page Not Found' ? ['/dashboard', 'Back to your buds'] : ['/', 'Home']
  return (
    <>
      <Seedling hasFallen />
      <h1>{title}</h1>
      <p>{explanationOf(error)}</p>
      <Link className="button" to={to}>
        {label}
      </Link>
    </>
  )
}
