import { useEffect, useRef, useState } from 'react'
import { RowEditor } from '~/base/components/row-editor'
import { type CustomField, customFieldLength, customFieldLimit } from './bud'
import { customFieldErrors, customFieldKind } from './custom-fields'

type Props = {
  formId: string
  rows: CustomField[]
  /** Without JavaScript, the user submitted the form to add a sixth row. */
  isOverLimit: boolean
}

export function CustomFields({ formId, rows, isOverLimit }: Props) {
  return (
    <RowEditor
      kind={customFieldKind}
      rows={rows.map((row, id) => ({ ...row, id }))}
      isOverLimit={isOverLimit}
      footer={({ length }) => (
        <p className="help">{Math.max(0, customFieldLimit - length)} custom fields remaining</p>
      )}
    >
      {({ name, value }, n) => (
        <>
          <PartInput part="name" formId={formId} row={n} text={name} />
          <PartInput part="value" formId={formId} row={n} text={value} />
        </>
      )}
    </RowEditor>
  )
}

type PartProps = { part: 'name' | 'value'; formId: string; row: number; text: string }

/** Without `maxLength`, so that a long text gets a warning while it is typed. */
function PartInput({ part, formId, row, text }: PartProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(text)
  useEffect(() => setTyped(input.current?.value ?? ''), [])
  const label = part === 'name' ? 'Name' : 'Value'
  const id = `${formId}-customFields[${row}].${part}`
  const [warning] = customFieldErrors(part, typed)
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
