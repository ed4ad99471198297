import { getFormProps, getInputProps, useForm } from '@conform-to/react'
import { type ActionFunctionArgs, data, type MetaFunction } from '@remix-run/node'
import { Form, Link, useActionData } from '@remix-run/react'
import { type ForgotPasswordInput, forgotPasswordInput } from '~/accounts/account-input.server'
import { resetLinkMayCome, sendResetLink } from '~/accounts/password-reset.server'
import { invalidForm, parseForm } from '~/server/form.server'

export const meta: MetaFunction = () => [{ title: 'Forgot Password · Budkeeper' }]

export async function action({ request }: ActionFunctionArgs) {
  const submission = await parseForm(request, forgotPasswordInput)
  if (submission.status !== 'success') return invalidForm(submission)
  await sendResetLink(submission.value.Email)
  return data({ result: submission.reply({ resetForm: true }), msg: resetLinkMayCome })
}

export default function ForgotPassword() {
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<ForgotPasswordInput>({ lastResult: answer?.result })
  return (
    <main>
      <h1>Forgot Password</h1>
      <Form method="post" {...getFormProps(form)}>
        <p role="status">{answer?.msg}</p>
        <label htmlFor={fields.Email.id}>Email</label>
        <input {...getInputProps(fields.Email, { type: 'email' })} required />
        <button type="submit">Send Reset Link</button>
      </Form>
      <Link to="/login">Back to Login</Link>
    </main>
  )
}
