import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
} from '@remix-run/react'
import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { requireSession, type Session } from '~/accounts/sessions.server'
import { isExempt } from '~/billing/exempt.server'
import { subscriptionOf } from '~/billing/subscription'
import type { Handle } from '~/components/handle'
import { NavigationProgress } from '~/components/navigation-progress'
import { NonceContext } from '~/components/nonce'
import { ThemeScript } from '~/components/theme'
import { takeToast } from '~/components/toast.server'
import { Toasts } from '~/components/toasts'
import { env } from '~/server/env.server'
import { now } from '~/server/now.server'
import './app.css'

export { onNewScreen as shouldRevalidate } from '~/components/new-screen'

/** All that stands around a screen, in one loader, as each costs as much as a query. Public pages know no user. */
export async function loader(call: LoaderFunctionArgs) {
  const { toast, headers } = await takeToast(call.request)
  const session = isDashboard(new URL(call.request.url)) ? await requireSession(call) : null
  return data({ toast, ...(session && shown(session)), origin: env.APP_URL }, { headers })
}

const isDashboard = ({ pathname }: URL) => /^\/dashboard(\/|$)/i.test(pathname)

function shown({ user, billing }: Session) {
  const { Firstname, avatar, Role } = user
  const subscription = isExempt(user) ? null : subscriptionOf(billing, now())
  return { user: { Firstname, avatar, Role }, subscription }
}

export const meta: MetaFunction = ({ error }) =>
  error
    ? [{ title: `${titleOf(error)} · Budkeeper` }, { name: 'robots', content: 'noindex' }]
    : [{ title: 'Budkeeper' }]

/**
 * A route with `hydrate: false` is only read: loaded by its address it gets no scripts of ours but the theme's. In the
 * browser React runs already, or it would not come by here.
 */
function useHandle() {
  const handles = useMatches().map(({ handle }) => (handle ?? {}) as Handle)
  return {
    isStatic: typeof document === 'undefined' && handles.some(({ hydrate }) => hydrate === false),
    isPrivate: handles.some(({ isPrivate }) => isPrivate),
  }
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  const { isStatic, isPrivate } = useHandle()
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <ThemeScript nonce={nonce} />
        {isPrivate && <meta name="robots" content="noindex" />}
        <Meta />
        <Links />
        <link rel="preload" href={figtree} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
      </head>
      <body>
        <a className="button skip-link" href="#main">
          Skip to content
        </a>
        {children}
        {!isStatic && <ScrollRestoration nonce={nonce} />}
        {!isStatic && <Scripts nonce={nonce} />}
      </body>
    </html>
  )
}

/** A new screen is read from its start, as a new document would be. */
function useFocusOnNewScreen() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
}

export default function App() {
  const { toast } = useLoaderData<typeof loader>()
  const { isStatic } = useHandle()
  useFocusOnNewScreen()
  return (
    <>
      <NavigationProgress />
      <Toasts toast={toast} isStatic={isStatic} />
      <Outlet />
    </>
  )
}

const titleOf = (error: unknown) =>
  isRouteErrorResponse(error) && error.status === 404 ? 'Page Not Found' : 'Error Page'

/** Below 500 it is not our fault. */
function explanationOf(error: unknown) {
  if (!isRouteErrorResponse(error) || error.status >= 500) {
    return 'Something went wrong on our side. Please try again in a moment.'
  }
  return error.status === 404
    ? "We can't seem to find the page you are looking for!"
    : 'This request could not be understood.'
}

export function ErrorBoundary() {
  const error = useRouteError()
  const title = titleOf(error)
  const isMissing = title === 'Page Not Found'
  return (
    <main className="page-error" id="main">
      <FallenBud />
      <h1>{title}</h1>
      <p>{explanationOf(error)}</p>
      {isMissing ? (
        <Link className="button" to="/dashboard">
          Back to your buds
        </Link>
      ) : (
        <Link className="button" to="/">
          Home
        </Link>
      )}
    </main>
  )
}

/** The mark, but the bud has rolled away. */
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
