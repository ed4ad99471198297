import { getFormProps, useForm } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { assertDeletable, countAccountData, deleteAccount } from '~/account/accounts/account-deletion.server'
import { type OwnPasswordInput, ownPasswordInput } from '~/account/accounts/account-input.server'
import { AccountTab } from '~/account/accounts/account-tab'
import { requireUser } from '~/account/accounts/sessions.server'
import { isOver } from '~/account/billing/subscription'
import { isDemoAccount } from '~/account/users/user'
import { FormError } from '~/base/components/form-error'
import { Link } from '~/base/components/link'
import { PasswordField } from '~/base/components/password-field'
import { SubmitBar } from '~/base/components/submit-bar'
import { invalidForm, parseForm, refuseForm } from '~/base/forms/form.server'
import { redirectWithSuccess } from '~/base/http/toast.server'

export const meta: MetaFunction = () => [{ title: 'Delete account · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const { stripeStatus, counts } = await countAccountData(user)
  return { counts, hasSubscription: !isOver(stripeStatus), Email: user.Email, isDemo: isDemoAccount(user) }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseForm(call.request, ownPasswordInput)
  try {
    await assertDeletable(user)
    if (submission.status !== 'success') return invalidForm(submission)
    await deleteAccount(call, user, submission.value)
  } catch (error) {
    return refuseForm(call, submission, error)
  }
  return redirectWithSuccess('/', 'Your account has been deleted')
}

export default function DeleteAccount() {
  const { counts, hasSubscription, Email, isDemo } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const [form, fields] = useForm<OwnPasswordInput>({ id: 'delete-account', lastResult: actionData?.result })
  return (
    <AccountTab
      title="Delete account"
      help="This cannot be undone. What is deleted here is not in the trash."
      notice={
        isDemo && 'The demo account cannot be changed. This is what would go with an account of your own.'
      }
      actionData={actionData}
      form={getFormProps(form)}
    >
      <FormError msg={form.errors?.join('. ')} />
      <section className="card form-section">
        <h2>What is deleted</h2>
        <ul className="deleted-counts wide">
          {Object.entries(counts).map(([noun, n]) => (
            <li key={noun}>
              <strong>{count.format(n)}</strong> {n === 1 ? noun.slice(0, -1) : noun}
            </li>
          ))}
        </ul>
        <p className="wide">
          With them go the history of all changes and the account of <strong>{Email}</strong>, on every
          device.
        </p>
        {hasSubscription && (
          <p className="wide">
            <strong>Your subscription</strong> ends at once, and nothing more is charged.
          </p>
        )}
        <p className="wide">
          To keep a copy, <Link to="/dashboard/data">export your data</Link> first.
        </p>
      </section>
      {!isDemo && (
        <section className="card form-section">
          <h2>Confirm it is you</h2>
          <PasswordField label="Password" field={fields.password} required autoComplete="current-password" />
        </section>
      )}
      <SubmitBar back="/dashboard/profile" label="Delete account" busy="Deleting..." isDangerous />
    </AccountTab>
  )
}

const count = new Intl.NumberFormat('en-GB')
