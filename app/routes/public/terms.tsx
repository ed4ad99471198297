import type { MetaFunction } from '@remix-run/node'
import { useLoaderData, useNavigate } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from '~/base/components/link'
import { pageMeta } from '~/base/components/page-meta'
import { SitePage } from '~/base/components/site'
import { TextSections } from '~/site/pages/text-page'
import { terms } from '~/site/pages/texts.server'
import './terms.css'

export const loader = () => terms

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Terms and Conditions · Budkeeper',
    description:
      'What you and Budkeeper agree to when you make an account: what it costs, what is yours, and how it ends.',
    path: '/terms',
  })

export default function Terms() {
  const { title, intro, sections } = useLoaderData<typeof loader>()
  return (
    <SitePage className="terms">
      <h1 id="terms-title">{title}</h1>
      <p className="updated">{intro}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrollable element */}
      <section className="prose" aria-labelledby="terms-title" tabIndex={0}>
        <TextSections sections={sections} />
      </section>
      <Decision />
    </SitePage>
  )
}

/** Without JavaScript the form requests /register with `terms=accepted`. */
function Decision() {
  const checkbox = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [isTicked, setTicked] = useState<boolean>()
  useEffect(() => setTicked(checkbox.current?.checked === true), [])
  const accept = (event: FormEvent) => {
    event.preventDefault()
    navigate('/register', { state: { termsAccepted: true } })
  }
  return (
    <form className="decision" action="/register" onSubmit={accept}>
      <label className="check">
        <input
          className="decides"
          type="checkbox"
          name="terms"
          value="accepted"
          required
          ref={checkbox}
          onChange={(event) => setTicked(event.target.checked)}
        />
        I have read and accept the Terms and Conditions
      </label>
      <p className="actions">
        <button type="submit" className="button waits" disabled={isTicked === false}>
          Accept
        </button>
        <Link className="button quiet" to="/">
          Decline
        </Link>
      </p>
    </form>
  )
}
