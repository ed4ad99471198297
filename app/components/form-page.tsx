import { type FormMetadata, getFormProps, type SubmissionResult } from '@conform-to/react'
import { Form, useLocation } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'
import { ErrorSummary } from './error-summary'
import { FormError } from './form-error'
import { SubmitBar } from './submit-bar'
import { AnswerToast, type Toast } from './toasts'

/** What an action sends a form back with. */
export type FormAnswer = { result: SubmissionResult; msg: string; type?: Toast['type']; isStale?: boolean }

type Props = {
  form: FormMetadata
  title: string
  help: ReactNode
  /** Stands beside the title. */
  aside?: ReactNode
  answer: FormAnswer | undefined
  /** By field name, for the summary of errors. */
  labels: Record<string, string>
  /** Of what is to be: the same however often the form is sent. */
  newId?: string | undefined
  /** Of what is edited. */
  version?: string | undefined
  /** Where Cancel leads. */
  back: string
  /** Stands where the summary of errors would. */
  refusal?: ReactNode
  encType?: 'multipart/form-data'
  submit?: Pick<ComponentProps<typeof SubmitBar>, 'label' | 'busy' | 'children'>
  children: ReactNode
}

/** A screen that is a form: what adds and edits a bud, a circle or an event. */
export function FormPage({ form, title, help, aside, answer, labels, refusal, children, ...rest }: Props) {
  const typed = answer?.result.initialValue
  const newId = typed?._id ?? rest.newId
  const version = typed?._version ?? rest.version
  return (
    <Form method="post" encType={rest.encType} className="form-page" {...getFormProps(form)}>
      {/* Enter sends the form by its first button. */}
      <button type="submit" name="intent" value="enter" hidden />
      <AnswerToast answer={answer} />
      {newId && <input type="hidden" name="_id" value={String(newId)} />}
      {version && <input type="hidden" name="_version" value={String(version)} />}
      <header className="form-header">
        <div>
          <h1>{title}</h1>
          <p className="help">{help}</p>
        </div>
        {aside}
      </header>
      {refusal ?? <Refusal form={form} answer={answer} labels={labels} />}
      {children}
      <SubmitBar back={rest.back} {...rest.submit} />
    </Form>
  )
}

function Refusal({ form, answer, labels }: Pick<Props, 'form' | 'answer' | 'labels'>) {
  if (answer?.isStale)
    return (
      <ErrorSummary form={form} labels={labels} title={answer.msg}>
        <SaveAnyway />
      </ErrorSummary>
    )
  return (
    <>
      <FormError msg={form.errors?.join('. ')} />
      <ErrorSummary form={form} labels={labels} />
    </>
  )
}

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card form-section">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** The form has been told what is stored now, so sent again it writes over that. */
function SaveAnyway() {
  return (
    <>
      <p>What you typed is still here and not saved yet.</p>
      <p className="summary-actions">
        <button type="submit" className="button quiet">
          Save anyway
        </button>
        <a href={useLocation().pathname} className="button bare">
          Discard mine
        </a>
      </p>
    </>
  )
}
