import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
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
      <FallenBud />
      <h1>{title}</h1>
      <p>{explanationOf(error)}</p>
      <Link className="button" to={to}>
        {label}
      </Link>
    </>
  )
}

/** An illustration: a stem whose bud lies on the ground. */
function FallenBud() {
  return (
    <svg className="drawing" viewBox="0 0 200 120" width="200" height="120" aria-hidden="true">
      <circle className="tint" cx="92" cy="56" r="52" />
      <path className="line" d="M92 100V62" />
      <path className="leaf" d="M92 78c0-17 10-27 28-28 0 18-10 28-28 28Z" />
      <path className="leaf pale" d="M92 88c0-14-9-23-25-24 0 15 9 24 25 24Z" />
      <circle className="gone" cx="92" cy="44" r="9" />
      <circle className="seed" cx="164" cy="90" r="9" />
      <path className="line ground" d="M28 100h152" />
    </svg>
  )
}
