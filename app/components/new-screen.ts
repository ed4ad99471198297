import type { ShouldRevalidateFunctionArgs } from '@remix-run/react'

/** What stands around a screen is asked for with every screen and after every change, but not while a screen only turns a page. */
export function onNewScreen(move: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = move
  const turnsPage = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return turnsPage && !formMethod ? false : defaultShouldRevalidate
}
