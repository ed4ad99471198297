import { getFormProps, useForm } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { AccountTab } from '~/account/accounts/account-tab'
import { requireUser } from '~/account/accounts/sessions.server'
import { isDemoAccount, type User } from '~/account/users/user'
import { AccountField } from '~/base/components/account-field'
import { ErrorSummary } from '~/base/components/error-summary'
import { FormError } from '~/base/components/form-error'
import { SelectField } from '~/base/components/other-fields'
import { SubmitBar } from '~/base/components/submit-bar'
import { invalidForm, parseForm, refuseForm } from '~/base/forms/form.server'
import { redirectWithFailure, redirectWithSuccess } from '~/base/http/toast.server'
import { requestVerification } from '~/planning/reminders/email-verification.server'
import {
  defaultTimeZone,
  digestHours,
  settingLabels as labels,
  leadDayChoices,
  type Settings,
  weekdays,
} from '~/planning/reminders/settings'
import { findSettings, updateSettings } from '~/planning/reminders/settings.server'
import { settingsChange } from '~/planning/reminders/settings-input.server'
import { guessTimeZone } from '~/planning/reminders/time-zone-guess'

export const meta: MetaFunction = () => [{ title: 'Reminders · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const { settings, hasTimeZone } = await findSettings(user._id)
  // Not the browser's list, because it may differ from that of the HTML.
  const timeZones = [defaultTimeZone, ...Intl.supportedValuesOf('timeZone'), settings.timeZone]
  return {
    settings,
    hasTimeZone,
    timeZones: [...new Set(timeZones)].sort(),
    Email: user.Email,
    isDemo: isDemoAccount(user),
  }
}

const path = '/dashboard/reminders'

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseForm(call.request, settingsChange)
  if (submission.payload.intent === 'verify') return sendLink(call, user)
  if (submission.status !== 'success') return invalidForm(submission)
  try {
    await updateSettings(user, submission.value)
  } catch (error) {
    return refuseForm(call, submission, error)
  }
  return redirectWithSuccess(path, 'Settings saved successfully')
}

async function sendLink(call: ActionFunctionArgs, user: User) {
  try {
    await requestVerification(user)
  } catch (error) {
    return redirectWithFailure(call, path, error)
  }
  return redirectWithSuccess(path, 'We sent you a link')
}

const frequencies = [
  { value: 'off', label: 'Off' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
]
const hours = digestHours.map((hour) => ({ value: hour, label: `${hour}:00` }))
const days = weekdays.map((label, n) => ({ value: n + 1, label }))
const leads = leadDayChoices.map((n) => ({
  value: n,
  label: n === 0 ? 'On the day' : n === 1 ? '1 day before' : `${n} days before`,
}))

export default function Reminders() {
  const { settings, hasTimeZone, timeZones, Email, isDemo } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const [form, fields] = useForm<Omit<Settings, 'emailVerified'>>({
    id: 'reminders',
    lastResult: actionData?.result,
    defaultValue: settings,
  })
  usePreselectedZone(fields.timeZone.id, hasTimeZone)
  return (
    <AccountTab
      title="Reminders"
      help="A mail with the buds to get in touch with, their dates and your events."
      notice={isDemo && 'The demo account gets no mails. Register to have reminders of your own.'}
      actionData={actionData}
      form={getFormProps(form)}
      after={
        <form method="post" id={verifyFormId}>
          <AccountField />
        </form>
      }
    >
      <FormError msg={form.errors?.join('. ')} />
      <ErrorSummary form={form} labels={labels} />
      <section className="card form-section">
        <h2>Digest</h2>
        <SelectField
          label={labels.digest}
          field={fields.digest}
          options={frequencies}
          help="There is no mail when there is nothing to say."
        />
        <SelectField
          label={labels.digestWeekday}
          field={fields.digestWeekday}
          options={days}
          help="When the digest comes every week."
        />
        <SelectField label={labels.digestHour} field={fields.digestHour} options={hours} />
        <SelectField
          label={labels.leadDays}
          field={fields.leadDays}
          options={leads}
          help="When the digest first names a date, such as a birthday."
        />
        <div className="wide">
          <SelectField
            label={labels.timeZone}
            field={fields.timeZone}
            options={timeZones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
            help="For the hour of the digest, and for what is today in Budkeeper."
          />
        </div>
      </section>
      <section className="card form-section">
        <h2>Your address</h2>
        <div className="address-state wide">
          <p>
            <strong>{Email}</strong> {settings.emailVerified ? 'is verified.' : 'is not verified yet.'}
          </p>
          {!settings.emailVerified && (
            <>
              <p className="help">
                The digest is sent only to a verified address. We send you a link; open it and confirm.
              </p>
              <button type="submit" form={verifyFormId} name="intent" value="verify" className="button quiet">
                Send the link
              </button>
            </>
          )}
        </div>
      </section>
      <SubmitBar />
    </AccountTab>
  )
}

/** Submitted as a document request, so that the fields of the other form show the stored values. */
const verifyFormId = 'verify-address'

/** Selects the browser's time zone for a user who has set none. */
function usePreselectedZone(id: string, hasTimeZone: boolean) {
  useEffect(() => {
    const select = document.getElementById(id) as HTMLSelectElement | null
    const zone = guessTimeZone()
    const isListed = [...(select?.options ?? [])].some(({ value }) => value === zone)
    if (select && !hasTimeZone && isListed && select.value === defaultTimeZone) select.value = zone
  }, [id, hasTimeZone])
}
