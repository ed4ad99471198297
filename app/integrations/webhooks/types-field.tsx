import type { FieldMetadata } from '@conform-to/react'
import { FieldErrors, useAriaProps } from '~/base/components/field'
import { recordTypes } from '~/people/buds/record-kinds'
import { webhookLabels as labels, type RecordEventType, webhookVerbs } from './webhook'

/** The choice of events: a row for each kind of record. None are all. */
export function TypesField({ field }: { field: FieldMetadata<RecordEventType[] | null> }) {
  const chosen = [field.initialValue].flat()
  return (
    <fieldset id={field.id} className="field choices" {...useAriaProps({ field, help: true })}>
      <legend className="label">{labels.types}</legend>
      <p className="help" id={field.descriptionId}>
        Choose none to be told of everything.
      </p>
      {recordTypes.map((record) => (
        <div key={record} className="webhook-types">
          {webhookVerbs.map((verb) => (
            <label key={verb} className="check">
              <input
                type="checkbox"
                name={field.name}
                value={`${record}.${verb}`}
                defaultChecked={chosen.includes(`${record}.${verb}`)}
              />
              <code>
                {record}.{verb}
              </code>
            </label>
          ))}
        </div>
      ))}
      <FieldErrors field={field} />
    </fieldset>
  )
}
