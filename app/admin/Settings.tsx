import { Form, useNavigation } from '@remix-run/react'
import { Switch } from '~/components/switch'
import { tabPath } from './admin'

export function Settings({ requireAccessCode }: { requireAccessCode: boolean }) {
  const submittedValue = useNavigation().formData?.get('requireAccessCode')
  const isOn = submittedValue ? submittedValue === 'true' : requireAccessCode
  return (
    <section className="card admin-settings" aria-labelledby="registration">
      <h2 id="registration">Registration</h2>
      <Form method="post" action={tabPath('settings')} preventScrollReset>
        <input type="hidden" name="intent" value="settings" />
        <div>
          <p className="label">Require an access code</p>
          <p className="help" id="requirement">
            {isOn
              ? 'Whoever registers needs an access code that nobody has used yet.'
              : 'Anybody can register.'}
          </p>
        </div>
        <Switch
          name="requireAccessCode"
          isOn={isOn}
          label="Require an access code"
          describedBy="requirement"
        />
      </Form>
      <p className="help">More system settings are coming soon.</p>
    </section>
  )
}
