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
          aria-current={pathname.toLowerCase() === to ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
