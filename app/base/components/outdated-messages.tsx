import { useLocation } from '@remix-run/react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

const none: ReadonlySet<string> = new Set()

/** The ids of the messages whose field was changed since its form was refused. */
const Outdated = createContext(none)

/** For a form that the browser refuses. Shows its messages again. */
export let showMessages = () => {}

/** Takes the message away at a field that is changed. Each answer to a form has another key of the location. */
export function OutdatedMessages({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  const [{ ids, of }, set] = useState({ ids: none, of: key })
  if (of !== key) set({ ids: none, of: key })
  useEffect(() => {
    showMessages = () => set({ ids: none, of: key })
    function add({ target }: Event) {
      const id = messageOf(target as Element)
      if (id) set(({ ids, of }) => ({ ids: new Set([...ids, id]), of }))
    }
    document.addEventListener('input', add)
    return () => document.removeEventListener('input', add)
  }, [key])
  return <Outdated.Provider value={ids}>{children}</Outdated.Provider>
}

/** The id of the message at a field or its fieldset. Search boxes are not fields. */
const messageOf = (target: Element) =>
  target
    .closest('[name]:not([type="search"])')
    ?.closest(':is(.field, fieldset):has(> .error)')
    ?.querySelector(':scope > .error')?.id

/** The errors of a field until it is changed. */
export const useErrors = ({ errorId = '', errors }: { errorId?: string; errors?: string[] | undefined }) =>
  useContext(Outdated).has(errorId) ? undefined : errors
