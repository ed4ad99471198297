import { getFormProps, useForm } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import {
  Form,
  redirect,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigation,
} from '@remix-run/react'
import { type ChangeEvent, type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { passwordMinimum } from '~/account/accounts/account'
import { type RegisterInput, registerInput } from '~/account/accounts/account-input.server'
import { rememberNewcomer } from '~/account/accounts/newcomer.server'
import { isAccessCodeRequired, register } from '~/account/accounts/registration.server'
import { monthlyPrice, trialDays } from '~/account/billing/plan'
import { TextField } from '~/base/components/field'
import { FormError } from '~/base/components/form-error'
import { Link } from '~/base/components/link'
import { pageMeta } from '~/base/components/page-meta'
import { PasswordField } from '~/base/components/password-field'
import { ActionToast } from '~/base/components/toasts'
import { invalidForm, parseForm, refuseForm } from '~/base/forms/form.server'
import { redirectWithSuccess } from '~/base/http/toast.server'
import { AuthPage } from '~/site/pages/auth-page'

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta(matches, {
    title: 'Register · Budkeeper',
    description: `Make an account with Budkeeper${data ? `: ${data.offer}` : ''}.`,
    path: '/register',
  })

/**
 * Without JavaScript, /terms passes the acceptance as `terms=accepted`. The loader sends the offer of trial and price,
 * because importing `plan.ts` in the browser would cost another request.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const termsAccepted = new URL(request.url).searchParams.get('terms') === 'accepted'
  const offer = `${trialDays} days free, then ${monthlyPrice}`
  return { offer, termsAccepted, requireAccessCode: await isAccessCodeRequired().catch(() => true) }
}

export async function action(call: ActionFunctionArgs) {
  const submission = await parseForm(call.request, registerInput)
  if (!submission.payload.terms) return redirect('/terms')
  if (submission.status !== 'success') return invalidForm(submission)
  try {
    await rememberNewcomer(call, await register(call, submission.value))
  } catch (error) {
    return refuseForm(call, submission, error)
  }
  return redirectWithSuccess('/login', 'Account created successfully. Please log in.')
}

export default function Register() {
  const { offer, requireAccessCode, termsAccepted } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  const terms = useTerms(termsAccepted || actionData !== undefined)
  const [form, fields] = useForm<RegisterInput>({
    lastResult: actionData?.result,
    onSubmit: terms.redirectIfMissing,
  })
  return (
    <>
      <ActionToast actionData={actionData} />
      <AuthPage title="Register" intro={`${offer}. No card needed to start.`}>
        <Form method="post" {...getFormProps(form)} onKeyDown={terms.redirectOnEnter}>
          <FormError msg={form.errors?.[0]} id={form.errorId} />
          {requireAccessCode && (
            <TextField
              label="Access code"
              field={fields.accessCode}
              required
              autoComplete="off"
              placeholder="BUD-XXXX-XXXX"
            />
          )}
          <div className="pair">
            <TextField label="Firstname" field={fields.Firstname} required autoComplete="given-name" />
            <TextField
              label="Surname"
              field={fields.Surname}
              autoComplete="family-name"
              placeholder="Optional"
            />
          </div>
          <TextField label="Email" field={fields.Email} type="email" required autoComplete="email" />
          <PasswordField
            label="Password"
            field={fields.Password}
            help={`At least ${passwordMinimum} characters`}
            required
            autoComplete="new-password"
          />
          <label className="check">
            <input
              className="decides"
              type="checkbox"
              name="terms"
              value="accepted"
              ref={terms.checkbox}
              defaultChecked={terms.isInitiallyTicked}
              onChange={terms.onChange}
            />
            <span>
              I accept the <Link to="/terms">Terms and Conditions</Link> and have read the{' '}
              <Link to="/privacy-policy">Privacy Policy</Link>
            </span>
          </label>
          <button type="submit" className="button waits" disabled={terms.areMissing || isBusy}>
            {isBusy ? 'Submitting...' : 'Submit'}
          </button>
        </Form>
        <p className="link-row">
          Already a member? <Link to="/login">Login</Link>
        </p>
      </AuthPage>
    </>
  )
}

/** The state of the checkbox. While it is not ticked, the button is disabled and Enter navigates to /terms. */
function useTerms(isAccepted: boolean) {
  const checkbox = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const isInitiallyTicked = useLocation().state?.termsAccepted === true || isAccepted
  const [isTicked, setTicked] = useState<boolean>()
  useEffect(() => setTicked(checkbox.current?.checked === true), [])

  const redirectIfMissing = (event: SyntheticEvent) => {
    if (isTicked !== false) return
    event.preventDefault()
    navigate('/terms')
  }
  return {
    checkbox,
    isInitiallyTicked,
    areMissing: isTicked === false,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTicked(event.target.checked),
    redirectIfMissing,
    /** Browsers do not submit a form on Enter while its button is disabled. */
    redirectOnEnter: (event: KeyboardEvent) => {
      const { type } = event.target as HTMLInputElement
      if (event.key === 'Enter' && ['text', 'email', 'password'].includes(type)) redirectIfMissing(event)
    },
  }
}
