import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { AccountField } from '~/base/components/account-field'
import { copyText } from '~/base/components/clipboard'
import { DashboardIcon } from '~/base/components/dashboard-icons'
import { FormError } from '~/base/components/form-error'
import { Link } from '~/base/components/link'
import { QrCode, type QrCodeImage } from '~/base/components/qr-code'
import { CodeField } from './code-field'
import { secondFactorPath } from './second-factor'

export type Setup = {
  /** In base32. */
  secret: string
  uri: string
  qrCode: QrCodeImage
}

/** The secret for the app, and the form for its first code, which switches the second factor on. */
export function SetupForm({ setup, result }: { setup: Setup; result: SubmissionResult | undefined }) {
  const isBusy = useNavigation().state !== 'idle'
  const [form, fields] = useForm<{ code: string }>({ id: 'confirm', lastResult: result })
  return (
    <Form method="post" action={secondFactorPath} {...getFormProps(form)}>
      <AccountField />
      <p>
        <strong>1.</strong> Scan this with an authenticator app, or{' '}
        <a href={setup.uri}>open it in an app on this device</a>.
      </p>
      <QrCode {...setup.qrCode} title="QR code for the authenticator app" />
      <div className="secret">
        <p>Or type this key into the app:</p>
        <code>{inGroups(setup.secret)}</code>
        <button type="button" className="button quiet js-only" onClick={() => copyText(setup.secret, 'key')}>
          <DashboardIcon name="copy" />
          Copy
        </button>
      </div>
      <p>
        <strong>2.</strong> Enter the code of six digits that the app shows.
      </p>
      <FormError msg={form.errors?.join('. ')} />
      <input type="hidden" name="secret" value={setup.secret} />
      <CodeField field={fields.code} />
      <div className="buttons">
        <button type="submit" className="button" name="intent" value="confirm" disabled={isBusy}>
          Switch on
        </button>
        <Link className="button quiet" to="/dashboard/security">
          Cancel
        </Link>
      </div>
    </Form>
  )
}

const inGroups = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')
