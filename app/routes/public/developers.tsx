import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/components/page-meta'
import type { Handle } from '~/http/handle'
import { openApi } from '~/openapi/document.server'
import { ReferencePage } from '~/openapi/ReferencePage'
import { type Reference, referenceOf } from '~/openapi/reference.server'

export const handle: Handle = { hydrate: false, cacheable: true }

let reference: Reference | undefined

export function loader() {
  reference ??= referenceOf(openApi())
  return reference
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'API reference · Budkeeper',
    description: 'The JSON API of Budkeeper: every call with its fields, limits, responses and an example.',
    path: '/developers',
  })

export default function Developers() {
  return <ReferencePage {...useLoaderData<typeof loader>()} />
}
