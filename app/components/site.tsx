import { Link } from '@remix-run/react'
import { Icon } from '~/components/icons'
import { Logo } from '~/components/logo'
import { ThemeToggle } from '~/components/theme'
import './site.css'

const menuId = 'site-menu'

/** The public pages' bar: one list of links, in a row on a desktop, in a popover on a phone. */
export function SiteHeader() {
  return (
    <header className="site-header">
      <Link className="home" to="/">
        <Logo full />
      </Link>
      <nav id={menuId} aria-label="Main" {...{ popover: 'auto' }}>
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
        <Icon name="menu" />
        <span className="visually-hidden">Menu</span>
      </button>
    </header>
  )
}

export function SiteFooter() {
  return (
    <footer className="site-footer">
      <p>
        <b>Budkeeper</b> Keep your people close
      </p>
      <nav aria-label="Footer">
        <Link to="/blog">Blog</Link>
        <Link to="/privacy-policy">Privacy Policy</Link>
        <Link to="/terms">Terms</Link>
      </nav>
    </footer>
  )
}
