import type { MetaFunction } from '@remix-run/node'

export const handle = { hydrate: false }

export const meta: MetaFunction = () => [{ title: 'Page Not Found · Budkeeper' }]

function notFound(): never {
  throw new Response(null, { status: 404, statusText: 'Not Found' })
}

export { notFound as action, notFound as loader }

/** Never shown: the root's error page is. */
export default function NotFound() {
  return null
}
