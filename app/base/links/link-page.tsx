import type { ReactNode } from 'react'
import { Link } from '~/base/components/link'
import { Logo } from '~/base/components/logo'
import { ThemeToggle } from '~/base/components/theme'
import './link-page.css'

type Props = { title: string; intro: ReactNode; children?: ReactNode }

/** The layout of pages that a link opens for somebody without an account. */
export function LinkPage({ title, intro, children }: Props) {
  return (
    <div className="link-page">
      <header>
        <Link className="home" to="/">
          <Logo full />
        </Link>
        <ThemeToggle />
      </header>
      <main id="main" tabIndex={-1}>
        <div className="link-page-title">
          <h1>{title}</h1>
          <p>{intro}</p>
        </div>
        {children}
      </main>
      <footer>
        <Link to="/about">About Budkeeper</Link>
        <Link to="/privacy-policy">Privacy Policy</Link>
      </footer>
    </div>
  )
}
