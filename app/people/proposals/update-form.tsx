import { getFormProps, useForm } from '@conform-to/react'
import { ErrorSummary } from '~/base/components/error-summary'
import { FormError } from '~/base/components/form-error'
import { type FormActionData, FormSection } from '~/base/components/form-page'
import { rowLabels } from '~/base/components/rows'
import { SubmitBar } from '~/base/components/submit-bar'
import { addressKind, dateKind, emailKind, phoneKind } from '~/people/buds/contact'
import { ReachFields } from '~/people/buds/contact-fields'
import { DateFields } from '~/people/buds/date-fields'
import type { ProposedFields } from './proposal'

type Props = {
  /** What is stored, if the owner chose to show it. */
  stored: ProposedFields
  /** The version of the bud with which they are shown. */
  version: string
  actionData: Pick<FormActionData, 'result' | 'msg'> | undefined
}

const labels = Object.assign({}, ...[emailKind, phoneKind, addressKind, dateKind].map(rowLabels))

/** The form with which a bud fills in their own details. It has the fields of the form of a bud. */
export function UpdateForm({ stored, version, actionData }: Props) {
  const [form] = useForm<Record<string, string>>({ id: 'update', lastResult: actionData?.result ?? null })
  const submitted = actionData?.result.initialValue
  const rows = {
    formId: form.id,
    bud: stored,
    submitted,
    errors: form.allErrors,
    msg: actionData?.msg,
    isOwn: true,
  }
  return (
    <form method="post" className="form-page" {...getFormProps(form)}>
      {/* Enter activates the first submit button of a form. */}
      <button type="submit" name="intent" value="enter" hidden />
      <input type="hidden" name="_version" value={String(submitted?._version ?? version)} />
      <FormError msg={form.errors?.join('. ')} />
      <ErrorSummary form={form} labels={labels} />
      <FormSection title="How to reach you">
        <ReachFields {...rows} />
      </FormSection>
      <FormSection title="Dates, such as your birthday">
        <DateFields {...rows} />
      </FormSection>
      <SubmitBar label="Send" busy="Sending..." />
    </form>
  )
}
