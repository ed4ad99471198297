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

/** The screens about the account. 'Your data' leads to its deletion. */
export function AccountTabs() {
  const screen = useLocation().pathname.toLowerCase().replace('delete-account', 'data')
  return (
    <nav className="tabs" aria-label="Account">
      {tabs.map(({ label, to }) => (
        <Link key={to} to={to} prefetch="intent" aria-current={screen === to ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
