import type { FieldMetadata } from '@conform-to/react'
import { FieldErrors, useAriaProps } from '~/base/components/field'
import { recordTypes } from '~/people/buds/record-kinds'
import { webhookLabels as labels, type RecordEventType, recordEventTypes } from './webhook'

const rows = recordTypes.map((record) => recordEventTypes.filter((type) => type.startsWith(`${record}.`)))

/** The choice of events: a row for each kind of record. None are all. */
export function TypesField({ field }: { field: FieldMetadata<RecordEventType[] | null> }) {
  const chosen = [field.initialValue].flat()
  return (
    <fieldset id={field.id} className="field choices" {...useAriaProps({ field, help: true })}>
      <legend className="label">{labels.types}</legend>
      <p className="help" id={field.descriptionId}>
        Choose none to be told of everything.
      </p>
      {rows.map((types) => (
        <div key={types[0]} className="webhook-types">
          {types.map((type) => (
            <label key={type} className="check">
              <input type="checkbox" name={field.name} value={type} defaultChecked={chosen.includes(type)} />
              <code>{type}</code>
            </label>
          ))}
        </div>
      ))}
      <FieldErrors field={field} />
    </fieldset>
  )
}
