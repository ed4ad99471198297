import { getFormProps, parse, type Submission, type SubmissionResult, useForm } from '@conform-to/react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  redirectDocument,
} from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { passwordMinimum, passwordTooShort } from '~/account/accounts/account'
import { type LoginInput, loginInput } from '~/account/accounts/account-input.server'
import { readNewcomer } from '~/account/accounts/newcomer.server'
import { passkeyLoginInput, passkeyMalformed } from '~/account/security/passkey-input.server'
import { PasskeyLogin } from '~/account/security/passkey-login'
import {
  isDemoOffered,
  signIn,
  signInByPasskey,
  signInDemo,
  signInNewcomer,
} from '~/account/security/sign-in.server'
import { TextField } from '~/base/components/field'
import { FormError } from '~/base/components/form-error'
import { Link } from '~/base/components/link'
import { showMessages } from '~/base/components/outdated-messages'
import { pageMeta } from '~/base/components/page-meta'
import { PasswordField } from '~/base/components/password-field'
import { invalidForm, parseFields, readFormFields, refuseForm } from '~/base/forms/form.server'
import { keptField } from '~/base/forms/sign-in-again'
import { redirectWithFailure, redirectWithSuccess } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import { AuthPage } from '~/site/pages/auth-page'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Login · Budkeeper',
    description: 'Log in to Budkeeper, or take a look around without an account.',
    path: '/login',
  })

/** The page cache gets no cookies, so its page has no newcomer. */
export async function loader(call: LoaderFunctionArgs) {
  const newcomer = await readNewcomer(call)
  return { isDemoOffered, newcomer: newcomer && { Firstname: newcomer.Firstname, Email: newcomer.Email } }
}

export async function action(call: ActionFunctionArgs) {
  const fields = await readFormFields(call.request)
  const intent = fields.get('intent')
  if (intent === 'demo') return signInAtOnce(call, fields, signInDemo, 'Take a look around')
  if (intent === 'newcomer') return signInAtOnce(call, fields, signInNewcomer, 'Login successful')
  if (intent === 'passkey') return signInWithPasskey(call, fields)
  const submission = parseFields(fields, loginInput)
  if (intent === 'other-ways') return allWays(submission)
  if (submission.status !== 'success') return invalidForm(submission)
  try {
    const kept = String(fields.get(keptField) ?? '')
    const { needsCode, path } = await signIn(call, submission.value, { mayBeHalf: true, kept })
    if (needsCode) return redirect('/login/code')
    if (path) return redirectDocument(path)
  } catch (error) {
    return refuseForm(call, submission, error)
  }
  return redirectWithSuccess('/dashboard', 'Login successful')
}

/** Leads to this page from the sign-in page of a form, with the form. */
function allWays({ payload: { Email, [keptField]: kept } }: Submission<unknown>) {
  const result = { initialValue: { Email, [keptField]: kept } } as SubmissionResult
  return data({ result, msg: '', isStale: false })
}

async function signInAtOnce(
  call: ActionFunctionArgs,
  fields: FormData,
  signIn: typeof signInDemo,
  greeting: string,
) {
  try {
    const { path } = await signIn(call, String(fields.get(keptField) ?? ''))
    if (path) return redirectDocument(path)
  } catch (error) {
    return redirectWithFailure(call, '/login', error)
  }
  return redirectWithSuccess('/dashboard', greeting)
}

async function signInWithPasskey(call: ActionFunctionArgs, fields: FormData) {
  const submission = parseFields(fields, passkeyLoginInput)
  const kept = String(fields.get(keptField) ?? '')
  try {
    if (submission.status !== 'success') throw new UserError(400, passkeyMalformed)
    const { path } = await signInByPasskey(call, submission.value, kept)
    if (path) return redirectDocument(path)
  } catch (error) {
    if (kept) return refuseForm(call, submission, error)
    return redirectWithFailure(call, '/login', error)
  }
  return redirectWithSuccess('/dashboard', 'Login successful')
}

/** Checks the length in the browser, before any request (product 2.4). */
function checkPassword({ formData }: { formData: FormData }) {
  return parse(formData, {
    resolve: (input) => {
      if (String(input.Password ?? '').length >= passwordMinimum) return { value: input as LoginInput }
      showMessages()
      return { error: { Password: [passwordTooShort] } }
    },
  })
}

export default function Login() {
  const { isDemoOffered, newcomer } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const { state, formData } = useNavigation()
  const pendingIntent = state === 'idle' ? undefined : (formData?.get('intent') ?? 'login')
  const [form, fields] = useForm<LoginInput>({
    lastResult: actionData?.result,
    defaultValue: { Email: newcomer?.Email },
    onValidate: checkPassword,
  })
  const kept = String(actionData?.result.initialValue?.[keptField] ?? '')
  return (
    <AuthPage
      title="Login"
      intro={
        newcomer
          ? `Account created. Welcome, ${newcomer.Firstname}.`
          : 'Welcome back. Your people are where you left them.'
      }
    >
      {newcomer && (
        <div className="other-ways">
          <SignInButton intent="newcomer" className="button" isBusy={pendingIntent !== undefined} kept={kept}>
            Continue as {newcomer.Firstname}
          </SignInButton>
          <p className="or">or</p>
        </div>
      )}
      <Form method="post" {...getFormProps(form)}>
        <FormError msg={form.errors?.[0]} id={form.errorId} />
        {kept && <input type="hidden" name={keptField} value={kept} />}
        <TextField label="Email" field={fields.Email} type="email" required autoComplete="username" />
        <PasswordField label="Password" field={fields.Password} required autoComplete="current-password" />
        <p className="aside-link">
          <Link to="/forgot-password">Forgot Password?</Link>
        </p>
        <button
          type="submit"
          className={newcomer ? 'button quiet' : 'button'}
          disabled={pendingIntent !== undefined}
        >
          {pendingIntent === 'login' ? 'Submitting...' : 'Submit'}
        </button>
      </Form>
      <div className={isDemoOffered ? 'other-ways' : 'other-ways with-webauthn'}>
        <p className="or">or</p>
        <PasskeyLogin isBusy={pendingIntent !== undefined} kept={kept} />
        {isDemoOffered && (
          <SignInButton
            intent="demo"
            className="button quiet"
            isBusy={pendingIntent !== undefined}
            kept={kept}
          >
            Explore the app
          </SignInButton>
        )}
      </div>
      <p className="link-row">
        New here? <Link to="/register">Register</Link>
      </p>
    </AuthPage>
  )
}

type SignInButtonProps = {
  intent: 'demo' | 'newcomer'
  className: string
  isBusy: boolean
  kept: string
  children: ReactNode
}

function SignInButton({ intent, className, isBusy, kept, children }: SignInButtonProps) {
  return (
    <Form method="post">
      {kept && <input type="hidden" name={keptField} value={kept} />}
      <button type="submit" className={className} name="intent" value={intent} disabled={isBusy}>
        {children}
      </button>
    </Form>
  )
}
