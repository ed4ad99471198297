import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { RecentPassword } from '~/account/accounts/recent-password'
import { AccountField } from '~/base/components/account-field'
import { ErrorSummary } from '~/base/components/error-summary'
import { TextField } from '~/base/components/field'
import { FormError } from '~/base/components/form-error'
import { deviceNameLength, deviceLabels as labels, phonesPath } from './device'

type Props = { newId: string; isRecent: boolean; result: SubmissionResult | undefined }
type Fields = { name: string; password?: string }

export function DeviceForm({ newId, isRecent, result }: Props) {
  const [form, fields] = useForm<Fields>({ id: 'device', lastResult: result })
  const isBusy = useNavigation().formData?.get('intent') === 'make-device'
  return (
    <Form
      method="post"
      action={phonesPath}
      preventScrollReset
      className="secret-form"
      {...getFormProps(form)}
    >
      <AccountField />
      <FormError msg={form.errors?.join('. ')} />
      <ErrorSummary form={form} labels={labels} />
      <input type="hidden" name="_id" value={newId} />
      <TextField
        label={labels.name}
        field={fields.name}
        maxLength={deviceNameLength}
        required
        autoComplete="off"
        help="Whose changes the history names, such as 'iPhone'."
      />
      <RecentPassword field={fields.password} isRecent={isRecent} />
      <div>
        <button type="submit" className="button" name="intent" value="make-device" disabled={isBusy}>
          Make an app password
        </button>
      </div>
    </Form>
  )
}
