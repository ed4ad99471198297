import { useActionData, useRouteLoaderData } from '@remix-run/react'

type Refused = { accounts?: { openedAs: string } } | undefined

/** The mark of the account that the page was made for. A form that was refused keeps the mark of its own account. */
export function useAccountMark() {
  const loaded = useRouteLoaderData<{ account?: string } | null>('root')
  const refused = useActionData() as Refused
  return refused?.accounts?.openedAs ?? loaded?.account
}

/** Stands in every form of the dashboard that is posted, so that it is not stored in another account (product 29.1). */
export function AccountField() {
  const mark = useAccountMark()
  return mark ? <input type="hidden" name="_account" value={mark} /> : null
}
