import { getFormProps, useForm } from '@conform-to/react'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  redirectDocument,
} from '@remix-run/node'
import { Form, useActionData, useNavigation } from '@remix-run/react'
import { readHalfSession } from '~/account/accounts/sessions.server'
import { CodeField } from '~/account/security/code-field'
import { type CodeInput, codeInput } from '~/account/security/security-input.server'
import { signInByCode } from '~/account/security/sign-in.server'
import { FormError } from '~/base/components/form-error'
import { Link } from '~/base/components/link'
import { invalidForm, parseForm, refuseForm } from '~/base/forms/form.server'
import { redirectWithFailure, redirectWithSuccess } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import { AuthPage } from '~/site/pages/auth-page'
import '~/account/security/security.css'

export const meta: MetaFunction = () => [
  { title: 'Enter your code · Budkeeper' },
  { name: 'robots', content: 'noindex' },
]

/** The second step of a login: only for a session that has the password and needs the code. */
export async function loader(call: LoaderFunctionArgs) {
  return (await readHalfSession(call)) ? null : redirect('/login')
}

const tooLate = new UserError(401, 'The code was not entered in time. Please log in again.')

export async function action(call: ActionFunctionArgs) {
  const user = await readHalfSession(call)
  if (!user) return redirectWithFailure(call, '/login', tooLate)
  const submission = await parseForm(call.request, codeInput)
  if (submission.status !== 'success') return invalidForm(submission)
  try {
    const { path } = await signInByCode(call, user, submission.value.code)
    if (path) return redirectDocument(path)
  } catch (error) {
    return refuseForm(call, submission, error)
  }
  return redirectWithSuccess('/dashboard', 'Login successful')
}

export default function LoginCode() {
  const actionData = useActionData<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  const [form, fields] = useForm<CodeInput>({ lastResult: actionData?.result })
  return (
    <AuthPage title="Enter your code" intro="Your password is right. Your account also asks for a code.">
      <Form method="post" {...getFormProps(form)}>
        <FormError msg={form.errors?.[0]} id={form.errorId} />
        <CodeField
          field={fields.code}
          help="Six digits that your authenticator app shows now, or one of your recovery codes."
        />
        <button type="submit" className="button" disabled={isBusy}>
          {isBusy ? 'Submitting...' : 'Submit'}
        </button>
      </Form>
      <p className="link-row">
        Not you? <Link to="/login">Log in again</Link>
      </p>
    </AuthPage>
  )
}
