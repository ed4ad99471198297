import { getFormProps, parse, useForm } from '@conform-to/react'
import { type ActionFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { passwordMinimum, passwordTooShort } from '~/accounts/account'
import { type LoginInput, loginInput } from '~/accounts/account-input.server'
import { isDemoOffered, signIn, signInByPasskey, signInDemo } from '~/accounts/sign-in.server'
import { TextField } from '~/components/field'
import { FormError } from '~/components/form-error'
import { Link } from '~/components/link'
import { pageMeta } from '~/components/page-meta'
import { PasswordField } from '~/components/password-field'
import { invalidForm, parseFields, readFormFields, refuseForm } from '~/forms/form.server'
import { UserError } from '~/http/errors'
import { redirectWithFailure, redirectWithSuccess } from '~/http/toast.server'
import { PasskeyLogin } from '~/security/PasskeyLogin'
import { passkeyLoginInput, passkeyMalformed } from '~/security/passkey-input.server'
import { AuthPage } from '~/site/AuthPage'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Login · Budkeeper',
    description: 'Log in to Budkeeper, or take a look around without an account.',
    path: '/login',
  })

export function loader() {
  return { isDemoOffered }
}

export async function action(call: ActionFunctionArgs) {
  const fields = await readFormFields(call.request)
  const intent = fields.get('intent')
  if (intent === 'demo') return signInAsDemo(call)
  if (intent === 'passkey') return signInWithPasskey(call, fields)
  const submission = parseFields(fields, loginInput)
  if (submission.status !== 'success') return invalidForm(submission)
  try {
    const { needsCode } = await signIn(call, submission.value, { mayBeHalf: true })
    if (needsCode) return redirect('/login/code')
  } catch (error) {
    return refuseForm(call, submission, error)
  }
  return redirectWithSuccess('/dashboard', 'Login successful')
}

async function signInAsDemo(call: ActionFunctionArgs) {
  try {
    await signInDemo(call)
  } catch (error) {
    return redirectWithFailure(call, '/login', error)
  }
  return redirectWithSuccess('/dashboard', 'Take a look around')
}

async function signInWithPasskey(call: ActionFunctionArgs, fields: FormData) {
  const submission = parseFields(fields, passkeyLoginInput)
  try {
    if (submission.status !== 'success') throw new UserError(400, passkeyMalformed)
    await signInByPasskey(call, submission.value)
  } catch (error) {
    return redirectWithFailure(call, '/login', error)
  }
  return redirectWithSuccess('/dashboard', 'Login successful')
}

/** Checks the length in the browser, before any request (product 2.4). */
function checkPassword({ formData }: { formData: FormData }) {
  return parse(formData, {
    resolve: (input) =>
      String(input.Password ?? '').length < passwordMinimum
        ? { error: { Password: [passwordTooShort] } }
        : { value: input as LoginInput },
  })
}

export default function Login() {
  const { isDemoOffered } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const { state, formData } = useNavigation()
  const pendingIntent = state === 'idle' ? undefined : (formData?.get('intent') ?? 'login')
  const [form, fields] = useForm<LoginInput>({ lastResult: actionData?.result, onValidate: checkPassword })
  return (
    <AuthPage title="Login" intro="Welcome back. Your people are where you left them.">
      <Form method="post" {...getFormProps(form)}>
        <FormError msg={form.errors?.[0]} id={form.errorId} />
        <TextField label="Email" field={fields.Email} type="email" required autoComplete="username" />
        <PasswordField label="Password" field={fields.Password} required autoComplete="current-password" />
        <p className="aside-link">
          <Link to="/forgot-password">Forgot Password?</Link>
        </p>
        <button type="submit" className="button" disabled={pendingIntent !== undefined}>
          {pendingIntent === 'login' ? 'Submitting...' : 'Submit'}
        </button>
      </Form>
      <div className={isDemoOffered ? 'other-ways' : 'other-ways with-webauthn'}>
        <p className="or">or</p>
        <PasskeyLogin isBusy={pendingIntent !== undefined} />
        {isDemoOffered && (
          <Form method="post">
            <button
              type="submit"
              className="button quiet"
              name="intent"
              value="demo"
              disabled={pendingIntent !== undefined}
            >
              Explore the app
            </button>
          </Form>
        )}
      </div>
      <p className="link-row">
        New here? <Link to="/register">Register</Link>
      </p>
    </AuthPage>
  )
}
