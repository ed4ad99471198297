import { type AdminTab, addressOfTab, adminTabs, tabLabels } from './admin'
import '~/components/tabs.css'
import './admin.css'

/** The tabs are links, so that each is an address and loads its own. */
export function AdminHeader({ current }: { current: AdminTab }) {
  return (
    <header className="admin-header">
      <h1 tabIndex={-1}>Admin</h1>
      <nav className="tabs" aria-label="Admin">
        {adminTabs.map((tab) => (
          <a key={tab} href={addressOfTab(tab)} aria-current={tab === current ? 'page' : undefined}>
            {tabLabels[tab]}
          </a>
        ))}
      </nav>
    </header>
  )
}
