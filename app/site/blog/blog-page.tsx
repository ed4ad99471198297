import { NavLink } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Link } from '~/base/components/link'
import { Logo } from '~/base/components/logo'
import { SiteFooter } from '~/base/components/site'
import { ThemeToggle } from '~/base/components/theme'
import { blogPath } from './blog-paths'
import './blog-page.css'

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
      <SiteFooter>
        <nav className="topics" aria-label="Topics">
          <h2>Topics</h2>
          <TagLinks tags={quickTags} />
        </nav>
      </SiteFooter>
    </div>
  )
}

const quickTags = ['networking', 'relationships', 'productivity']

type TagLinksProps = { tags: string[]; label?: string; current?: string; search?: string }

/** Links to the posts of each tag. The links keep the current `search`. */
export function TagLinks({ tags, label, current, search = '' }: TagLinksProps) {
  return (
    <ul className="tag-filter" aria-label={label}>
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={blogPath({ tag, search })} aria-current={tag === current || undefined}>
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  )
}
