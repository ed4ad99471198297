import type { ReactNode } from 'react'
import { Icon } from './icons'
import { Link } from './link'
import { Logo } from './logo'
import { ThemeToggle } from './theme'
import './site.css'

const menuId = 'site-menu'

/** The layout of the public pages. It is the same for all users. */
export function SitePage({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={className ? `site ${className}` : 'site'}>
      <SiteHeader />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}

/** The links are a row on a desktop and a popover on a phone. */
function SiteHeader() {
  return (
    <header className="site-header">
      <Link className="home" to="/">
        <Logo full />
      </Link>
      <nav id={menuId} aria-label="Main" {...{ popover: 'auto' }}>
        <Link to="/#features">Features</Link>
        <Link to="/#pricing">Pricing</Link>
        <Link to="/blog">Blog</Link>
        <Link to="/privacy-policy">Privacy Policy</Link>
        <Link to="/terms">Terms</Link>
        <Link className="first-of-account" to="/login">
          Login
        </Link>
        <Link className="button" to="/register">
          Register
        </Link>
      </nav>
      <ThemeToggle />
      <button type="button" className="icon-button menu-button" {...{ popovertarget: menuId }}>
        <Icon name="menu" label="Menu" />
      </button>
    </header>
  )
}

const columns = [
  {
    title: 'Budkeeper',
    links: {
      Features: '/#features',
      Pricing: '/#pricing',
      Testimonials: '/#testimonials',
      Register: '/register',
    },
  },
  {
    title: 'About us',
    links: { Blog: '/blog', About: '/about', Contact: '/contact', Developers: '/developers' },
  },
  { title: 'Small print', links: { 'Privacy Policy': '/privacy-policy', Terms: '/terms' } },
]

export function SiteFooter({ children }: { children?: ReactNode }) {
  return (
    <footer className={children ? 'site-footer with-topics' : 'site-footer'}>
      <div className="slogan">
        <Logo full />
        <p>Keep your people close</p>
      </div>
      {children}
      {columns.map(({ title, links }) => (
        <nav key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul className="links">
            {Object.entries(links).map(([label, to]) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </footer>
  )
}
