import type { MetaFunction } from '@remix-run/node'
import { Link } from '@remix-run/react'
import type { Handle } from '~/components/handle'
import { pageMeta } from '~/components/page-meta'
import { aboutIntro, aboutSections, aboutTitle } from '~/site/about-text'
import { TextPage } from '~/site/TextPage'

export const handle: Handle = { hydrate: false, cacheable: true }

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'About · Budkeeper', description: aboutIntro, path: '/about' })

export default function About() {
  return (
    <TextPage title={aboutTitle} intro={<p>{aboutIntro}</p>} sections={aboutSections}>
      <p className="end">
        <Link className="button" to="/register">
          Get Started Free
        </Link>
      </p>
    </TextPage>
  )
}
