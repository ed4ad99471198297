import { useLocation } from '@remix-run/react'
import { Link } from '~/base/components/link'
import './account.css'

const tabs = [
  { label: 'Profile', to: '/dashboard/profile' },
  { label: 'Reminders', to: '/dashboard/reminders' },
  { label: 'Security', to: '/dashboard/security' },
  { label: 'Your data', to: '/dashboard/data' },
  { label: 'Devices', to: '/dashboard/devices' },
  { label: 'Developers', to: '/dashboard/developers' },
]

/** The screen of a tab, or one that its screen leads to. */
const isShown = (to: string, pathname: string) =>
  pathname === to || (to === '/dashboard/data' && pathname === '/dashboard/delete-account')

/** The screens about the account. */
export function AccountTabs() {
  const { pathname } = useLocation()
  return (
    <nav className="tabs" aria-label="Account">
      {tabs.map(({ label, to }) => (
        <Link
          key={to}
          to={to}
          prefetch="intent"
          aria-current={isShown(to, pathname.toLowerCase()) ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
