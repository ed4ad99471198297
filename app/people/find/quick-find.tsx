import { useRouteLoaderData, useSubmit } from '@remix-run/react'
import { type FocusEvent, type FormEvent, useRef } from 'react'
import { useHydrated } from '~/base/components/hydrated'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { searchLength } from '~/base/forms/lengths'
import { useCombobox } from './combobox'
import { countText, type Group } from './find'
import { useFindKeys, useKey } from './find-shortcut'
import { FoundResult } from './found-groups'
import { KeyList } from './key-list'
import { useForgetDeleted } from './recent'
import './find.css'

/** A search form. In the browser it is an editable combobox with list autocomplete (ARIA Authoring Practices). */
export function QuickFind({ id }: { id: string }) {
  const input = useRef<HTMLInputElement>(null)
  const { text, find, change, open, close, onKeyDown, records, ...list } = useCombobox(id)
  const { listId, groups, optionId, activeId } = list
  const isHydrated = useHydrated()
  const submit = useSubmit()
  const isKeyOn = useKey()
  useForgetDeleted(useRouteLoaderData('root'))
  const { isKeyListOpen, closeKeyList } = useFindKeys(input, isKeyOn, open)

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    find('')
    close()
    submit(event.currentTarget)
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) close()
  }

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
        onClick={open}
        placeholder="Find anyone, anything"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck="false"
        enterKeyHint="search"
        {...(isHydrated && { ...list.attributes, 'aria-keyshortcuts': isKeyOn ? '/ Control+K' : undefined })}
      />
      {isKeyOn && (
        <span className="find-key" aria-hidden="true">
          /
        </span>
      )}
      <p className="visually-hidden" role="status">
        {list.isListOpen && records && countText(records)}
      </p>
      {list.isListOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the field
        <div className="find-popup" onMouseDown={(event) => event.preventDefault()}>
          {records?.length === 0 && <p>No results</p>}
          <Suggestions
            listId={listId}
            groups={groups}
            optionId={optionId}
            activeId={activeId}
            onOpen={() => {
              change('')
              close()
            }}
          />
        </div>
      )}
      {isKeyListOpen && <KeyList onClose={closeKeyList} />}
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
