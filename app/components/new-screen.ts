import type { ShouldRevalidateFunctionArgs } from '@remix-run/react'

/** Reloads the root data for a new path and after a form submission, but not when only the query changes. */
export function revalidateOnNewScreen(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = args
  const isQueryChange = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return isQueryChange && !formMethod ? false : defaultShouldRevalidate
}
