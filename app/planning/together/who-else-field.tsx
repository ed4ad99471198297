import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { showToast } from '~/base/components/toasts'
import { asPickerBud, type PickerBud } from '~/people/buds/bud-picker'
import { planUrl, type Suggestion } from './together'
import { WhoElse } from './who-else'

const delay = 400

type Props = {
  /** The suggestions for the buds that were selected when the page was loaded. */
  loaded: Suggestion[]
  selected: PickerBud[]
  add: (bud: PickerBud) => void
}

/** 'Who else?' in a form. In the browser, 'Add' selects the bud at once, and the suggestions follow the selection. */
export function WhoElseField({ loaded, selected, add }: Props) {
  const section = useRef<HTMLElement>(null)
  const ids = selected.map(({ _id }) => _id)
  const suggestions = useSuggestions(loaded, ids).filter(({ bud }) => !ids.includes(bud._id))

  async function addBud(id: string, event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault()
    try {
      const { bud } = await read<{ bud: Parameters<typeof asPickerBud>[0] }>(`/api/v1/buds/${id}`)
      add(asPickerBud(bud))
      section.current?.focus()
    } catch {
      showToast({ type: 'error', message: 'Failed to add the bud' })
    }
  }
  if (suggestions.length === 0) return null
  return (
    <section
      className="who-else-section"
      id="who-else"
      aria-labelledby="who-else-title"
      ref={section}
      tabIndex={-1}
    >
      <h3 id="who-else-title">Who else?</h3>
      <WhoElse suggestions={suggestions} formAction="#who-else" onAdd={addBud} />
    </section>
  )
}

/** The suggestions of the server for the selection, once it has not changed for a moment. */
function useSuggestions(loaded: Suggestion[], ids: string[]) {
  const key = [...ids].sort().join(',')
  const [first, setFirst] = useState({ key, loaded })
  const [found, setFound] = useState({ key, suggestions: loaded })
  if (first.loaded !== loaded) {
    setFirst({ key, loaded })
    setFound({ key, suggestions: loaded })
  }
  useEffect(() => {
    if (key === found.key) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { alsoInvite } = await read<{ alsoInvite: Suggestion[] }>(planUrl(key), abort.signal)
        setFound({ key, suggestions: alsoInvite })
      } catch {
        // The suggestions before are still suggestions.
      }
    }, delay)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [key, found.key])
  return found.suggestions
}

async function read<T>(url: string, signal?: AbortSignal) {
  const response = await fetch(url, signal ? { signal } : {})
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return (await response.json()) as T
}
