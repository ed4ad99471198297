import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { type ChangeEvent, useEffect, useState } from 'react'
import { avatarMaximum, isDemoAccount, type User } from '~/accounts/account'
import { refuseDemo, updateAccount } from '~/accounts/accounts.server'
import { avatarFormLimit } from '~/accounts/avatars.server'
import { cancelEmailChange, pendingEmail, resendEmailLink } from '~/accounts/email-changes.server'
import { profileForm } from '~/accounts/profile-form.server'
import { requireUser } from '~/accounts/sessions.server'
import { ErrorSummary } from '~/components/error-summary'
import { TextField } from '~/components/field'
import { FormError } from '~/components/form-error'
import { Icon } from '~/components/icons'
import { SubmitBar } from '~/components/submit-bar'
import { redirectWithFailure, redirectWithSuccess } from '~/components/toast.server'
import { ActionToast, showToast } from '~/components/toasts'
import { invalidForm, parseForm, refuseForm } from '~/forms/form.server'
import { emailLength, nameLength } from '~/forms/lengths'

export const meta: MetaFunction = () => [{ title: 'Profile · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  return { user, isDemo: isDemoAccount(user), pending: await pendingEmail(user._id) }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  try {
    return await saveProfile(call, user)
  } catch (error) {
    if (error instanceof Response && error.status === 413) return refusePicture()
    throw error
  }
}

async function saveProfile(call: ActionFunctionArgs, user: User) {
  const submission = await parseForm(call.request, profileForm, avatarFormLimit)
  const { intent } = submission.payload
  if (intent === 'resend' || intent === 'cancel') return followIntent(call, user, intent)
  try {
    refuseDemo(user)
    if (submission.status !== 'success') return invalidForm(submission)
    await updateAccount(user, submission.value)
  } catch (error) {
    return refuseForm(call, submission, error)
  }
  return redirectWithSuccess(here, 'Profile updated successfully')
}

const here = '/dashboard/profile'

/** What the buttons beside a pending email address ask for. */
async function followIntent(call: ActionFunctionArgs, { _id }: User, intent: 'resend' | 'cancel') {
  try {
    if (intent === 'resend') await resendEmailLink(_id)
    else await cancelEmailChange(_id)
  } catch (error) {
    return redirectWithFailure(call, here, error)
  }
  return redirectWithSuccess(
    here,
    intent === 'resend' ? 'We sent the link again' : 'Your email address stays as it is',
  )
}

/** A form larger than its limit is not read: its fields show what is stored. */
function refusePicture() {
  const result: SubmissionResult = { status: 'error', error: { avatar: [pictureTooLarge] } }
  return data({ result, msg: pictureTooLarge }, 413)
}

const pictureTooLarge = 'Image size too large'

export default function Profile() {
  const { user, isDemo, pending } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const [form, fields] = useForm<Omit<User, 'avatar'> & { avatar: File }>({
    id: 'profile',
    lastResult: actionData?.result,
    defaultValue: { ...user, Email: pending ?? user.Email, avatar: undefined },
  })
  return (
    <>
      <Form method="post" encType="multipart/form-data" className="form-page narrow" {...getFormProps(form)}>
        <ActionToast actionData={actionData} />
        <header className="form-header">
          <div>
            <h1>Profile</h1>
            <p className="help">How Budkeeper greets you, and where it writes to you.</p>
          </div>
        </header>
        {isDemo && (
          <p className="notice">
            The demo account cannot be changed. Register to have a profile of your own.
          </p>
        )}
        <FormError msg={form.errors?.join('. ')} />
        <ErrorSummary form={form} labels={labels} />
        <section className="card form-section">
          <h2 className="visually-hidden">Your details</h2>
          <Picture key={user.avatar} field={fields.avatar} user={user} />
          <TextField
            label="First name"
            field={fields.Firstname}
            maxLength={nameLength}
            required
            autoComplete="given-name"
          />
          <TextField
            label="Surname"
            field={fields.Surname}
            maxLength={nameLength}
            autoComplete="family-name"
          />
          <div className="pending-email">
            <TextField
              label="Email"
              type="email"
              field={fields.Email}
              maxLength={emailLength}
              required
              autoComplete="email"
              help={
                pending && (
                  <>
                    <strong>Not confirmed yet.</strong> We sent a link to {pending}. Until you open it and
                    confirm, {user.Email} stays your address.
                  </>
                )
              }
            />
            {pending && <PendingEmailButtons />}
          </div>
          <TextField
            label="Location"
            field={fields.Location}
            maxLength={nameLength}
            autoComplete="address-level2"
          />
        </section>
        <SubmitBar />
      </Form>
      {pending && <form method="post" id={pendingFormId} />}
    </>
  )
}

/** In a form of their own, which is loaded anew: the fields then show what is stored. */
const pendingFormId = 'pending-email'

function PendingEmailButtons() {
  return (
    <div className="buttons">
      <button type="submit" form={pendingFormId} name="intent" value="resend" className="button quiet">
        Send again
      </button>
      <button type="submit" form={pendingFormId} name="intent" value="cancel" className="button quiet">
        Cancel change
      </button>
    </div>
  )
}

const labels = {
  avatar: 'Picture',
  Firstname: 'First name',
  Surname: 'Surname',
  Email: 'Email',
  Location: 'Location',
}

function Picture({ field, user }: { field: FieldMetadata<unknown>; user: User }) {
  const { preview, warning, choose } = usePreview()
  const errors = warning ? [warning] : field.errors
  const address = preview ?? user.avatar
  return (
    <div className="field picture-field wide">
      <span className="avatar large">
        {address ? <img src={address} alt="" width="96" height="96" /> : <Icon name="user" />}
      </span>
      <div className="field">
        <label htmlFor={field.id}>Picture</label>
        <input
          type="file"
          accept="image/*"
          id={field.id}
          name={field.name}
          className="file-input"
          aria-invalid={errors ? true : undefined}
          aria-describedby={`${field.descriptionId} ${field.errorId}`}
          onChange={choose}
        />
        <p className="help" id={field.descriptionId}>
          At most 500 kB. It is cut to a square.
        </p>
        <p className="error" id={field.errorId} aria-live="polite">
          {errors?.join('. ')}
        </p>
      </div>
    </div>
  )
}

/** The chosen picture as it will look, until it is stored. One that is too large is not taken. */
function usePreview() {
  const [preview, setPreview] = useState<string>()
  const [warning, setWarning] = useState<string>()
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    const isTooLarge = file !== undefined && file.size > avatarMaximum
    if (isTooLarge) {
      target.value = ''
      showToast({ type: 'error', message: pictureTooLarge })
    }
    setWarning(isTooLarge ? pictureTooLarge : undefined)
    setPreview(file && !isTooLarge ? URL.createObjectURL(file) : undefined)
  }
  useEffect(() => () => URL.revokeObjectURL(preview ?? ''), [preview])
  return { preview, warning, choose }
}
