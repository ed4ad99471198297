import { Outlet, useLocation, useNavigation, useRevalidator, useRouteLoaderData } from '@remix-run/react'
import { type FocusEvent, useEffect, useRef } from 'react'
import { SubscriptionBanner } from '~/account/billing/subscription-banner'
import type { User } from '~/account/users/user'
import { DashboardIcon, type DashboardIconName } from '~/base/components/dashboard-icons'
import { Icon } from '~/base/components/icons'
import { LeaveGuard } from '~/base/components/leave-guard'
import { Link } from '~/base/components/link'
import { Logo } from '~/base/components/logo'
import { ThemeToggle } from '~/base/components/theme'
import { TimeZoneContext } from '~/base/components/time'
import { useToastsFocus } from '~/base/components/toasts-focus'
import '~/base/components/unanswered-forms.client'
import type { Handle } from '~/base/http/handle'
import { QuickFind } from '~/people/find/quick-find'
import { smartListPath } from '~/people/lists/smart-list'
import { reviewPath } from '~/people/proposals/proposal'
import { TimeZoneGuess } from '~/planning/reminders/time-zone-guess'
import type { loader as rootLoader } from '~/root'
import '~/base/components/letters.css'
import '~/base/components/forced-colors.css'
import '~/base/components/print.css'
import '~/base/components/skeleton.css'
import '~/base/components/tabs.css'
import '~/people/buds/drawn-face.css'
import './dashboard.css'

export const handle: Handle = { isPrivate: true }

export default function Dashboard() {
  const frame = useRouteLoaderData<typeof rootLoader>('root')
  const {
    user,
    account,
    subscription,
    isFirstDay,
    needsTimeZone,
    isDemo,
    faces,
    timeZone = null,
    lists = [],
    totalProposals = 0,
  } = frame ?? {}
  const banner = subscription && <SubscriptionBanner {...subscription} />
  useOneAccount(account)
  useToastsFocus()
  useOfflinePage()
  return (
    <div className="dashboard" data-faces={faces}>
      {user && <TopBar user={user} totalProposals={totalProposals} />}
      <Sidebar isAdmin={user?.Role === 'admin'} lists={lists} />
      {needsTimeZone && <TimeZoneGuess />}
      <LeaveGuard />
      <main id="main" className="screen" tabIndex={-1}>
        {!isFirstDay && banner}
        {isDemo && <DemoNote />}
        <TimeZoneContext.Provider value={timeZone}>
          <Outlet />
        </TimeZoneContext.Provider>
        {isFirstDay && <footer className="first-day">{banner}</footer>}
        <ScreenSkeleton />
      </main>
    </div>
  )
}

/** The location that is loading, or that is shown. */
function useNextLocation() {
  const shown = useLocation()
  const { state, location } = useNavigation()
  return state === 'loading' ? location : shown
}

/** Stands for a screen that takes longer than 300 ms to load (`.skeleton`). */
function ScreenSkeleton() {
  const { pathname } = useLocation()
  const isLeft = useNextLocation().pathname !== pathname
  return (
    isLeft && (
      <div className="skeleton" aria-hidden="true">
        <div />
      </div>
    )
  )
}

/** Says on each screen of the demo account that it is one, and leads out of it. */
const DemoNote = () => (
  <p className="demo-note">
    <span>
      <b>Demo account.</b> Everybody sees it, and each hour it begins anew.
    </span>
    <Link to="/register">Register</Link>
  </p>
)

/**
 * A page belongs to one account. When another tab has signed in as somebody else, the document is loaded again, but not one
 * with a form, which may have been typed in. A page that the browser has kept looks whose it is before it is used again.
 */
function useOneAccount(account: string | undefined) {
  const { revalidate } = useRevalidator()
  const id = account?.split(' ')[0]
  const first = useRef(id)
  useEffect(() => {
    if (id && first.current && id !== first.current) location.reload()
  }, [id])
  useEffect(() => {
    const tabs = new BroadcastChannel('account')
    tabs.onmessage = ({ data }) => {
      if (data !== id && !document.querySelector('form:is(.form-page, .place-form), .refused-form'))
        location.reload()
    }
    if (id) tabs.postMessage(id)
    return () => tabs.close()
  }, [id])
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => persisted && revalidate()
    window.addEventListener('pageshow', look)
    return () => window.removeEventListener('pageshow', look)
  }, [revalidate])
}

/** The service worker shows a page when the network fails (product 26). Public pages have none. */
function useOfflinePage() {
  useEffect(() => {
    // A browser may refuse, such as in a private window or without HTTPS. The dashboard works without it.
    if (import.meta.env.PROD)
      navigator.serviceWorker?.register('/sw.js', { scope: '/dashboard' }).catch(() => {})
  }, [])
}

type TopBarProps = { user: Pick<User, 'Firstname' | 'avatar'>; totalProposals: number }

/**
 * On a desktop a switch shows and hides the sidebar. On a phone the sidebar is a popover over the whole page, and a link
 * to the screen Find replaces the search.
 */
