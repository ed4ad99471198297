import { Form, useNavigation } from '@remix-run/react'
import { type MouseEvent, useId, useRef } from 'react'
import { AccountField } from '~/base/components/account-field'
import { FormError } from '~/base/components/form-error'
import { Icon } from '~/base/components/icons'
import { devicesPath, type ListedDevice } from './device'

/** Moments to choose from, as wall-clock times. */
type Moments = { now: string; lastHour: string; today: string }

export type TakeBackProps = {
  device: ListedDevice
  moments: Moments
  /** The moment in the field, if it is this device's form that is open. */
  since?: string | undefined
  error?: string | undefined
}

/** Takes back what a device did since a moment. Without JavaScript, a preset loads the page with the moment filled in. */
export function TakeBackForm({ device: { _id, name }, moments, since, error }: TakeBackProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const navigation = useNavigation()
  const isBusy = navigation.state !== 'idle' && navigation.formData?.get('_id') === _id
  function fillIn(event: MouseEvent<HTMLButtonElement>) {
    if (!field.current) return
    event.preventDefault()
    field.current.value = event.currentTarget.value
    field.current.focus()
  }
  const preset = (label: string, value: string) => (
    <button
      type="submit"
      className="button quiet"
      form={`${id}preset`}
      name="since"
      value={value}
      aria-describedby={`device-${_id}`}
      onClick={fillIn}
    >
      {label}
    </button>
  )
  return (
    <details className="take-back" open={since !== undefined}>
      <summary>
        Take back what {name} did <Icon name="chevron-down" />
      </summary>
      <form id={`${id}preset`} action={`${devicesPath}#${_id}`} hidden>
        <input type="hidden" name="device" value={_id} />
      </form>
      <Form method="post" action={devicesPath} key={since}>
        <AccountField />
        <FormError msg={error} />
        <input type="hidden" name="_id" value={_id} />
        <div className="field">
          <label htmlFor={`${id}since`}>Everything since</label>
          <div className="take-back-moment">
            <input
              ref={field}
              className="input"
              type="datetime-local"
              id={`${id}since`}
              name="since"
              required
              max={moments.now}
              defaultValue={since}
              aria-invalid={error !== undefined || undefined}
              aria-describedby={`${id}help`}
            />
            {preset('Last hour', moments.lastHour)}
            {preset('Today', moments.today)}
          </div>
          <p className="help" id={`${id}help`}>
            What was changed since by you or others stays as it is, and is named.
          </p>
        </div>
        <div>
          <button
            type="submit"
            className="button"
            name="intent"
            value="undo"
            aria-describedby={`device-${_id}`}
            disabled={isBusy}
          >
            Take back
          </button>
        </div>
      </Form>
    </details>
  )
}
