import type { MetaFunction } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { createElement, useContext, useEffect } from 'react'
import { BudPicture } from '~/buds/BudPicture'
import { Mark } from '~/components/logo'
import { NonceContext } from '~/components/nonce'
import { SiteFooter, SiteHeader } from '~/components/site'
import motion from './landing-motion.js?url'
import './landing.css'

export const handle = { hydrate: false }

export const meta: MetaFunction = () => [
  { title: 'Budkeeper · Keep your people close' },
  {
    name: 'description',
    content:
      'Budkeeper keeps your friends, family, colleagues and clients in one calm place: who they are, what they love and when you meet next.',
  },
]

export default function Landing() {
  const nonce = useContext(NonceContext)
  useEffect(() => void import(/* @vite-ignore */ motion), [])
  return (
    <div className="landing">
      <SiteHeader />
      <main id="main" className="hero" tabIndex={-1}>
        <div className="pitch">
          <h1>
            Stay close to your {createElement('type-writer', { suppressHydrationWarning: true }, 'people')}
          </h1>
          <p className="sentence">
            Who they are, what they love, when you meet next: Budkeeper remembers it, so that you can be there
            for them.
          </p>
          <p className="calls">
            <Link className="button" to="/register">
              Get Started Free
            </Link>
            <Link className="button quiet" to="/login">
              Login
            </Link>
          </p>
          <p className="plan">£4.95 a month, 14 days free</p>
        </div>
        <div className="picture">
          <Mark />
          <BudPicture />
        </div>
      </main>
      <SiteFooter />
      <script type="module" src={motion} nonce={nonce} suppressHydrationWarning />
    </div>
  )
}
