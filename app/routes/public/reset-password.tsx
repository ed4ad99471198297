import { getFormProps, useForm } from '@conform-to/react'
import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useActionData, useNavigation } from '@remix-run/react'
import { useState } from 'react'
import { passwordMinimum, passwordsDiffer } from '~/account/accounts/account'
import { type ResetPasswordInput, resetPasswordInput } from '~/account/accounts/account-input.server'
import { invalidToken, resetDone, resetPassword } from '~/account/accounts/password-reset.server'
import { PasswordStrength } from '~/account/accounts/password-strength'
import { TextField } from '~/base/components/field'
import { FormError } from '~/base/components/form-error'
import { useHydrated } from '~/base/components/hydrated'
import { Link } from '~/base/components/link'
import { PasswordField } from '~/base/components/password-field'
import { invalidForm, parseForm, refuseForm } from '~/base/forms/form.server'
import { redirectWithSuccess } from '~/base/http/toast.server'
import { AuthPage } from '~/site/pages/auth-page'

export const meta: MetaFunction = () => [
  { title: 'Reset Password · Budkeeper' },
  { name: 'robots', content: 'noindex' },
]

export async function action(call: ActionFunctionArgs) {
  const submission = await parseForm(call.request, resetPasswordInput)
  if (submission.status !== 'success') return invalidForm(submission)
  try {
    await resetPassword(call.params.token ?? '', submission.value.password)
  } catch (error) {
    return refuseForm(call, submission, error, invalidToken)
  }
  return redirectWithSuccess('/login', resetDone)
}

const rules = { required: true, minLength: passwordMinimum, autoComplete: 'new-password' } as const
/** The button looks disabled while the field is empty, that is, while it shows this placeholder (`form-errors.css`). */
const styles = { placeholder: ' ', className: 'input decides' }

export default function ResetPassword() {
  const actionData = useActionData<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  const isHydrated = useHydrated()
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [form, fields] = useForm<ResetPasswordInput>({ lastResult: actionData?.result })
  const isDifferent = confirmation !== '' && confirmation !== password
  return (
    <AuthPage title="Reset Password" intro="Choose a new password. You will be logged out everywhere else.">
      <Form method="post" {...getFormProps(form)}>
        <FormError msg={form.errors?.[0]} id={form.errorId} />
        <PasswordField
          label="New password"
          field={fields.password}
          {...rules}
          {...styles}
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordStrength password={password} />
        <TextField
          label="Confirm password"
          field={fields.confirmPassword}
          error={isDifferent ? passwordsDiffer : undefined}
          type="password"
          {...rules}
          {...styles}
          onInput={(event) => setConfirmation(event.currentTarget.value)}
        />
        <button
          type="submit"
          className="button waits"
          disabled={isHydrated && (isBusy || password === '' || password !== confirmation)}
        >
          {isBusy ? 'Resetting...' : 'Reset Password'}
        </button>
      </Form>
      <p className="link-row">
        Link too old? <Link to="/forgot-password">Ask for a new one</Link>
      </p>
    </AuthPage>
  )
}
