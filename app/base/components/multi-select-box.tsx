import { type KeyboardEvent, useContext, useEffect, useRef, useState } from 'react'
import Select, {
  type CSSObjectWithLabel,
  components,
  type DropdownIndicatorProps,
  type MenuListProps,
  NonceProvider,
  type NoticeProps,
} from 'react-select'
import { Icon } from './icons'
import {
  type Beginning,
  chipLabelsOf,
  type Option,
  OptionText,
  type SelectionProps,
} from './multi-select-option'
import { NonceContext } from './nonce'

type Props<O extends Option> = SelectionProps<O> & { labelId: string; beginning: Beginning }

/** A searchable box that submits the selected values as JSON in one field. */
export function MultiSelectBox<O extends Option>({ labelId, errorId, beginning, ...selection }: Props<O>) {
  const { id, name, placeholder, selected, onChange, find } = selection
  const { hasFailed, isOpen, ...menu } = useMenuOptions(selection, beginning)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a touch device, the on-screen keyboard already scrolls the page when it opens.
    const isTouched = matchMedia('(pointer: coarse)').matches
    if (isOpen && !isTouched)
      box.current?.querySelector('.select__menu')?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const labelOf = chipLabelsOf(selected)
  const sent = useRef<HTMLInputElement>(null)
  return (
    <NonceProvider nonce={useContext(NonceContext) ?? ''} cacheKey="select">
      <input
        ref={sent}
        type="hidden"
        name={name}
        value={JSON.stringify(selected.map(({ value }) => value))}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the element handles key events that bubble up from the box */}
      <div ref={box} onKeyDown={(event) => preventSubmit(event, menu.inputValue)}>
        <Select<O, true>
          {...menu}
          isMulti
          unstyled
          autoFocus={beginning.hasFocus}
          defaultMenuIsOpen={beginning.isOpen}
          isClearable={false}
          closeMenuOnSelect={false}
          blurInputOnSelect={false}
          // The menu stays open after a selection, so Tab must leave the box.
          tabSelectsValue={false}
          classNamePrefix="select"
          classNames={classNames}
          styles={styles}
          // Of no form: an error of the form as a whole, which has no name either, would move the focus there.
          form=""
          instanceId={name}
          inputId={id}
          aria-labelledby={labelId}
          aria-invalid={errorId ? true : undefined}
          aria-errormessage={errorId}
          placeholder={placeholder}
          menuPlacement="auto"
          // The scroll animation of react-select would undo other scrolling for a third of a second.
          menuShouldScrollIntoView={false}
          components={selectComponents}
          filterOption={find ? null : undefined}
          getOptionLabel={({ label, note }) => (note ? `${label}, ${note}` : label)}
          formatOptionLabel={(option, { context }) =>
            context === 'value' ? labelOf(option) : <OptionText {...option} />
          }
          noOptionsMessage={() => (hasFailed ? 'The options could not be loaded' : 'No options')}
          value={selected}
          onChange={(options) => {
            onChange([...options])
            // To the form, a choice is input like any other.
            sent.current?.dispatchEvent(new Event('input', { bubbles: true }))
          }}
        />
      </div>
    </NonceProvider>
  )
}

/** Enter would submit the form when no option matches the text. */
function preventSubmit(event: KeyboardEvent, text: string) {
  if (event.key === 'Enter' && text !== '') event.preventDefault()
}

const findDelay = 250

/**
 * The options in the menu. `find` loads them when the user stops typing, and when all of `options` are selected. A
 * response to an earlier text is discarded.
 */
function useMenuOptions<O extends Option>(
  { options, selected, find }: SelectionProps<O>,
  beginning: Beginning,
) {
  const [inputValue, onInputChange] = useState(beginning.text)
  const [isOpen, setOpen] = useState(beginning.isOpen)
  const [result, setResult] = useState<{ text: string; options: O[]; hasFailed?: boolean }>()
  const values = new Set(selected.map(({ value }) => value))
  const areAllSelected = (list: O[]) => list.every(({ value }) => values.has(value))

  const isLocal = !find || (inputValue === '' && !areAllSelected(options))
  const hasResult =
    result?.text === inputValue && (result.options.length === 0 || !areAllSelected(result.options))
  const isLoading = !isLocal && !hasResult
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later selection must not repeat the search
  useEffect(() => {
    if (!isLoading || !isOpen) return
    const controller = new AbortController()
    const show = (options: O[], hasFailed = false) => {
      if (!controller.signal.aborted) setResult({ text: inputValue, options, hasFailed })
    }
    const timer = setTimeout(() => {
      find?.(inputValue, selected, controller.signal).then(show, () => show([], true))
    }, findDelay)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [isLoading, isOpen, inputValue, find])

  return {
    isOpen,
    inputValue,
    onInputChange,
    onMenuOpen: () => setOpen(true),
    onMenuClose: () => setOpen(false),
    isLoading,
    options: isLocal ? options : hasResult ? result.options : [],
    hasFailed: !isLocal && hasResult && result.hasFailed,
  }
}

function DropdownIndicator<O extends Option>(props: DropdownIndicatorProps<O, true>) {
  return (
    <components.DropdownIndicator {...props}>
      <Icon name="chevron-down" />
    </components.DropdownIndicator>
  )
}

/** Not in the tab order: browsers let Tab focus scrollable elements, and the menu closes when its input loses focus. */
function MenuList<O extends Option>(props: MenuListProps<O, true>) {
  const innerProps = { ...props.innerProps, tabIndex: -1 }
  return <components.MenuList {...props} innerProps={innerProps} />
}

/** A list box may contain only options, so a message is rendered as a disabled option. */
const disabledOption = { role: 'option', 'aria-disabled': true }

function NoOptionsMessage<O extends Option>(props: NoticeProps<O, true>) {
  return <components.NoOptionsMessage {...props} innerProps={{ ...props.innerProps, ...disabledOption }} />
}

function LoadingMessage<O extends Option>(props: NoticeProps<O, true>) {
  return <components.LoadingMessage {...props} innerProps={{ ...props.innerProps, ...disabledOption }} />
}

/** react-select has no class for the selected option that has the keyboard focus. */
const classNames = {
  multiValue: ({ isFocused }: { isFocused: boolean }) => (isFocused ? 'select__multi-value--is-focused' : ''),
}

/** Removes the `outline` of react-select, which would hide the focus ring. */
const styles = { control: ({ outline: _, ...base }: CSSObjectWithLabel) => base }

const selectComponents = {
  DropdownIndicator,
  IndicatorSeparator: null,
  LoadingIndicator: undefined,
  LoadingMessage,
  MenuList,
  NoOptionsMessage,
}