function TopBar({ user, totalProposals }: TopBarProps) {
  return (
    <header className="top-bar">
      <label className="icon-button sidebar-switch" title="Sidebar">
        {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its checked state natively */}
        <input type="checkbox" role="switch" defaultChecked aria-label="Sidebar" aria-controls="sidebar" />
        <Icon name="menu" />
      </label>
      <button type="button" className="icon-button sidebar-opener" {...{ popovertarget: 'sidebar' }}>
        <Icon name="menu" label="Menu" />
      </button>
      <Link className="home" to="/dashboard" aria-label="Budkeeper" prefetch="intent">
        <Logo />
      </Link>
      <QuickFind id="quick-find" />
      <Link className="icon-button find-link" to="/dashboard/Find" prefetch="intent">
        <Icon name="search" label="Find" />
      </Link>
      <ThemeToggle />
      <button type="button" className="user-opener" {...{ popovertarget: 'user-menu' }}>
        <span className="avatar">
          {user.avatar ? <img src={user.avatar} alt="" width="32" height="32" /> : <Icon name="user" />}
        </span>
        <span className="user-name">{user.Firstname}</span>
        <Icon name="chevron-down" />
      </button>
      <UserMenu totalProposals={totalProposals} />
    </header>
  )
}

function UserMenu({ totalProposals }: Pick<TopBarProps, 'totalProposals'>) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the element only observes the focus
    <div id="user-menu" className="user-menu" onBlur={closeOnFocusOutside} {...{ popover: 'auto' }}>
      <Link to="/dashboard/profile" prefetch="intent">
        <Icon name="user" />
        Profile
      </Link>
      <Link to="/dashboard/history" prefetch="intent">
        <DashboardIcon name="clock" />
        History
      </Link>
      <Link to={reviewPath} prefetch="intent">
        <Icon name="check" />
        Review
        {totalProposals > 0 && <span className="count">{` ${totalProposals}`}</span>}
      </Link>
      <form method="post" action="/logout">
        <button type="submit">
          <DashboardIcon name="logout" />
          Logout
        </button>
      </form>
    </div>
  )
}

type SidebarLink = { label: string; to: string; icon: DashboardIconName; screens: RegExp }

/** `screens`: what the lower-case path segment after /dashboard, or else the id of a list, has if the link is current. */
const links: SidebarLink[] = [
  { label: 'Today', to: '/dashboard/Today', icon: 'today', screens: /today|interaction/ },
  { label: 'Together', to: '/dashboard/Together', icon: 'together', screens: /together/ },
  {
    label: 'Buds',
    to: '/dashboard',
    icon: 'buds',
    screens: /^$|bud|list|relation|tags|bulk|import|duplicates|merge|review/,
  },
  { label: 'Circles', to: '/dashboard/AllCircles', icon: 'circle', screens: /circle/ },
  { label: 'Events', to: '/dashboard/AllEvents', icon: 'event', screens: /event/ },
  { label: 'Calendar', to: '/dashboard/Calendar', icon: 'calendar', screens: /calendar/ },
]

const adminLinks: SidebarLink[] = [
  { label: 'Admin', to: '/dashboard/Admin', icon: 'shield', screens: /admin/ },
  { label: 'Blog', to: '/dashboard/blog', icon: 'pen', screens: /blog/ },
]

type SidebarList = { _id: string; name: string; sort: string; buds?: number | undefined }
type SidebarProps = { isAdmin: boolean; lists: SidebarList[] }

function Sidebar({ isAdmin, lists }: SidebarProps) {
  // A press shows at once where it leads.
  const { pathname, search } = useNextLocation()
  const screen = pathname.toLowerCase().split('/')[2] || (new URLSearchParams(search).get('list') ?? '')
  return (
    <nav id="sidebar" className="sidebar" aria-label="Dashboard" {...{ popover: 'auto' }}>
      <button
        type="button"
        className="icon-button sidebar-closer"
        // biome-ignore lint/a11y/noAutofocus: an opening popover moves the focus to this button
        autoFocus
        ref={setAutofocus}
        {...{ popovertarget: 'sidebar', popovertargetaction: 'hide' }}
      >
        <Icon name="close" label="Close" />
      </button>
      <ul className="sidebar-links">
        {links.concat(isAdmin ? adminLinks : []).map(({ label, to, icon, screens }) => (
          <li key={to}>
            <Link to={to} prefetch="intent" aria-current={screens.test(screen) ? 'page' : undefined}>
              <DashboardIcon name={icon} />
              {label}
            </Link>
            {label === 'Buds' && lists.length > 0 && (
              <ul className="sidebar-lists" aria-label="Lists">
                {lists.map((list) => (
                  <li key={list._id}>
                    <Link to={smartListPath(list)} aria-current={list._id === screen ? 'page' : undefined}>
                      <span>{list.name}</span>{' '}
                      {list.buds !== undefined && <span className="count">{list.buds}</span>}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** React does not render `autofocus` in the browser, but the popover needs the attribute. */
function setAutofocus(button: HTMLButtonElement | null) {
  button?.setAttribute('autofocus', '')
}

/** Closes the menu when the focus leaves it, except for the button that toggles it. */
function closeOnFocusOutside({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
  if (!relatedTarget || currentTarget.contains(relatedTarget)) return
  if (!relatedTarget.matches('[popovertarget]')) currentTarget.hidePopover()
}
