import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { avatarMaximum, pictureTooLarge } from '~/account/accounts/account'
import { profileForm } from '~/account/accounts/account-input.server'
import { AccountTab } from '~/account/accounts/account-tab'
import { assertNotDemo, avatarFormLimit, updateAccount } from '~/account/accounts/accounts.server'
import { cancelEmailChange, pendingEmail, resendEmailLink } from '~/account/accounts/email-changes.server'
import { RecentPassword } from '~/account/accounts/recent-password'
import { requireSession, requireUser } from '~/account/accounts/sessions.server'
import { type FaceStyle, faceStyles, isDemoAccount, type User } from '~/account/users/user'
import { AccountField } from '~/base/components/account-field'
import { ErrorSummary } from '~/base/components/error-summary'
import { TextField } from '~/base/components/field'
import { FormError } from '~/base/components/form-error'
import { PictureField } from '~/base/components/picture-field'
import { SubmitBar } from '~/base/components/submit-bar'
import { invalidForm, parseForm, refuseForm } from '~/base/forms/form.server'
import { emailLength, nameLength } from '~/base/forms/lengths'
import { redirectWithFailure, redirectWithSuccess } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import { chooseFindKey, isFindKeyOn } from '~/people/find/find-key.server'
import { settingLabels } from '~/planning/reminders/settings'
import { updateSettings } from '~/planning/reminders/settings.server'
import { settingsChange } from '~/planning/reminders/settings-input.server'

