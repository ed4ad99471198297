import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { useState } from 'react'
import { passwordMinimum } from '~/account/accounts/account'
import { PasswordStrength } from '~/account/accounts/password-strength'
import { AccountField } from '~/base/components/account-field'
import { FormError } from '~/base/components/form-error'
import { Link } from '~/base/components/link'
import { PasswordField } from '~/base/components/password-field'
import type { ChangePasswordInput } from './security-input.server'

type Props = { email: string; result: SubmissionResult | undefined }

export function PasswordSection({ email, result }: Props) {
  const isBusy = useNavigation().state !== 'idle'
  const [password, setPassword] = useState('')
  const [form, fields] = useForm<ChangePasswordInput>({ id: 'change-password', lastResult: result })
  return (
    <section className="card form-section" id="password">
      <h2>Password</h2>
      <Form method="post" action="/dashboard/security#password" className="wide" {...getFormProps(form)}>
        <AccountField />
        <p className="help">
          All other devices are signed out, and a mail tells you of the change. Passkeys stay: you can remove
          them below. So do API tokens, calendar feeds and webhooks: see{' '}
          <Link to="/dashboard/developers">Developers</Link>.
        </p>
        <FormError msg={form.errors?.join('. ')} />
        {/* Tells password managers whose password it is. */}
        <input type="text" hidden readOnly autoComplete="username" value={email} />
        <PasswordField
          label="Current password"
          field={fields.password}
          required
          autoComplete="current-password"
        />
        <PasswordField
          label="New password"
          field={fields.newPassword}
          required
          minLength={passwordMinimum}
          autoComplete="new-password"
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordStrength password={password} />
        <button type="submit" className="button" name="intent" value="password" disabled={isBusy}>
          Change password
        </button>
      </Form>
    </section>
  )
}
