import { useLocation } from '@remix-run/react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

const none: ReadonlyMap<string, number> = new Map()

/** How often the field of a message was changed, by the id of the message. */
const Changes = createContext(none)

/** Takes the message away at a field that was changed since its form was refused. */
export function OutdatedMessages({ children }: { children: ReactNode }) {
  const [changes, setChanges] = useState(none)
  useEffect(() => {
    function count({ target }: Event) {
      const id = target instanceof Element && messageOf(target)
      if (id) setChanges((all) => new Map(all).set(id, (all.get(id) ?? 0) + 1))
    }
    const forget = () => setChanges(none)
    document.addEventListener('input', count)
    document.addEventListener(refusal, forget)
    return () => {
      document.removeEventListener('input', count)
      document.removeEventListener(refusal, forget)
    }
  }, [])
  return <Changes.Provider value={changes}>{children}</Changes.Provider>
}

const refusal = 'budkeeper:refusal'

/** For a form that the browser refuses. Shows its messages again. */
export const showMessages = () => document.dispatchEvent(new Event(refusal))

/** The id of the message at a field or its fieldset. Search boxes are not fields. */
function messageOf(target: Element) {
  if (!target.matches('[name]:not([type="search"])')) return undefined
  const frames = [target.closest('.field'), target.closest('fieldset')]
  return frames.flatMap((frame) => frame?.querySelector(':scope > .error')?.id || [])[0]
}

/** The errors of a field until it is changed. Each answer to a form has another key of the location. */
export function useErrors({ errorId = '', errors }: { errorId?: string; errors?: string[] | undefined }) {
  const { key } = useLocation()
  const count = useContext(Changes).get(errorId) ?? 0
  const [seen, setSeen] = useState({ errors, key, count })
  const isSeen = seen.errors === errors && seen.key === key && seen.count <= count
  if (!isSeen) setSeen({ errors, key, count })
  return isSeen && count > seen.count ? undefined : errors
}
