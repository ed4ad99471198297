import { useRouteLoaderData, useSubmit } from '@remix-run/react'
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useHydrated } from '~/base/components/hydrated'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { searchLength } from '~/base/forms/lengths'
import { countText, type Group, groupsOf } from './find'
import { FoundResult } from './found-groups'
import { useSuggestions } from './suggestions'
import './find.css'

/** A search form. In the browser it is an editable combobox with list autocomplete (ARIA Authoring Practices). */
export function QuickFind({ id }: { id: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useText()
  const { suggestions, find } = useSuggestions()
  const [isOpen, setOpen] = useState(false)
  const [activeId, setActiveId] = useState('')
  const isHydrated = useHydrated()
  const submit = useSubmit()
  const isKeyOn = useKey()
  useSlash(input, isKeyOn)

  const groups = suggestions ? groupsOf(suggestions.found) : []
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

  /** Opens the active option, or the first result of the text. Without one, Enter submits the form. */
  function openResult(event: KeyboardEvent) {
    const first = suggestions?.q === text.trim() ? options[0] : undefined
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
    else if (event.key === 'Escape') isOpen && suggestions ? close() : change('')
    // The browser moves the cursor in the text.
    else if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) setActiveId('')
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    find('')
    close()
    submit(event.currentTarget)
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) close()
  }

  const listId = `${id}-list`
  const combobox = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isListOpen,
    'aria-controls': isListOpen ? listId : undefined,
    'aria-activedescendant': isListOpen && active >= 0 ? optionId(activeId) : undefined,
    'aria-keyshortcuts': isKeyOn ? '/' : undefined,
  } as const

  return (
    // biome-ignore lint/a11y/useSemanticElements: a search element would add one more level
    <form
      className="quick-find"
      role="search"
      aria-label="Find"
      action="/dashboard/Find"
      onSubmit={onSubmit}
      onBlur={onBlur}
    >
      <label className="visually-hidden" htmlFor={id}>
        Find
      </label>
      <Icon name="search" />
      <input
        ref={input}
        id={id}
        className="input"
        name="q"
        maxLength={searchLength}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder="Find anyone, anything"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck="false"
        enterKeyHint="search"
        {...(isHydrated && combobox)}
      />
      {isKeyOn && (
        <span className="find-key" aria-hidden="true">
          /
        </span>
      )}
      <p className="visually-hidden" role="status">
        {isOpen && suggestions && countText(groups)}
      </p>
      {isOpen && suggestions && (
        // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the field
        <div className="find-popup" onMouseDown={(event) => event.preventDefault()}>
          {isListOpen ? (
            <Suggestions {...{ listId, groups, optionId, activeId }} onOpen={() => change('')} />
          ) : (
            <p>No results</p>
          )}
        </div>
      )}
    </form>
  )
}

type SuggestionsProps = {
  listId: string
  groups: Group[]
  optionId: (id: string) => string
  activeId: string
  onOpen: () => void
}

function Suggestions({ listId, groups, optionId, activeId, onOpen }: SuggestionsProps) {
  return (
    <div id={listId} role="listbox" aria-label="Results">
      {groups.map(({ label, results }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset contains controls, not options
        <div key={label} role="group" aria-labelledby={`${listId}-${label}`}>
          <div id={`${listId}-${label}`} className="found-label" role="presentation">
            {label}
          </div>
          {results.map((result) => (
            <Link
              key={result._id}
              id={optionId(result._id)}
              className="found-result"
              role="option"
              tabIndex={-1}
              aria-selected={result._id === activeId}
              to={result.to}
              discover="none"
              onClick={onOpen}
            >
              <FoundResult result={result} />
            </Link>
          ))}
        </div>
      ))}
    </div>
  )
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

/** Whether the user has not switched the key `/` off. */
function useKey() {
  const frame = useRouteLoaderData('root') as { isFindKeyOn?: boolean } | undefined
  return frame?.isFindKeyOn !== false
}

const textInputs = 'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])'

/** The key `/` moves the focus to the field, unless the focus is in another field or this one is not visible. */
function useSlash(input: RefObject<HTMLInputElement>, isOn: boolean) {
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (key !== '/' || ctrlKey || metaKey || altKey || event.defaultPrevented) return
      if (target instanceof Element && target.closest(textInputs)) return
      input.current?.focus()
      if (document.activeElement !== input.current) return
      event.preventDefault()
      input.current?.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [input, isOn])
}
