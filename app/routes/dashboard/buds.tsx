import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '~/account/accounts/sessions.server'
import { ListFailure } from '~/base/components/list-failure'
import { ListScreen } from '~/base/components/list-screen'
import { loadListPage } from '~/base/forms/list-query'
import { fullName } from '~/people/buds/bud'
import { BudCard, budCardFields } from '~/people/buds/bud-card'
import { budSearch, listBuds } from '~/people/buds/buds.server'

export const meta: MetaFunction = () => [{ title: 'Buds · Budkeeper' }]

const path = '/dashboard'

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const list = await loadListPage(budSearch, call, path, (query) => listBuds(user._id, query))
  return { ...list, buds: list.buds.map(budCardFields) }
}

export default function Buds() {
  const { buds, totalBuds, ...list } = useLoaderData<typeof loader>()
  return (
    <ListScreen
      {...list}
      noun="Bud"
      items={buds}
      total={totalBuds}
      // Depends on the number of buds on this page, not on the total (product 3.3).
      isPlural={buds.length > 1}
      nameOf={fullName}
      card={(bud, shown) => <BudCard key={bud._id} bud={bud} {...shown} />}
      noResults="Nobody matches that. Try another word or type."
      noItems="Your people will appear here. Begin with someone you want to keep close."
    />
  )
}

export function ErrorBoundary() {
  return <ListFailure title="Buds" msg="Failed to fetch buds" retry={path} />
}
