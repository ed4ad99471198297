import { useForm } from '@conform-to/react'
import { useState } from 'react'
import { formatCount } from '~/base/components/count'
import { answerTo } from '~/base/components/edited-part'
import type { FormActionData } from '~/base/components/form-page'
import { Link } from '~/base/components/link'
import { MultiSelectField, readSelected } from '~/base/components/multi-select'
import type { Option } from '~/base/components/multi-select-option'
import { PlaceForm } from '~/base/components/place-form'
import { circleChoicesLimit } from './circle'

type CircleName = { _id: string; Name: string }

type Props = {
  /** Those of the bud. */
  circles: CircleName[]
  choices: CircleName[]
  actionData: FormActionData | undefined
}

const notAll = `These are the first ${formatCount(circleChoicesLimit)} by name. Others take buds in their own form.`

const asOption = ({ _id, Name }: CircleName): Option => ({ value: _id, label: Name })

/** The form of the circles that a bud belongs to. */
export function BudCirclesForm({ circles, choices, ...props }: Props) {
  const actionData = answerTo('circles', props.actionData)
  const [form, fields] = useForm<{ circles: string[] }>({
    id: 'bud',
    lastResult: actionData?.result,
  })
  const submitted = actionData?.result.initialValue
  const own = circles.map(({ _id }) => _id)
  const options = [...circles, ...choices.filter(({ _id }) => !own.includes(_id))].map(asOption)
  const [before] = useState(() => (submitted ? readSelected(submitted.before) : own))
  const [selected, setSelected] = useState(() => {
    const ids = submitted ? readSelected(submitted.circles) : before
    return options.filter(({ value }) => ids.includes(value))
  })
  return (
    <PlaceForm part="circles" form={form} actionData={actionData} labels={{ circles: 'Circles' }}>
      <input type="hidden" name="before" value={JSON.stringify(before)} />
      {options.length > 0 ? (
        <MultiSelectField
          label="Circles"
          name="circles"
          placeholder="Select circles..."
          help={choices.length < circleChoicesLimit ? undefined : notAll}
          options={options}
          selected={selected}
          onChange={setSelected}
          id={fields.circles.id}
          errors={fields.circles.errors}
        />
      ) : (
        <p className="help">
          There is no circle yet. <Link to="/dashboard/AddCircle">Add Circle</Link>
        </p>
      )}
    </PlaceForm>
  )
}
