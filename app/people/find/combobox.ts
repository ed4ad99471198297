import { useRouteLoaderData } from '@remix-run/react'
import { type KeyboardEvent, useState } from 'react'
import { actionsOf, groupsOf } from './find'
import { recentResults } from './recent'
import { useSuggestions } from './suggestions'

/** The state of an editable combobox with list autocomplete (ARIA Authoring Practices), and what its keys do. */
export function useCombobox(id: string) {
  const [text, setText] = useText()
  const { suggestions, find } = useSuggestions()
  const [isOpen, setOpen] = useState(false)
  const [activeId, setActiveId] = useState('')

  const records = suggestions ? groupsOf(suggestions.found) : []
  const groups = suggestions ? [...records, actionsOf(suggestions.q, suggestions.found)] : firstGroups(text)
  const options = groups.flatMap(({ results }) => results)
  const active = options.findIndex(({ _id }) => _id === activeId)
  const isListOpen = isOpen && options.length > 0
  const optionId = (_id: string) => `${id}-${_id}`

  function change(text: string) {
    setText(text)
    find(text)
    setActiveId('')
    setOpen(text.trim() !== '')
  }

  function open() {
    setOpen(true)
  }

  function close() {
    setOpen(false)
    setActiveId('')
  }

  /** `step`: 1 or -1. From the field, they lead to the first and the last option. */
  function move(event: KeyboardEvent, step: number) {
    const from = active < 0 && step < 0 ? 0 : active
    const next = options[(from + step + options.length) % options.length]
    if (!next) return
    event.preventDefault()
    setOpen(true)
    setActiveId(next._id)
    document.getElementById(optionId(next._id))?.scrollIntoView({ block: 'nearest' })
  }

  /** Opens the active option, or the first record of the text. Without one, Enter submits the form. */
  function openResult(event: KeyboardEvent) {
    const first = suggestions?.q === text.trim() ? records[0]?.results[0] : undefined
    const option = options[active] ?? first
    if (!isListOpen || !option) return
    event.preventDefault()
    document.getElementById(optionId(option._id))?.click()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(event, 1)
    else if (event.key === 'ArrowUp') move(event, -1)
    else if (event.key === 'Enter') openResult(event)
    else if (event.key === 'Escape') isListOpen ? close() : change('')
    // The browser moves the cursor in the text.
    else if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) setActiveId('')
  }

  const listId = `${id}-list`
  const attributes = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isListOpen,
    'aria-controls': isListOpen ? listId : undefined,
    'aria-activedescendant': isListOpen && active >= 0 ? optionId(activeId) : undefined,
  } as const
  return {
    text,
    find,
    change,
    open,
    close,
    onKeyDown,
    attributes,
    listId,
    groups,
    optionId,
    activeId,
    isListOpen,
    /** The records found. Undefined without a text. */
    records: suggestions && records,
  }
}

/** What an empty field offers. While a text is searched, there is nothing yet. */
function firstGroups(text: string) {
  if (text.trim() !== '') return []
  const recent = { label: 'Recent', results: recentResults() }
  return [...(recent.results.length > 0 ? [recent] : []), actionsOf('', { buds: [] })]
}

/** The text of the field. Each search on the screen sets it. */
function useText() {
  const screen = useRouteLoaderData('routes/dashboard/find') as { q: string } | undefined
  const q = screen?.q ?? ''
  const [lastQ, setLastQ] = useState(q)
  const [text, setText] = useState(q)
  if (q !== lastQ) {
    setLastQ(q)
    setText(q)
  }
  return [text, setText] as const
}
