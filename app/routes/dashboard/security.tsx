import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { useState } from 'react'
import { AccountTab } from '~/account/accounts/account-tab'
import { assertNotDemo } from '~/account/accounts/accounts.server'
import { OwnAccount } from '~/account/accounts/own-account'
import { requireUser } from '~/account/accounts/sessions.server'
import { changePassword, passwordChanged } from '~/account/security/change-password.server'
import type { NewPasskey } from '~/account/security/new-passkey-form'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  passkeyAdded,
  passkeyRemoved,
  removePasskey,
} from '~/account/security/passkeys.server'
import { PasskeysSection } from '~/account/security/passkeys-section'
import { PasswordSection } from '~/account/security/password-section'
import { programsPath } from '~/account/security/programs'
import { listPrograms, programsRevoked, revokeAllPrograms } from '~/account/security/programs.server'
import { ProgramsSection } from '~/account/security/programs-section'
import {
  beginSetup,
  codesReplaced,
  confirmSetup,
  findSecondFactor,
  findSetup,
  renewRecoveryCodes,
  switchedOff,
  switchedOn,
  switchOff,
} from '~/account/security/second-factor.server'
import { SecondFactorSection } from '~/account/security/second-factor-section'
import { type SecurityForm, securityForm } from '~/account/security/security-input.server'
import {
  endEverything,
  endListedSession,
  endOtherSessions,
  everythingEnded,
  findSessions,
  othersEnded,
  sessionEnded,
} from '~/account/security/session-list.server'
import { SessionsSection } from '~/account/security/sessions-section'
import type { Setup } from '~/account/security/setup-form'
import { isDemoAccount, type User } from '~/account/users/user'
import { ownerToday } from '~/base/db/owner-clock.server'
import { invalidForm, parseForm, refuseForm } from '~/base/forms/form.server'
import { redirectWithFailure, redirectWithSuccess } from '~/base/http/toast.server'
import { qrCodeOf } from '~/base/node/qr-code.server'
import '~/base/components/forms.css'
import '~/account/security/security.css'

export const meta: MetaFunction = () => [{ title: 'Security · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  return {
    sessions: await findSessions(call, user),
    today: await ownerToday(user._id),
    secondFactor: await findSecondFactor(user),
    passkeys: await listPasskeys(user._id),
    programs: await listPrograms(user),
    Email: user.Email,
    isDemo: isDemoAccount(user),
  }
}

const path = '/dashboard/security'

/** The response to a form. A new secret, new codes and what makes a passkey are in it only. */
type Answer = {
  result?: SubmissionResult
  msg: string
  type?: 'success' | 'info'
  setup?: Setup | null
  recoveryCodes?: string[]
  newPasskey?: NewPasskey
}

/** The intents of buttons, whose errors are toasts. */
const withoutFields = ['end', 'end-others', 'end-everything', 'revoke-programs']

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseForm(call.request, securityForm)
  const { intent, secret } = submission.payload
  const isAboutSessions = withoutFields.includes(String(intent))
  /** After a refused code, the form shows the same secret again. */
  const withSetup = async ({ data: refused, init }: ReturnType<typeof refuseForm>) => {
    const setup = intent === 'confirm' ? toSetup(await findSetup(user, secret)) : null
    return data<Answer>({ ...refused, setup }, init ?? {})
  }
  try {
    if (!isAboutSessions) assertNotDemo(user)
    if (submission.status !== 'success') return withSetup(invalidForm(submission))
    return await perform(call, user, submission.value)
  } catch (error) {
    if (isAboutSessions) return redirectWithFailure(call, path, error)
    return withSetup(refuseForm(call, submission, error))
  }
}

async function perform(call: ActionFunctionArgs, user: User, form: SecurityForm) {
  switch (form.intent) {
    case 'end': {
      const isOwn = await endListedSession(call, user, form._id)
      return isOwn
        ? redirectWithSuccess('/', 'Logged out successfully')
        : redirectWithSuccess(path, sessionEnded)
    }
    case 'end-others':
      await endOtherSessions(call, user)
      return redirectWithSuccess(path, othersEnded)
    case 'end-everything':
      await endEverything(call, user)
      return redirectWithSuccess('/', everythingEnded)
    case 'revoke-programs':
      await revokeAllPrograms(user)
      return redirectWithSuccess(programsPath, programsRevoked)
    case 'password':
      await changePassword(call, user, form)
      return redirectWithSuccess(path, passwordChanged)
    case 'begin':
      return data<Answer>({ msg: '', setup: toSetup(await beginSetup(call, user, form)) })
    case 'confirm': {
      const recoveryCodes = await confirmSetup(call, user, form)
      return data<Answer>({ msg: switchedOn, type: 'success', recoveryCodes })
    }
    case 'codes': {
      const recoveryCodes = await renewRecoveryCodes(call, user, form)
      return data<Answer>({ msg: codesReplaced, type: 'success', recoveryCodes })
    }
    case 'off':
      await switchOff(call, user, form)
      return redirectWithSuccess(path, switchedOff)
    case 'begin-passkey': {
      const options = await beginPasskey(call, user, form)
      return data<Answer>({ msg: '', newPasskey: { name: form.name, options } })
    }
    case 'add-passkey':
      await addPasskey(call, user, form)
      return redirectWithSuccess(path, passkeyAdded)
    case 'remove-passkey':
      await removePasskey(call, user, form._id, form)
      return redirectWithSuccess(path, passkeyRemoved)
  }
}

const toSetup = (setup: { secret: string; uri: string } | null) =>
  setup && { ...setup, qrCode: qrCodeOf(setup.uri) }

function sectionOf(intent: unknown) {
  if (intent === 'password') return intent
  return String(intent).endsWith('passkey') ? 'passkeys' : 'second factor'
}

export default function Security() {
  const { sessions, today, secondFactor, passkeys, programs, Email, isDemo } = useLoaderData<typeof loader>()
  const actionData = useActionData<Answer>()
  const section = sectionOf(actionData?.result?.initialValue?.intent)
  const resultOf = (name: typeof section) => (name === section ? actionData?.result : undefined)
  const formKey = useFormKey(actionData)
  return (
    <AccountTab
      title="Security"
      help="Where you are signed in, and what it takes to log in."
      notice={isDemo && 'The demo account cannot be changed. Register to have one of your own.'}
      actionData={actionData}
      className="form-page narrow security"
    >
      <SessionsSection sessions={sessions} today={today} />
      {isDemo ? (
        <OwnAccount>
          <p className="help wide">
            You change the password here, add the code of an app to it, and log in with a passkey: a
            fingerprint or the PIN of your device.
          </p>
        </OwnAccount>
      ) : (
        <>
          <PasswordSection key={formKey} email={Email} result={resultOf('password')} />
          <ProgramsSection programs={programs} />
          <SecondFactorSection
            {...secondFactor}
            setup={actionData?.setup}
            recoveryCodes={actionData?.recoveryCodes}
            result={resultOf('second factor')}
          />
          <PasskeysSection
            passkeys={passkeys}
            today={today}
            device={sessions[0]?.device ?? ''}
            begun={actionData?.newPasskey}
            result={resultOf('passkeys')}
          />
        </>
      )}
    </AccountTab>
  )
}

/** Another key after each success, which leads to the screen anew, so that no form keeps passwords and old errors. */
function useFormKey(actionData: Answer | undefined) {
  const { key } = useLocation()
  const [formKey, setFormKey] = useState(key)
  if (!actionData && formKey !== key) setFormKey(key)
  return formKey
}
