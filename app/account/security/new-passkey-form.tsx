import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { Form, useNavigation, useSubmit } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { AccountField, useAccountMark } from '~/base/components/account-field'
import { TextField } from '~/base/components/field'
import { FormError } from '~/base/components/form-error'
import { PasswordField } from '~/base/components/password-field'
import { passkeyNameLength, passkeysPath } from './passkey'
import { type CreationOptions, makePasskey, reasonOf } from './passkey-browser'
import './passkey.css'

/** The answer to the name and the password: what the browser makes the passkey of. */
export type NewPasskey = { name: string; options: CreationOptions }

type Props = {
  /** The suggested name. */
  device: string
  begun: NewPasskey | undefined
  result: SubmissionResult | undefined
}

export function NewPasskeyForm({ device, begun, result }: Props) {
  const isSending = useNavigation().state !== 'idle'
  const { isWaiting, problem } = useNewPasskey(begun)
  const [form, fields] = useForm<{ name: string; password: string }>({
    id: 'new-passkey',
    lastResult: result,
    defaultValue: { name: device },
  })
  return (
    <>
      <p className="help wide without-webauthn">
        To add a passkey, use a browser that has passkeys, with JavaScript.
      </p>
      <Form method="post" action={passkeysPath} className="wide with-webauthn" {...getFormProps(form)}>
        <AccountField />
        <FormError msg={problem ?? form.errors?.join('. ')} />
        <TextField
          label="Name"
          field={fields.name}
          maxLength={passkeyNameLength}
          required
          autoComplete="off"
          help="What keeps the passkey, such as 'My phone' or 'Blue security key'."
        />
        <PasswordField
          label="Account password"
          field={fields.password}
          required
          autoComplete="current-password"
        />
        <button
          type="submit"
          className="button"
          name="intent"
          value="begin-passkey"
          disabled={isSending || isWaiting}
        >
          {isWaiting ? 'Waiting for your device...' : 'Add a passkey'}
        </button>
      </Form>
    </>
  )
}

/** Makes the passkey, once for each answer, and sends it. */
function useNewPasskey(begun: NewPasskey | undefined) {
  const submit = useSubmit()
  const account = useAccountMark() ?? ''
  const [isWaiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    setProblem(undefined)
    if (!begun) return
    let isCurrent = true
    setWaiting(true)
    makePasskey(begun.options)
      .then((credential) => {
        const fields = { _account: account, intent: 'add-passkey', name: begun.name, credential }
        if (isCurrent) submit(fields, { method: 'post', action: passkeysPath })
      })
      .catch((error) => isCurrent && setProblem(reasonOf(error)))
      .finally(() => isCurrent && setWaiting(false))
    return () => {
      isCurrent = false
    }
  }, [begun, submit, account])
  return { isWaiting, problem }
}