export const meta: MetaFunction = () => [{ title: 'Profile · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const { user, faces, isRecent } = await requireSession(call)
  return {
    user,
    faces,
    isRecent,
    isDemo: isDemoAccount(user),
    pending: await pendingEmail(user._id),
    isKeyOn: await isFindKeyOn(call),
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  try {
    return await saveProfile(call, user)
  } catch (error) {
    if (!(error instanceof Response && error.status === 413)) throw error
    // A body above the limit is not parsed, so the fields show the stored values.
    const result: SubmissionResult = { status: 'error', error: { avatar: [pictureTooLarge] } }
    return data({ result, msg: pictureTooLarge }, 413)
  }
}

async function saveProfile(call: ActionFunctionArgs, user: User) {
  const submission = await parseForm(call.request, profileForm, avatarFormLimit)
  const { intent } = submission.payload
  if (intent === 'find-key') return saveKey(call, submission.payload)
  if (intent === 'faces') return saveFaces(call, user, submission.payload)
  if (intent === 'resend' || intent === 'cancel') return handleIntent(call, user, intent)
  try {
    assertNotDemo(user)
    if (submission.status !== 'success') return invalidForm(submission)
    await updateAccount(call, user, submission.value)
  } catch (error) {
    return refuseForm(call, submission, error)
  }
  return redirectWithSuccess(path, 'Profile updated successfully')
}

const path = '/dashboard/profile'

async function saveKey(call: ActionFunctionArgs, { findKey }: Record<string, unknown>) {
  await chooseFindKey(call, findKey === 'on')
  return redirectWithSuccess(path, 'Keyboard settings updated successfully')
}

async function saveFaces(call: ActionFunctionArgs, user: User, { faces }: Record<string, unknown>) {
  const { data: change, error } = settingsChange.safeParse({ faces })
  if (error) return redirectWithFailure(call, path, new UserError(400, error.issues[0]?.message ?? ''))
  await updateSettings(user, change)
  return redirectWithSuccess(path, 'Settings saved successfully')
}

/** Handles the buttons next to a pending email address. */
async function handleIntent(call: ActionFunctionArgs, { _id }: User, intent: 'resend' | 'cancel') {
  try {
    if (intent === 'resend') await resendEmailLink(_id)
    else await cancelEmailChange(_id)
  } catch (error) {
    return redirectWithFailure(call, path, error)
  }
  return redirectWithSuccess(
    path,
    intent === 'resend' ? 'We sent the link again' : 'Your email address stays as it is',
  )
}

export default function Profile() {
  const { user, faces, isRecent, isDemo, pending, isKeyOn } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const [form, fields] = useForm<Omit<User, 'avatar'> & { avatar: File; password?: string }>({
    id: 'profile',
    lastResult: actionData?.result,
    defaultValue: { ...user, Email: pending ?? user.Email, avatar: undefined },
  })
  return (
    <AccountTab
      title="Profile"
      help="How Budkeeper greets you, and where it writes to you."
      notice={isDemo && 'The demo account cannot be changed. Register to have a profile of your own.'}
      actionData={actionData}
      form={{ encType: 'multipart/form-data', ...getFormProps(form) }}
      after={<OtherForms {...{ faces, isKeyOn, pending }} />}
    >
      <FormError msg={form.errors?.join('. ')} />
      <ErrorSummary form={form} labels={labels} />
      <section className="card form-section">
        <h2 className="visually-hidden">Your details</h2>
        <PictureField
          key={user.avatar}
          label="Picture"
          field={fields.avatar}
          url={user.avatar}
          maximum={avatarMaximum}
          tooLarge={pictureTooLarge}
          help="At most 500 kB. It becomes a square."
        />
        <TextField
          label="First name"
          field={fields.Firstname}
          maxLength={nameLength}
          required
          autoComplete="given-name"
        />
        <TextField label="Surname" field={fields.Surname} maxLength={nameLength} autoComplete="family-name" />
        <EmailField field={fields.Email} email={user.Email} pending={pending} />
        <RecentPassword
          field={fields.password}
          isRecent={isRecent}
          required={false}
          help="Only for another email address. The address that you have now hears of it."
        />
        <TextField
          label="Location"
          field={fields.Location}
          maxLength={nameLength}
          autoComplete="address-level2"
        />
      </section>
      <SubmitBar />
    </AccountTab>
  )
}

type OtherProps = { faces: FaceStyle; isKeyOn: boolean; pending: string | null }

/** The forms whose buttons save on their own. */
function OtherForms({ faces, isKeyOn, pending }: OtherProps) {
  return (
    <>
      <FacesForm faces={faces} />
      <KeyboardForm isKeyOn={isKeyOn} />
      {pending && (
        <form method="post" id={pendingFormId}>
          <AccountField />
        </form>
      )}
    </>
  )
}

type EmailProps = { field: FieldMetadata<string>; email: string; pending: string | null }

/** The email address, which stays as it is until a link to the new one is opened. */
function EmailField({ field, email, pending }: EmailProps) {
  return (
    <div className="pending-email">
      <TextField
        label="Email"
        type="email"
        field={field}
        maxLength={emailLength}
        required
        autoComplete="email"
        help={
          pending && (
            <>
              <strong>Not confirmed yet.</strong> We sent a link to {pending}. Until you open it and confirm,{' '}
              {email} stays your address.
            </>
          )
        }
      />
      {pending && <PendingEmailButtons />}
    </div>
  )
}

/** Submitted as a document request, so that the fields of the profile form show the stored values. */
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

/** Saved on its own, so the demo account may use it until it begins anew. */
function FacesForm({ faces }: { faces: FaceStyle }) {
  return (
    <Form method="post" className="form-page narrow">
      <AccountField />
      <section className="card form-section">
        <h2>Display</h2>
        <fieldset className="field wide choices">
          <legend className="label">{settingLabels.faces}</legend>
          {faceStyles.map((style) => (
            <label key={style} className="check">
              <input type="radio" name="faces" value={style} defaultChecked={style === faces} />
              <span>{faceNames[style]}</span>
            </label>
          ))}
        </fieldset>
        <div className="wide">
          <button type="submit" className="button quiet" name="intent" value="faces">
            Save
          </button>
        </div>
      </section>
    </Form>
  )
}

const faceNames = { drawn: 'Drawn', initials: 'Initials' }

/** Saved in a cookie, so the demo account may use it. */
function KeyboardForm({ isKeyOn }: { isKeyOn: boolean }) {
  return (
    <Form method="post" className="form-page narrow">
      <AccountField />
      <section className="card form-section">
        <h2>Keyboard</h2>
        <div className="field wide">
          <label className="check">
            <input
              type="checkbox"
              name="findKey"
              value="on"
              defaultChecked={isKeyOn}
              aria-describedby="find-key-help"
            />
            <span>Press / to find</span>
          </label>
          <p className="help" id="find-key-help">
            The key / moves to the search in the top bar. Switch it off if you press it by accident, or if you
            speak to your computer.
          </p>
        </div>
        <div className="wide">
          <button type="submit" className="button quiet" name="intent" value="find-key">
            Save
          </button>
        </div>
      </section>
    </Form>
  )
}

const labels = {
  avatar: 'Picture',
  Firstname: 'First name',
  Surname: 'Surname',
  Email: 'Email',
  password: 'Account password',
  Location: 'Location',
}
