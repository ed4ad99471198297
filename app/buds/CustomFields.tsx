import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '~/components/icons'
import { showToast } from '~/components/toasts'
import { type CustomField, customFieldLength, customFieldLimit } from './bud'
import { tooManyFields, warningFor } from './custom-fields'

type Props = {
  formId: string
  rows: CustomField[]
  /** A sixth row was asked for without JavaScript. */
  isRefused: boolean
}

/** Up to five pairs of name and value. Adding and removing also works by sending the form. */
export function CustomFields({ formId, rows: first, isRefused }: Props) {
  const { list, rows, isWarned, add, remove } = useRows(first, isRefused)
  return (
    <div className="wide">
      <ol className="custom-fields" id="custom-fields" ref={list}>
        {rows.map(({ key, name, value }, n) => (
          <li key={key}>
            <fieldset>
              <legend className="visually-hidden">Custom field {n + 1}</legend>
              <Part part="name" formId={formId} row={n} text={name} />
              <Part part="value" formId={formId} row={n} text={value} />
              <button
                type="submit"
                className="icon-button"
                name="intent"
                value={`remove-custom-field-${n}`}
                formAction="#custom-fields"
                title="Remove"
                onClick={(event) => remove(event, key)}
              >
                <Icon name="trash" />
                <span className="visually-hidden">Remove custom field {n + 1}</span>
              </button>
            </fieldset>
          </li>
        ))}
      </ol>
      <div className="custom-fields-foot">
        <button
          type="submit"
          className="button quiet"
          name="intent"
          value="add-custom-field"
          formAction="#custom-fields"
          onClick={add}
        >
          <Icon name="plus" />
          Add custom field
        </button>
        <p className="help">{Math.max(0, customFieldLimit - rows.length)} custom fields remaining</p>
        <p className="limit" role="alert">
          {isWarned && tooManyFields}
        </p>
      </div>
    </div>
  )
}

/** The field does not cut off what is too long: the warning would come too late. */
function Part({
  part,
  formId,
  row,
  text,
}: {
  part: 'name' | 'value'
  formId: string
  row: number
  text: string
}) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(text)
  useEffect(() => setTyped(input.current?.value ?? ''), [])
  const label = part === 'name' ? 'Name' : 'Value'
  const id = `${formId}-customFields[${row}].${part}`
  const warning = warningFor(part, typed)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        className="input"
        name={`customField${row}${label}`}
        defaultValue={text}
        autoComplete="off"
        aria-invalid={warning ? true : undefined}
        aria-describedby={`${id}-count ${id}-warning`}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p className="count" id={`${id}-count`}>
        {typed.length}/{customFieldLength}
      </p>
      <p className="error" id={`${id}-warning`} aria-live="polite">
        {warning}
      </p>
    </div>
  )
}

type Row = CustomField & { key: number }

function useRows(first: CustomField[], isRefused: boolean) {
  const list = useRef<HTMLOListElement>(null)
  const [rows, setRows] = useState<Row[]>(() => first.map((row, key) => ({ ...row, key })))
  const [isWarned, setWarned] = useState(isRefused)
  const nextKey = useRef(first.length)
  const [added, setAdded] = useState<number>()

  const add = (event: FormEvent) => {
    event.preventDefault()
    if (rows.length >= customFieldLimit) {
      setWarned(true)
      showToast({ type: 'warning', message: tooManyFields })
      return
    }
    const key = nextKey.current++
    setRows([...rows, { key, name: '', value: '' }])
    setAdded(key)
  }
  const remove = (event: FormEvent, key: number) => {
    event.preventDefault()
    setRows(rows.filter((row) => row.key !== key))
    setWarned(false)
    list.current?.parentElement?.querySelector<HTMLElement>('[value=add-custom-field]')?.focus()
  }
  useEffect(() => {
    if (added !== undefined) list.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
  }, [added])
  return { list, rows, isWarned, add, remove }
}
