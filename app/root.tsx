import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigation,
} from '@remix-run/react'
import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { isAnsweredBySignIn } from '~/account/accounts/kept-forms.server'
import { readSession, requireSession } from '~/account/accounts/sessions.server'
import { trialDays } from '~/account/billing/plan'
import { subscriptionOf, subscriptionPath } from '~/account/billing/subscription'
import { isDemoAccount, isExempt } from '~/account/users/user'
import { linkStyles } from '~/base/components/inline-styles'
import { Link } from '~/base/components/link'
import { Logo } from '~/base/components/logo'
import { NonceContext } from '~/base/components/nonce'
import { OutdatedMessages } from '~/base/components/outdated-messages'
import { errorMeta, PageError } from '~/base/components/page-error'
import { ThemeScript } from '~/base/components/theme'
import { inPlaceField, Toasts } from '~/base/components/toasts'
import { clock } from '~/base/db/clock.server'
import { markOf } from '~/base/http/form-account.server'
import type { Handle } from '~/base/http/handle'
import { consumeToast } from '~/base/http/toast.server'
import { env } from '~/base/node/env.server'
import { nameOfChange } from '~/data/history/history.server'
import { isFindKeyOn } from '~/people/find/find-key.server'
import { sidebarLists } from '~/people/lists/smart-lists.server'
import './app.css'

/**
 * Loads the toast, and the user and subscription that the layout of the dashboard shows. The site and the dashboard
 * share this loader, because each loader costs as much as a query.
 */
export async function loader(call: LoaderFunctionArgs) {
  const { toast, headers } = await consumeToast(call.request, async (changeId) => {
    const session = await readSession(call)
    return session ? nameOfChange(session.user._id, changeId) : ''
  })
  return data({ toast, ...(await loadFrame(call)), origin: env.APP_URL }, { headers })
}

/** The data of the dashboard's top bar, sidebar and subscription banner. Null outside the dashboard. */
async function loadFrame(call: LoaderFunctionArgs) {
  const { pathname } = new URL(call.request.url)
  if (!/^\/dashboard(\/|$)/i.test(pathname)) return null
  const session = await readSession(call)
  // A form without a session gets the sign-in page, which this page frames.
  if (!session && isAnsweredBySignIn(call.context)) return null
  const signedIn = session ?? (await requireSession(call))
  const { user, billing, timeZone, faces, totalProposals } = signedIn
  const { Firstname, avatar, Role } = user
  const subscription = isExempt(user) ? null : subscriptionOf(billing, clock.now())
  const isFirstDay = subscription?.status === 'trialing' && subscription.daysRemaining >= trialDays
  const isDemo = isDemoAccount(user)
  const needsTimeZone = !timeZone && !isDemo
  const frame = {
    user: { Firstname, avatar, Role },
    account: markOf(user),
    // On the first day nobody is asked to pay, and a line below the subscription's own screen would say the same again.
    subscription: isFirstDay && pathname.toLowerCase() === subscriptionPath ? null : subscription,
    isFirstDay,
    timeZone,
    faces,
    needsTimeZone,
    isDemo,
    lists: await sidebarLists(call, signedIn),
    totalProposals,
  }
  return { ...frame, isFindKeyOn: await isFindKeyOn(call) }
}

/**
 * Reloads the root data with each navigation, so that the page notices another account, but not after a form whose
 * response has all that changes or that was refused, because the new account or the missing session would replace the
 * answer, nor within the calendar, which shows a failed request itself.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formData, formMethod, actionStatus = 200, defaultShouldRevalidate } = args
  const isInCalendar = [currentUrl, nextUrl].every(({ pathname }) => /\/calendar$/i.test(pathname))
  const isAnswered = formData?.has(inPlaceField) || actionStatus >= 400
  return isAnswered || (isInCalendar && !formMethod) ? false : defaultShouldRevalidate
}

/** Passes on when a client that was throttled may try again. */
export const headers: HeadersFunction = ({ errorHeaders }) => {
  const seconds = errorHeaders?.get('Retry-After')
  return new Headers(seconds ? { 'Retry-After': seconds } : {})
}

export const meta: MetaFunction = ({ error }) => (error ? errorMeta(error) : [{ title: 'Budkeeper' }])

/**
 * The server sends a static page (`hydrate: false`) without React. After a client-side navigation React is already
 * running, so no page is static in the browser.
 */
function useHandle() {
  const matches = useMatches()
  const handles = matches.map(({ handle }) => (handle ?? {}) as Handle)
  return {
    isStatic: typeof document === 'undefined' && handles.some(({ hydrate }) => hydrate === false),
    isPrivate: handles.some(({ isPrivate }) => isPrivate),
    isInProgress: handles.some(({ isInProgress }, n) => isInProgress?.(matches[n]?.data)),
  }
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  const { isStatic, isPrivate, isInProgress } = useHandle()
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <ThemeScript nonce={nonce} />
        {isPrivate && <meta name="robots" content="noindex" />}
        {isInProgress && (
          <noscript>
            <meta httpEquiv="refresh" content="2" />
          </noscript>
        )}
        <Meta />
        <Links />
        <link rel="preload" href={figtree} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
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

/**
 * Moves the focus to the start of a new screen, as loading a document does, unless a field of the screen has it, or a link
 * of a list that stays beside its records.
 */
function useFocusOnNewScreen() {
  const { pathname } = useLocation()
  const previousPathname = useRef(pathname)
  useEffect(() => {
    if (previousPathname.current === pathname) return
    previousPathname.current = pathname
    if (document.activeElement?.matches('#main :is(input, select, textarea, .keeps-focus *)')) return
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
      <OutdatedMessages>
        <Outlet />
      </OutdatedMessages>
    </>
  )
}

/** Shows a progress bar when a navigation takes longer than 150 ms (`.progress`). Each navigation calls `linkStyles`. */
function NavigationProgress() {
  const { state } = useNavigation()
  const isIdle = state === 'idle'
  useEffect(() => void (isIdle || linkStyles()), [isIdle])
  if (isIdle) return null
  return (
    <div role="status">
      <div className="progress" role="progressbar" aria-label="Loading page" />
    </div>
  )
}

export function ErrorBoundary() {
  return (
    <>
      <header className="error-header">
        <Link className="home" to="/">
          <Logo full />
        </Link>
      </header>
      <main className="page-error" id="main">
        <PageError />
      </main>
    </>
  )
}
