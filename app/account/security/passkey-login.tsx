import { useSubmit } from '@remix-run/react'
import { useState } from 'react'
import { showToast } from '~/base/components/toasts'
import { keptField } from '~/base/forms/sign-in-again'
import { askForPasskey, reasonOf } from './passkey-browser'
import './passkey.css'

/** Shown only where the browser has passkeys. */
export function PasskeyLogin({ isBusy, kept = '' }: { isBusy: boolean; kept?: string }) {
  const submit = useSubmit()
  const [isWaiting, setWaiting] = useState(false)
  async function logIn() {
    setWaiting(true)
    try {
      const fields = { intent: 'passkey', credential: await askForPasskey(), [keptField]: kept }
      submit(fields, { method: 'post', action: '/login' })
    } catch (error) {
      showToast({ type: 'error', message: reasonOf(error) })
    }
    setWaiting(false)
  }
  return (
    <button
      type="button"
      className="button quiet with-webauthn"
      disabled={isBusy || isWaiting}
      onClick={logIn}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={key} />
      </svg>
      {isWaiting ? 'Waiting for your passkey...' : 'Sign in with a passkey'}
    </button>
  )
}

const key =
  'M9 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM2.5 19.5C3 16.5 5.7 14.500 9 14.500c1 0 2 .2 2.900.5M17 9a3.200 3.200 0 0 0-1.300 6.100V19l1.300 1.500 1.800-1.800-1.200-1.200 1.200-1.200-.8-1.200A3.200 3.200 0 0 0 17 9Z'
