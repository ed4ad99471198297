import { useEffect, useRef, useState } from 'react'
import type { Found } from './find'

const delay = 120

/** Finds what the user types. The response to an earlier text is discarded, whenever it arrives. */
export function useSuggestions() {
  const [suggestions, setSuggestions] = useState<{ q: string; found: Found }>()
  const sequence = useRef(0)
  const cancel = useRef(() => {})

  function find(text: string) {
    cancel.current()
    sequence.current += 1
    const number = sequence.current
    const q = text.trim()
    if (q === '') return setSuggestions(undefined)
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const found = await fetchFound(q, controller.signal)
      if (number === sequence.current) setSuggestions(found && { q, found })
    }, delay)
    cancel.current = () => {
      clearTimeout(timer)
      controller.abort()
    }
  }

  useEffect(() => () => cancel.current(), [])
  return { suggestions, find }
}

/** Undefined after a failure: the field is still a search form. */
async function fetchFound(q: string, signal: AbortSignal) {
  try {
    const response = await fetch(`/api/v1/find?q=${encodeURIComponent(q)}`, { signal })
    return response.ok ? ((await response.json()) as Found) : undefined
  } catch {
    return undefined
  }
}
