import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { requireUser } from '~/accounts/sessions.server'

export async function loader(call: LoaderFunctionArgs) {
  return { user: await requireUser(call) }
}

export default function Dashboard() {
  const { user } = useLoaderData<typeof loader>()
  return (
    <>
      <header>{user.Firstname}</header>
      <Outlet />
    </>
  )
}
