import type { MetaFunction } from '@remix-run/node'

export const handle = { hydrate: false }

export const meta: MetaFunction = () => [{ title: 'Page Not Found · Budkeeper' }]

function notFound(): never {
  throw new Response(null, { status: 404, statusText: 'Not Found' })
}

export { notFound as action, notFound as loader }

/** Never rendered: the loader throws, so the root renders its ErrorBoundary. */
export default function NotFound() {
  return null
}
