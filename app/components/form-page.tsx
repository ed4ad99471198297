import { type FormMetadata, getFormProps, type SubmissionResult } from '@conform-to/react'
import { Form, useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ErrorSummary, FormError } from './field'
import { SubmitBar } from './submit-bar'
import { AnswerToast } from './toasts'

/** What an action sends a form back with. */
export type FormAnswer = { result: SubmissionResult; msg: string; isStale?: boolean }

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
  children: ReactNode
}

/** A screen that is a form: what adds and edits a bud, a circle or an event. */
export function FormPage({ form, title, help, aside, answer, labels, children, ...rest }: Props) {
  const typed = answer?.result.initialValue
  const newId = typed?._id ?? rest.newId
  const version = typed?._version ?? rest.version
  return (
    <Form method="post" className="form-page" {...getFormProps(form)}>
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
      {answer?.isStale ? (
        <ErrorSummary form={form} labels={labels} title={answer.msg}>
          <SaveAnyway />
        </ErrorSummary>
      ) : (
        <>
          <FormError msg={form.errors?.join('. ')} />
          <ErrorSummary form={form} labels={labels} />
        </>
      )}
      {children}
      <SubmitBar back={rest.back} />
    </Form>
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
