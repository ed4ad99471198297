import { getFormProps, getInputProps, useForm } from '@conform-to/react'
import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { type LoginInput, loginInput } from '~/accounts/account-input.server'
import { isDemoOffered, signIn, signInDemo } from '~/accounts/sign-in.server'
import { redirectWithError, redirectWithSuccess } from '~/components/toast.server'
import { UserError } from '~/server/errors'
import { invalidForm, parseForm, refuseForm } from '~/server/form.server'

export const meta: MetaFunction = () => [{ title: 'Login · Budkeeper' }]

export function loader() {
  return { isDemoOffered }
}

export async function action(call: ActionFunctionArgs) {
  const submission = await parseForm(call.request, loginInput)
  if (submission.payload.intent === 'demo') return exploreTheApp(call)
  if (submission.status !== 'success') return invalidForm(submission)
  try {
    await signIn(call, submission.value)
  } catch (error) {
    return refuseForm(submission, error)
  }
  return redirectWithSuccess('/dashboard', 'Login successful')
}

async function exploreTheApp(call: ActionFunctionArgs) {
  try {
    await signInDemo(call)
  } catch (error) {
    if (error instanceof UserError) return redirectWithError('/login', error.msg)
    throw error
  }
  return redirectWithSuccess('/dashboard', 'Take a look around')
}

export default function Login() {
  const { isDemoOffered } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<LoginInput>({ lastResult: answer?.result })
  return (
    <main>
      <h1>Login</h1>
      <Form method="post" {...getFormProps(form)}>
        <p role="alert">{answer?.msg}</p>
        <label htmlFor={fields.Email.id}>Email</label>
        <input {...getInputProps(fields.Email, { type: 'email' })} required autoComplete="username" />
        <label htmlFor={fields.Password.id}>Password</label>
        <input
          {...getInputProps(fields.Password, { type: 'password' })}
          required
          autoComplete="current-password"
        />
        <button type="submit">Submit</button>
      </Form>
      {isDemoOffered && (
        <Form method="post">
          <button type="submit" name="intent" value="demo">
            Explore the app
          </button>
        </Form>
      )}
      <Link to="/forgot-password">Forgot Password?</Link>
      <Link to="/register">Register</Link>
    </main>
  )
}
