import { Link, NavLink } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Logo } from '~/components/logo'
import { ThemeToggle } from '~/components/theme'
import { blogAddress } from './addresses'
import '~/components/site.css'
import './blog-page.css'

/** What stands around the list and each article. */
export function BlogPage({ children }: { children: ReactNode }) {
  return (
    <div className="blog-page">
      <header className="site-header">
        <Link className="home" to="/">
          <Logo />
        </Link>
        <nav aria-label="Main">
          <Link to="/">Home</Link>
          <NavLink to="/blog" end>
            Blog
          </NavLink>
          <Link to="/login">Login</Link>
        </nav>
        <ThemeToggle />
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <BlogFooter />
    </div>
  )
}

const quickTags = ['networking', 'relationships', 'productivity']

const columns = [
  {
    title: 'Budkeeper',
    links: [
      ['Features', '/#features'],
      ['Pricing', '/#pricing'],
      ['Register', '/register'],
    ],
  },
  {
    title: 'About us',
    links: [
      ['Blog', '/blog'],
      ['About', '/about'],
      ['Contact', '/contact'],
    ],
  },
  {
    title: 'Small print',
    links: [
      ['Privacy Policy', '/privacy-policy'],
      ['Terms', '/terms'],
    ],
  },
] as const

function BlogFooter() {
  return (
    <footer className="blog-footer">
      <div className="columns">
        <div className="first">
          <Logo full />
          <p>Keep your people close</p>
        </div>
        <nav className="topics" aria-label="Topics">
          <h2>Topics</h2>
          <ul className="tag-filter">
            {quickTags.map((tag) => (
              <li key={tag}>
                <Link to={blogAddress({ tag })}>{tag}</Link>
              </li>
            ))}
          </ul>
        </nav>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul className="links">
              {links.map(([name, to]) => (
                <li key={to}>
                  <Link to={to}>{name}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  )
}
