import { useLocation } from '@remix-run/react'
import { useState, useSyncExternalStore } from 'react'

/**
 * The state of a link that opens a bud beside the list of buds with the URL (product 3.5). It ends with the document, so
 * that a page that is loaded again stands alone.
 */
export const besideList = (list: string) => ({ list, document: performance.timeOrigin })

type State = ReturnType<typeof besideList> | null

/** The URL of the list from which this document has opened the page, by the state of its location. */
export const listOf = (state: State) => (state?.document === performance.timeOrigin ? state.list : undefined)

/** The URL of the list that is open beside the page of a bud, also after a form of the page is sent. By default none. */
export function useListBeside(): string | undefined {
  const { pathname, state } = useLocation()
  const isWide = useSyncExternalStore(
    subscribe,
    () => wide().matches,
    () => false,
  )
  const list = listOf(state)
  const [open, setOpen] = useState({ pathname, list })
  const isOther = open.pathname !== pathname || (list && list !== open.list)
  if (isOther) setOpen({ pathname, list })
  return isWide ? (isOther ? list : open.list) : undefined
}

const wide = () => matchMedia('(min-width: 1200px)')

function subscribe(onChange: () => void) {
  const query = wide()
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
