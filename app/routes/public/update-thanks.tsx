import type { MetaFunction } from '@remix-run/node'
import type { Handle } from '~/base/http/handle'
import { LinkPage } from '~/base/links/link-page'

export const handle: Handle = { hydrate: false }

export const meta: MetaFunction = () => [
  { title: 'Thank you · Budkeeper' },
  { name: 'robots', content: 'noindex' },
]

/** What a bud sees after sending their details. It shows nothing of them. */
export default function UpdateThanks() {
  return <LinkPage title="Thank you" intro="Your details have been sent. You can close this page." />
}
