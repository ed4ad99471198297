import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { openApi } from '~/api/openapi/document.server'
import { filterReference, type Reference, referenceOf } from '~/api/openapi/reference.server'
import { ReferencePage } from '~/api/openapi/reference-page'
import { pageMeta } from '~/base/components/page-meta'
import { searchLength } from '~/base/forms/lengths'
import type { Handle } from '~/base/http/handle'

export const handle: Handle = { hydrate: false, cacheable: true, queries: ['search'] }

let reference: Reference | undefined

export function loader({ request }: LoaderFunctionArgs) {
  reference ??= referenceOf(openApi())
  const search = (new URL(request.url).searchParams.get('search') ?? '').trim().slice(0, searchLength)
  return { ...(search ? filterReference(reference, search) : reference), search }
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
