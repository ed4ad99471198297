import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Link } from '~/base/components/link'
import { pageMeta } from '~/base/components/page-meta'
import type { Handle } from '~/base/http/handle'
import { TextPage } from '~/site/pages/text-page'
import { privacy } from '~/site/pages/texts.server'

export const handle: Handle = { hydrate: false, cacheable: true }

export const loader = () => privacy

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Privacy Policy · Budkeeper',
    description:
      'What Budkeeper holds about you and the people you keep, what it is used for, and what you can ask for.',
    path: '/privacy-policy',
  })

export default function PrivacyPolicy() {
  const home = <Link to="/">Back to Home</Link>
  return (
    <TextPage text={useLoaderData<typeof loader>()} link={home} isNumbered>
      <p className="end">{home}</p>
    </TextPage>
  )
}
