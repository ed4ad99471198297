import { useLocation } from '@remix-run/react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

const none: ReadonlySet<string> = new Set()
const Outdated = createContext(none)

/** Takes the message away at a field that was changed since a form was refused. Each answer to a form has another key. */
export function OutdatedMessages({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  const [{ ids, of }, set] = useState({ ids: none, of: key })
  if (of !== key) set({ ids: none, of: key })
  useEffect(() => {
    document.addEventListener('input', ({ target }) => {
      const id = target instanceof Element && messageOf(target)
      if (id) set(({ ids, of }) => ({ ids: new Set([...ids, id]), of }))
    })
  }, [])
  return <Outdated.Provider value={ids}>{children}</Outdated.Provider>
}

/** The id of the message at a field or its fieldset. The search of a choice is no field: it has no name. */
function messageOf(target: Element) {
  if (!target.matches('[name]:not([type="search"])')) return undefined
  const frames = [target.closest('.field'), target.closest('fieldset')]
  return frames.flatMap((frame) => frame?.querySelector(':scope > .error')?.id || [])[0]
}

/** The errors of a field that still hold. */
export function useErrors({ errorId = '', errors }: { errorId?: string; errors?: string[] | undefined }) {
  return useContext(Outdated).has(errorId) ? undefined : errors
}
