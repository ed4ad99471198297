import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { AccountField } from '~/base/components/account-field'
import { formatDay, formatPastDay } from '~/base/components/day'
import { FormError } from '~/base/components/form-error'
import { PasswordField } from '~/base/components/password-field'
import { type NewPasskey, NewPasskeyForm } from './new-passkey-form'
import { type Passkey, passkeyLimit, passkeysPath } from './passkey'

type Props = {
  passkeys: (Omit<Passkey, 'createdAt'> & { createdAt: string | Date })[]
  today: string
  /** The name of this device. */
  device: string
  begun: NewPasskey | undefined
  result: SubmissionResult | undefined
}

/** The passkeys of the account. Making one needs JavaScript, removing one does not. */
export function PasskeysSection({ passkeys, today, device, begun, result }: Props) {
  const removed = result?.initialValue?.intent === 'remove-passkey' ? result.initialValue._id : undefined
  return (
    <section className="card form-section" id="passkeys">
      <h2>Passkeys</h2>
      <p className="help wide">
        A passkey logs you in with the lock of your device, such as a fingerprint or a PIN: without the
        password, and without a code. A new password does not remove it.
      </p>
      {passkeys.length > 0 && (
        <ul className="passkeys wide">
          {passkeys.map((passkey) => (
            <ListedPasskey
              key={passkey._id}
              passkey={passkey}
              today={today}
              result={passkey._id === removed ? result : undefined}
            />
          ))}
        </ul>
      )}
      {passkeys.length >= passkeyLimit ? (
        <p className="notice wide">
          You have {passkeyLimit} passkeys, which is the most. Remove one to add another.
        </p>
      ) : (
        <NewPasskeyForm
          key={passkeys[0]?._id}
          device={device}
          begun={begun}
          result={removed === undefined ? result : undefined}
        />
      )}
    </section>
  )
}

type ListedProps = { passkey: Props['passkeys'][number]; today: string; result: SubmissionResult | undefined }

/** The form for the password is folded, so that the list stays short. */
function ListedPasskey({ passkey, today, result }: ListedProps) {
  const { _id, name, lastUsedOn, createdAt } = passkey
  const isBusy = useNavigation().state !== 'idle'
  const [form, fields] = useForm<{ password: string }>({ id: `remove-${_id}`, lastResult: result })
  return (
    <li>
      <details open={result !== undefined}>
        <summary>
          <span>
            <strong>{name}</strong>
            <span className="help">
              <span>Made on {formatDay(createdAt)} · </span>
              <span>{lastUsedOn ? `Last used ${formatPastDay(lastUsedOn, today)}` : 'Never used'}</span>
            </span>
          </span>
          <span className="button quiet">
            <span>Remove</span>
            <span>Cancel</span>
          </span>
        </summary>
        <Form method="post" action={passkeysPath} {...getFormProps(form)}>
          <AccountField />
          <FormError msg={form.errors?.join('. ')} />
          <input type="hidden" name="_id" value={_id} />
          <PasswordField
            label="Account password"
            field={fields.password}
            required
            autoComplete="current-password"
            help="The passkey stays on your device, which may offer it until you delete it there."
          />
          <button
            type="submit"
            className="button danger"
            name="intent"
            value="remove-passkey"
            disabled={isBusy}
          >
            Remove passkey
          </button>
        </Form>
      </details>
    </li>
  )
}
