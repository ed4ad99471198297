import type { ShouldRevalidateFunctionArgs } from '@remix-run/react'

/** Reloads the data around a screen for a new screen and after a change, but not when only the query changes. */
export function onNewScreen(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = args
  const isQueryChange = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return isQueryChange && !formMethod ? false : defaultShouldRevalidate
}
