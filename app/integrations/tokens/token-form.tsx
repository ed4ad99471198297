import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { RecentPassword } from '~/account/accounts/recent-password'
import { AccountField } from '~/base/components/account-field'
import { ErrorSummary } from '~/base/components/error-summary'
import { FieldErrors, TextField, useAriaProps } from '~/base/components/field'
import { FormError } from '~/base/components/form-error'
import { SelectField } from '~/base/components/other-fields'
import {
  assistantForm,
  tokenLabels as labels,
  scopeLabels,
  type TokenScope,
  tokenNameLength,
  tokenScopes,
} from './token'

export type TokenFormProps = {
  newId: string
  expiries: { value: string; label: string }[]
  result: SubmissionResult | undefined
  isRecent: boolean
  /** Whether it is the form for an assistant, with the scope of one. */
  isForAssistant?: boolean
}
type Fields = { name: string; scope: string; expiresAt: string; password?: string }

export function TokenForm({ newId, expiries, result, isRecent, isForAssistant = false }: TokenFormProps) {
  const [form, fields] = useForm<Fields>({
    id: isForAssistant ? assistantForm : 'token',
    lastResult: result,
    defaultValue: {
      ...(isForAssistant ? { name: 'Assistant', scope: 'propose' } : { name: '', scope: 'read' }),
      expiresAt: expiries[1]?.value,
    },
  })
  const isBusy = useNavigation().formData?.get('intent') === 'make'
  return (
    <Form method="post" preventScrollReset className="form-section" {...getFormProps(form)}>
      <AccountField />
      {!isForAssistant && <Introduction />}
      <FormError msg={form.errors?.join('. ')} />
      <ErrorSummary form={form} labels={labels} />
      <input type="hidden" name="_id" value={newId} />
      {isForAssistant && <input type="hidden" name="form" value={assistantForm} />}
      <TextField
        label={labels.name}
        field={fields.name}
        maxLength={tokenNameLength}
        required
        autoComplete="off"
        help="What will use it, such as 'Backup script'."
      />
      <SelectField
        label={labels.expiresAt}
        field={fields.expiresAt}
        options={expiries}
        help="Days end in UTC."
      />
      <ScopeField field={fields.scope} />
      <RecentPassword field={fields.password} isRecent={isRecent} />
      <div className="wide">
        <button type="submit" className="button" name="intent" value="make" disabled={isBusy}>
          Make a token
        </button>
      </div>
    </Form>
  )
}

const Introduction = () => (
  <p className="help wide">
    A program that has it can use the API as you, without your password. It cannot change how you sign in,
    your email address, your subscription or your tokens, open links to others, decide about proposals, erase
    the history, or delete your account.
  </p>
)

const scopeHelp: Record<TokenScope, string> = {
  read: 'for backups, displays and reports',
  propose: 'for assistants: contact details that they propose wait for your review',
  write: 'also adds, changes and deletes',
}

function ScopeField({ field }: { field: FieldMetadata<string> }) {
  return (
    <fieldset id={field.id} className="field wide choices" {...useAriaProps({ field })}>
      <legend className="label">{labels.scope}</legend>
      {tokenScopes.map((scope) => (
        <label key={scope} className="check">
          <input
            type="radio"
            name={field.name}
            value={scope}
            required
            defaultChecked={field.initialValue === scope}
          />
          <span>
            {scopeLabels[scope]}: {scopeHelp[scope]}
          </span>
        </label>
      ))}
      <FieldErrors field={field} />
    </fieldset>
  )
}
