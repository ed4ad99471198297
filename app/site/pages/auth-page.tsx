import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from '~/base/components/link'
import { Logo } from '~/base/components/logo'
import { ThemeToggle } from '~/base/components/theme'
import { BudPicture } from '~/people/buds/bud-picture'
import './auth-page.css'

type Props = { title: string; intro: ReactNode; children: ReactNode }

/** Layout of the sign-in, registration and password screens: a form, and a picture beside it on a desktop. */
export function AuthPage({ title, intro, children }: Props) {
  const main = useRef<HTMLElement>(null)
  useEffect(() => dispatchEarlyInput(main.current), [])
  return (
    <div className="auth">
      <header>
        <Link className="home" to="/">
          <Logo full />
        </Link>
        <ThemeToggle />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <div>
          <h1>{title}</h1>
          <p className="intro">{intro}</p>
        </div>
        {children}
      </main>
      <aside>
        <BudPicture />
        <p>Keep your people close</p>
      </aside>
    </div>
  )
}

/** Fires input events for fields that the user or browser filled in before hydration. */
function dispatchEarlyInput(main: HTMLElement | null) {
  for (const input of main?.querySelectorAll('input') ?? []) {
    if (input.value !== input.defaultValue) input.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
