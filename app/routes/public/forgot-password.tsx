import { getFormProps, useForm } from '@conform-to/react'
import { type ActionFunctionArgs, data, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useNavigation } from '@remix-run/react'
import { type ForgotPasswordInput, forgotPasswordInput } from '~/account/accounts/account-input.server'
import { requestResetLink, resetRequested } from '~/account/accounts/password-reset.server'
import { TextField } from '~/base/components/field'
import { FormError } from '~/base/components/form-error'
import { useHydrated } from '~/base/components/hydrated'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { pageMeta } from '~/base/components/page-meta'
import { invalidForm, parseForm, refuseForm } from '~/base/forms/form.server'
import { AuthPage } from '~/site/pages/auth-page'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Forgot Password · Budkeeper',
    description: 'Forgotten your Budkeeper password? Have a link sent to your email and choose a new one.',
    path: '/forgot-password',
  })

export async function action(call: ActionFunctionArgs) {
  const submission = await parseForm(call.request, forgotPasswordInput)
  if (submission.status !== 'success') return invalidForm(submission)
  try {
    await requestResetLink(submission.value.Email)
  } catch (error) {
    return refuseForm(call, submission, error, 'An error occurred while processing your request')
  }
  return data({ result: submission.reply({ resetForm: true }), msg: resetRequested })
}

export default function ForgotPassword() {
  const actionData = useActionData<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  const isHydrated = useHydrated()
  const [form, fields] = useForm<ForgotPasswordInput>({ lastResult: actionData?.result })
  const isEmpty = !fields.Email.value
  const isSent = actionData?.result.initialValue === null
  return (
    <AuthPage title="Forgot Password" intro="Tell us your email and we send you a link to choose a new one.">
      <Form method="post" {...getFormProps(form)}>
        <div className="sent-box" role="status">
          {isSent && (
            <p className="sent">
              <Icon name="mail" />
              {actionData.msg}
            </p>
          )}
        </div>
        <FormError msg={form.errors?.[0]} id={form.errorId} />
        <TextField
          label="Email"
          field={fields.Email}
          type="email"
          required
          autoComplete="email"
          placeholder="you@example.com"
          className="input decides"
        />
        <button type="submit" className="button waits" disabled={isHydrated && (isEmpty || isBusy)}>
          {isBusy ? 'Sending...' : 'Send Reset Link'}
        </button>
      </Form>
      <p className="link-row">
        <Link to="/login">Back to Login</Link>
      </p>
    </AuthPage>
  )
}
