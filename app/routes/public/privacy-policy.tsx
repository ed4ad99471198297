import type { MetaFunction } from '@remix-run/node'
import { Link } from '@remix-run/react'
import type { Handle } from '~/components/handle'
import { pageMeta } from '~/components/page-meta'
import { privacySections, privacyUpdated } from '~/site/privacy-text'
import { TextPage } from '~/site/TextPage'

export const handle: Handle = { hydrate: false, cacheable: true }

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Privacy Policy · Budkeeper',
    description:
      'What Budkeeper holds about you and the people you keep, what it is used for, and what you can ask for.',
    path: '/privacy-policy',
  })

export default function PrivacyPolicy() {
  return (
    <TextPage title="Privacy Policy" intro={<Intro />} sections={privacySections} isNumbered>
      <p className="end">
        <Link to="/">Back to Home</Link>
      </p>
    </TextPage>
  )
}

function Intro() {
  return (
    <>
      <p>Last updated {privacyUpdated}</p>
      <Link to="/">Back to Home</Link>
    </>
  )
}
