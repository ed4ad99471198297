import { Link } from '@remix-run/react'
import { type AdminTab, adminTabs, tabLabels, tabPath } from './admin'
import '~/components/tabs.css'
import './admin.css'

/** The tabs are links, so that each has a URL and loads only its own data. */
export function AdminHeader({ current }: { current: AdminTab }) {
  return (
    <header className="admin-header">
      <h1 tabIndex={-1}>Admin</h1>
      <nav className="tabs" aria-label="Admin">
        {adminTabs.map((tab) => (
          <Link key={tab} to={tabPath(tab)} aria-current={tab === current ? 'page' : undefined}>
            {tabLabels[tab]}
          </Link>
        ))}
      </nav>
    </header>
  )
}
