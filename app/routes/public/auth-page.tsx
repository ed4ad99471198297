import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Logo } from '~/components/logo'
import { ThemeToggle } from '~/components/theme'
import { BudCards } from './bud-cards'
import './auth-page.css'

/** The frame of the screens that lead into the app: one form, and on a desktop a picture beside it. */
export function AuthPage({
  title,
  intro,
  children,
}: {
  title: string
  intro: ReactNode
  children: ReactNode
}) {
  return (
    <div className="auth">
      <header>
        <Link className="home" to="/">
          <Logo full />
        </Link>
        <ThemeToggle />
      </header>
      <main id="main">
        <div>
          <h1>{title}</h1>
          <p className="intro">{intro}</p>
        </div>
        {children}
      </main>
      <aside>
        <BudCards />
        <p>Keep your people close</p>
      </aside>
    </div>
  )
}
