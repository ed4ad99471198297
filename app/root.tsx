import { data, type LoaderFunctionArgs } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import type { ReactNode } from 'react'
import { getToast } from '~/components/toast.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { toast, headers } = await getToast(request)
  return data({ toast, nonce: context.nonce }, { headers })
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useRouteLoaderData<typeof loader>('root')?.nonce
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function App() {
  const { toast } = useLoaderData<typeof loader>()
  return (
    <>
      {toast && <p role="status">{toast.message}</p>}
      <Outlet />
    </>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return isMissing ? (
    <main>
      <h1>Page Not Found</h1>
      <p>We can't seem to find the page you are looking for!</p>
      <Link to="/dashboard">Back</Link>
    </main>
  ) : (
    <main>
      <h1>Error Page</h1>
      <Link to="/">Home</Link>
    </main>
  )
}
