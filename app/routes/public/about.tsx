import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Link } from '~/base/components/link'
import { pageMeta } from '~/base/components/page-meta'
import type { Handle } from '~/base/http/handle'
import { TextPage } from '~/site/pages/text-page'
import { about } from '~/site/pages/texts.server'

export const handle: Handle = { hydrate: false, cacheable: true }

export const loader = () => about

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta(matches, { title: 'About · Budkeeper', description: data?.intro ?? '', path: '/about' })

export default function About() {
  return (
    <TextPage text={useLoaderData<typeof loader>()}>
      <p className="end">
        <Link className="button" to="/register">
          Get Started Free
        </Link>
      </p>
    </TextPage>
  )
}
