import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { useEffect } from 'react'
import { AccountField } from '~/base/components/account-field'
import { formatLongDay } from '~/base/components/day'
import { FormError } from '~/base/components/form-error'
import { PasswordField } from '~/base/components/password-field'
import { RecoveryCodes } from './recovery-codes'
import { secondFactorPath } from './second-factor'
import { type Setup, SetupForm } from './setup-form'

type Props = {
  /** The day on which the second factor was switched on, or null. */
  onSince: string | null
  codesLeft: number
  setup: Setup | null | undefined
  recoveryCodes: string[] | undefined
  result: SubmissionResult | undefined
}

/** The second factor: off, being set up, or on. A new secret and new codes are in the response to the form only. */
export function SecondFactorSection({ onSince, codesLeft, setup, recoveryCodes, result }: Props) {
  const isNew = !result && (setup ?? recoveryCodes)
  useEffect(() => {
    if (isNew) document.getElementById('second-factor-title')?.focus()
  }, [isNew])
  return (
    <section className="card form-section" id="second-factor">
      <h2 id="second-factor-title" tabIndex={-1}>
        Second factor
      </h2>
      <div className="wide">
        {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
        {onSince ? (
          <On onSince={onSince} codesLeft={codesLeft} result={result} />
        ) : setup ? (
          <SetupForm setup={setup} result={result} />
        ) : (
          <Off result={result} />
        )}
      </div>
    </section>
  )
}

function Off({ result }: { result: SubmissionResult | undefined }) {
  return (
    <PasswordForm id="begin" result={result}>
      <p className="help">
        It is off. With it, logging in takes a code beside the password: one that an app on your phone shows.
        So nobody gets in who knows your password only.
      </p>
      <FormButton intent="begin">Set up</FormButton>
    </PasswordForm>
  )
}

function On({ onSince, codesLeft, result }: Pick<Props, 'codesLeft' | 'result'> & { onSince: string }) {
  return (
    <PasswordForm id="change-second-factor" result={result}>
      <p>
        <strong>It is on</strong> since {formatLongDay(onSince)}.{' '}
        {codesLeft === 1 ? '1 recovery code is left.' : `${codesLeft} recovery codes are left.`}
        {codesLeft === 0 && ' Make new ones: without your phone and a code you cannot log in.'}
      </p>
      <FormButton intent="codes">New recovery codes</FormButton>
      <FormButton intent="off" isQuiet>
        Switch off
      </FormButton>
    </PasswordForm>
  )
}

type PasswordFormProps = {
  id: string
  result: SubmissionResult | undefined
  /** A text, and the buttons. */
  children: [JSX.Element, ...JSX.Element[]]
}

/** A form that asks for the password. */
function PasswordForm({ id, result, children: [text, ...buttons] }: PasswordFormProps) {
  const [form, fields] = useForm<{ password: string }>({ id, lastResult: result })
  return (
    <Form method="post" action={secondFactorPath} {...getFormProps(form)}>
      <AccountField />
      {text}
      <FormError msg={form.errors?.join('. ')} />
      <PasswordField label="Your password" field={fields.password} required autoComplete="current-password" />
      <div className="buttons">{buttons}</div>
    </Form>
  )
}

type ButtonProps = { intent: string; isQuiet?: boolean; children: string }

function FormButton({ intent, isQuiet = false, children }: ButtonProps) {
  const isBusy = useNavigation().state !== 'idle'
  return (
    <button
      type="submit"
      className={isQuiet ? 'button quiet' : 'button'}
      name="intent"
      value={intent}
      disabled={isBusy}
    >
      {children}
    </button>
  )
}
