import { getFormProps, getInputProps, useForm } from '@conform-to/react'
import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useActionData } from '@remix-run/react'
import { type ResetPasswordInput, resetPasswordInput } from '~/accounts/account-input.server'
import { passwordWasReset, resetPassword } from '~/accounts/password-reset.server'
import { redirectWithSuccess } from '~/components/toast.server'
import { invalidForm, parseForm, refuseForm } from '~/server/form.server'

export const meta: MetaFunction = () => [{ title: 'Reset Password · Budkeeper' }]

export async function action({ request, params }: ActionFunctionArgs) {
  const submission = await parseForm(request, resetPasswordInput)
  if (submission.status !== 'success') return invalidForm(submission)
  try {
    await resetPassword(params.token ?? '', submission.value.password)
  } catch (error) {
    return refuseForm(submission, error)
  }
  return redirectWithSuccess('/login', passwordWasReset)
}

export default function ResetPassword() {
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<ResetPasswordInput>({ lastResult: answer?.result })
  return (
    <main>
      <h1>Reset Password</h1>
      <Form method="post" {...getFormProps(form)}>
        <p role="alert">{answer?.msg}</p>
        <input {...getInputProps(fields.password, { type: 'password' })} required minLength={8} />
        <input {...getInputProps(fields.confirmPassword, { type: 'password' })} required minLength={8} />
        <button type="submit">Reset Password</button>
      </Form>
    </main>
  )
}
