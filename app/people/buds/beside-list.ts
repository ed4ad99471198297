import { useLocation } from '@remix-run/react'
import { useState, useSyncExternalStore } from 'react'
import { entryNow } from '~/base/components/history-entry'

/**
 * The state of a link that opens a bud beside the list of buds with the URL (product 3.5), which the API gives for `query`.
 * It ends with the document, so that a page that is loaded again stands alone.
 */
export const besideList = (list: string, query: Record<string, string>) => ({
  list,
  query: new URLSearchParams(query).toString(),
  entry: entryNow(),
  document: performance.timeOrigin,
})

/** The list, and its entry in the history. */
export type Beside = ReturnType<typeof besideList>

/** The list from which this document has opened the page, by the state of its location. */
const listOf = (state: Beside | null) => (state?.document === performance.timeOrigin ? state : undefined)

/** The list that is open beside the page of a bud, also after a form of the page is sent. By default none. */
export function useListBeside(): Beside | undefined {
  const { pathname, state } = useLocation()
  const list = listOf(state)
  const [open, setOpen] = useState({ pathname, list })
  // A page that the server sent has no list, so that it hydrates as it is.
  const isWide = useSyncExternalStore(
    subscribe,
    () => Boolean(list ?? open.list) && wide().matches,
    () => false,
  )
  const isOther = open.pathname !== pathname || (list && list.list !== open.list?.list)
  if (isOther) setOpen({ pathname, list })
  return isWide ? (isOther ? list : open.list) : undefined
}

const wide = () => matchMedia('(min-width: 1200px)')

function subscribe(onChange: () => void) {
  const query = wide()
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
