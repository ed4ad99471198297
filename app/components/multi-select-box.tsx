import { useState } from 'react'
import Select, { components, type DropdownIndicatorProps, NonceProvider } from 'react-select'
import { Icon } from './icons'

export type Choices = { name: string; options: readonly string[]; placeholder: string }

type Option = { value: string; label: string }
type Props = Choices & { labelId: string; chosen: string[] }

/** The four lists of a bud form are sent as JSON, each in one field. */
export function MultiSelectBox({ name, options, placeholder, labelId, chosen }: Props) {
  const [values, setValues] = useState(chosen)
  return (
    <NonceProvider nonce={nonceOfPage()} cacheKey="select">
      <input type="hidden" name={name} value={JSON.stringify(values)} />
      <Select<Option, true>
        isMulti
        unstyled
        isClearable={false}
        closeMenuOnSelect={false}
        classNamePrefix="select"
        instanceId={name}
        aria-labelledby={labelId}
        placeholder={placeholder}
        menuPlacement="auto"
        components={{ DropdownIndicator, IndicatorSeparator: null }}
        options={options.map(asOption)}
        value={values.map(asOption)}
        onChange={(chosenNow) => setValues(chosenNow.map(({ value }) => value))}
      />
    </NonceProvider>
  )
}

const asOption = (value: string): Option => ({ value, label: value })

function DropdownIndicator(props: DropdownIndicatorProps<Option, true>) {
  return (
    <components.DropdownIndicator {...props}>
      <Icon name="chevron-down" />
    </components.DropdownIndicator>
  )
}

/** Styles that are made in the browser must carry the nonce of the page. */
function nonceOfPage() {
  return document.querySelector('script')?.nonce ?? ''
}
