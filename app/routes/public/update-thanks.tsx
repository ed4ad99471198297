import type { MetaFunction } from '@remix-run/node'
import { Seedling } from '~/base/components/drawing'
import type { Handle } from '~/base/http/handle'
import { LinkPage } from '~/base/links/link-page'
import './update-thanks.css'

export const handle: Handle = { hydrate: false }

export const meta: MetaFunction = () => [
  { title: 'Thank you · Budkeeper' },
  { name: 'robots', content: 'noindex' },
]

/** What a bud sees after sending their details. It shows nothing of them. */
export default function UpdateThanks() {
  return (
    <LinkPage
      title="Thank you"
      intro="Your details have been sent to the person who asked for them. You can close this page."
    >
      <Seedling />
    </LinkPage>
  )
}
