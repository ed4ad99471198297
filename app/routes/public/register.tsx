import { getFormProps, getInputProps, useForm } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, Link, redirect, useActionData, useLoaderData } from '@remix-run/react'
import { type RegisterInput, registerInput } from '~/accounts/account-input.server'
import { isAccessCodeRequired, register } from '~/accounts/accounts.server'
import { redirectWithSuccess } from '~/components/toast.server'
import { invalidForm, parseForm, refuseForm } from '~/server/form.server'

export const meta: MetaFunction = () => [{ title: 'Register · Budkeeper' }]

/** `terms=accepted` is how /terms hands over the acceptance without JavaScript. */
export async function loader({ request }: LoaderFunctionArgs) {
  const termsAccepted = new URL(request.url).searchParams.get('terms') === 'accepted'
  return { termsAccepted, requireAccessCode: await isAccessCodeRequired().catch(() => true) }
}

export async function action(call: ActionFunctionArgs) {
  const submission = await parseForm(call.request, registerInput)
  if (!submission.payload.terms) return redirect('/terms')
  if (submission.status !== 'success') return invalidForm(submission)
  try {
    await register(call, submission.value)
  } catch (error) {
    return refuseForm(submission, error)
  }
  return redirectWithSuccess('/login', 'Account created successfully. Please log in.')
}

export default function Register() {
  const { requireAccessCode, termsAccepted } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<RegisterInput>({ lastResult: answer?.result })
  return (
    <main>
      <h1>Register</h1>
      <Form method="post" {...getFormProps(form)}>
        <p role="alert">{answer?.msg}</p>
        {requireAccessCode && <input {...getInputProps(fields.accessCode, { type: 'text' })} required />}
        <input {...getInputProps(fields.Firstname, { type: 'text' })} required />
        <input {...getInputProps(fields.Surname, { type: 'text' })} />
        <input {...getInputProps(fields.Email, { type: 'email' })} required />
        <input {...getInputProps(fields.Password, { type: 'password' })} required />
        <input type="checkbox" name="terms" value="accepted" defaultChecked={termsAccepted} />
        <button type="submit">Submit</button>
      </Form>
      <Link to="/terms">Terms</Link>
      <Link to="/privacy-policy">Privacy</Link>
      <Link to="/login">Login</Link>
    </main>
  )
}
