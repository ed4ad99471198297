import { type KeyboardEvent, useContext, useEffect, useState } from 'react'
import Select, {
  type CSSObjectWithLabel,
  components,
  type DropdownIndicatorProps,
  type MenuListProps,
  NonceProvider,
  type NoticeProps,
} from 'react-select'
import { Icon } from './icons'
import { type Choosing, chipLabels, type Option, OptionText } from './multi-select-option'
import { NonceContext } from './nonce'

type Props<O extends Option> = Choosing<O> & { labelId: string }

/** The choice is sent as JSON in one field. */
export function MultiSelectBox<O extends Option>({ labelId, errorId, ...choosing }: Props<O>) {
  const { id, name, placeholder, chosen, onChange, find } = choosing
  const { hasFailed, ...offer } = useOffer(choosing)
  const labelOf = chipLabels(chosen)
  return (
    <NonceProvider nonce={useContext(NonceContext) ?? ''} cacheKey="select">
      <input type="hidden" name={name} value={JSON.stringify(chosen.map(({ value }) => value))} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only minds what the box leaves alone */}
      <div onKeyDown={(event) => keepForm(event, offer.inputValue)}>
        <Select<O, true>
          {...offer}
          isMulti
          unstyled
          isClearable={false}
          closeMenuOnSelect={false}
          blurInputOnSelect={false}
          // Tab must leave the box: the menu stays open after a choice.
          tabSelectsValue={false}
          classNamePrefix="select"
          classNames={classNames}
          styles={styles}
          instanceId={name}
          inputId={id}
          aria-labelledby={labelId}
          aria-invalid={errorId ? true : undefined}
          aria-errormessage={errorId}
          placeholder={placeholder}
          menuPlacement="auto"
          components={parts}
          filterOption={find ? null : undefined}
          getOptionLabel={({ label, note }) => (note ? `${label}, ${note}` : label)}
          formatOptionLabel={(option, { context }) =>
            context === 'value' ? labelOf(option) : <OptionText {...option} />
          }
          noOptionsMessage={() => (hasFailed ? 'The options could not be loaded' : 'No options')}
          value={chosen}
          onChange={(chosenNow) => onChange([...chosenNow])}
        />
      </div>
    </NonceProvider>
  )
}

/** Enter on a text that no option answers to would send the form. */
function keepForm(event: KeyboardEvent, text: string) {
  if (event.key === 'Enter' && text !== '') event.preventDefault()
}

const findAfter = 250

/**
 * What the menu offers. With `find` that is looked for once the typing rests, and also when all that was given is
 * chosen; an answer to what is no longer asked is dropped.
 */
function useOffer<O extends Option>({ options, chosen, find }: Choosing<O>) {
  const [inputValue, onInputChange] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [found, setFound] = useState<{ text: string; options: O[]; hasFailed?: boolean }>()
  const values = new Set(chosen.map(({ value }) => value))
  const isUsedUp = (offer: O[]) => offer.every(({ value }) => values.has(value))

  const isGiven = !find || (inputValue === '' && !isUsedUp(options))
  const isFound = found?.text === inputValue && (found.options.length === 0 || !isUsedUp(found.options))
  const isLoading = !isGiven && !isFound
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen meanwhile changes nothing
  useEffect(() => {
    if (!isLoading || !isOpen) return
    const call = new AbortController()
    const answer = (options: O[], hasFailed = false) => {
      if (!call.signal.aborted) setFound({ text: inputValue, options, hasFailed })
    }
    const timer = setTimeout(() => {
      find?.(inputValue, chosen, call.signal).then(answer, () => answer([], true))
    }, findAfter)
    return () => {
      clearTimeout(timer)
      call.abort()
    }
  }, [isLoading, isOpen, inputValue, find])

  return {
    inputValue,
    onInputChange,
    onMenuOpen: () => setOpen(true),
    onMenuClose: () => setOpen(false),
    isLoading,
    options: isGiven ? options : isFound ? found.options : [],
    hasFailed: !isGiven && isFound && found.hasFailed,
  }
}

function DropdownIndicator<O extends Option>(props: DropdownIndicatorProps<O, true>) {
  return (
    <components.DropdownIndicator {...props}>
      <Icon name="chevron-down" />
    </components.DropdownIndicator>
  )
}

/** Browsers let Tab stop at what scrolls, and the menu closes as soon as the input has lost the focus. */
function MenuList<O extends Option>(props: MenuListProps<O, true>) {
  const innerProps = { ...props.innerProps, tabIndex: -1 }
  return <components.MenuList {...props} innerProps={innerProps} />
}

/** A list box may hold nothing but options, so what is said in place of them is one that cannot be chosen. */
const unselectable = { role: 'option', 'aria-disabled': true }

function NoOptionsMessage<O extends Option>(props: NoticeProps<O, true>) {
  return <components.NoOptionsMessage {...props} innerProps={{ ...props.innerProps, ...unselectable }} />
}

function LoadingMessage<O extends Option>(props: NoticeProps<O, true>) {
  return <components.LoadingMessage {...props} innerProps={{ ...props.innerProps, ...unselectable }} />
}

/** The package has no class for a chosen option that the arrow keys have reached. */
const classNames = {
  multiValue: ({ isFocused }: { isFocused: boolean }) => (isFocused ? 'select__multi-value--is-focused' : ''),
}

/** The package takes away every outline of the control, also the one that shows the focus. */
const styles = { control: ({ outline: _, ...base }: CSSObjectWithLabel) => base }

const parts = {
  DropdownIndicator,
  IndicatorSeparator: null,
  LoadingIndicator: undefined,
  LoadingMessage,
  MenuList,
  NoOptionsMessage,
}
