import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '~/accounts/sessions.server'
import { fullName } from '~/buds/bud'
import { budSearch } from '~/buds/bud-input.server'
import { listBuds } from '~/buds/bud-search.server'

export const meta: MetaFunction = () => [{ title: 'Buds · Budkeeper' }]

/** A page past the end shows the last one (decisions §3). */
export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const searchValues = budSearch.lenient.parse(Object.fromEntries(new URL(call.request.url).searchParams))
  const list = await listBuds(user._id, searchValues)
  if (searchValues.page <= Math.max(1, list.numOfPages)) return { ...list, searchValues }
  return { ...(await listBuds(user._id, { ...searchValues, page: list.numOfPages || 1 })), searchValues }
}

export default function Buds() {
  const { buds, totalBuds } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>{totalBuds} Buds found</h1>
      {buds.map((bud) => (
        <p key={bud._id}>{fullName(bud)}</p>
      ))}
    </main>
  )
}
