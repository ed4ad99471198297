import { type FormMetadata, getFormProps, type SubmissionResult } from '@conform-to/react'
import { Form, useLocation, useParams } from '@remix-run/react'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { AccountField } from './account-field'
import { ErrorSummary } from './error-summary'
import { focusField } from './focus-field'
import { FormError } from './form-error'
import { Link } from './link'
import { SubmitBar } from './submit-bar'
import { ActionToast, type Toast } from './toasts'

/** The response of an action that rejects a form. */
export type FormActionData = {
  result: SubmissionResult
  msg: string
  type?: Toast['type']
  isStale?: boolean
  /** The id to save the form under as another record, if its own id has a record already. */
  anotherId?: string | undefined
  /** The marks of the accounts of a form that was refused because they differ. */
  accounts?: { openedAs: string; own: string } | undefined
}

type Props = {
  form: FormMetadata
  title: string
  /** A sentence below the title. */
  help: ReactNode
  actionData: FormActionData | undefined
  /** Labels by field name, for the error summary. */
  labels: Record<string, string>
  /** Idempotency key: the id of a new record, so that a second submission creates nothing. */
  newId?: string | undefined
  /** Version of the edited record, for the conflict check. */
  version?: number | undefined
  /** The path of the Cancel link. */
  back: string
  /** Replaces the error summary. */
  errors?: ReactNode
  /** Whether a toast has the message, in place of the error summary. */
  isErrorToasted?: boolean
  encType?: 'multipart/form-data'
  submit?: Pick<ComponentProps<typeof SubmitBar>, 'label' | 'busy' | 'choice' | 'children'>
  /** The form of a new record has a button to add another one. */
  hasAnother?: boolean
  children: ReactNode
}

/**
 * The key of a form. To React, the screens that add and edit a record are one component: each record, each new one, and
 * what a link fills in has a form of its own.
 */
export function useFormKey() {
  return `${useParams().id}${useLocation().search}`
}

/** Opens the folded section of the field that the URL names, and moves the focus to the field. */
function useFieldOfUrl() {
  const { hash } = useLocation()
  useEffect(() => {
    focusField(hash.slice(1))
  }, [hash])
}

/** A screen with one form, for adding or editing a record. */
export function FormPage({ title, help, back, submit, hasAnother, children, ...rest }: Props) {
  useFieldOfUrl()
  return (
    <RecordForm
      {...rest}
      className="form-page"
      header={
        <header className="form-header">
          <div>
            <h1>{title}</h1>
            <p className="help">{help}</p>
          </div>
        </header>
      }
    >
      {children}
      <SubmitBar back={back} hasAnother={hasAnother && rest.newId !== undefined} {...submit} />
    </RecordForm>
  )
}

type FormProps = Omit<Props, 'title' | 'help' | 'back' | 'submit' | 'hasAnother'> & {
  className: string
  /** Content above the errors. */
  header?: ReactNode
} & Pick<ComponentProps<typeof Form>, 'preventScrollReset' | 'onKeyDown' | 'tabIndex'>

/** The form of a record, with the fields that every such form has, and what a refused one shows. */
export function RecordForm({ form, actionData, labels, errors, header, children, ...rest }: FormProps) {
  const { newId: ownId, version: ownVersion, isErrorToasted, ...props } = rest
  const submitted = actionData?.result.initialValue
  // The button 'Save as another one' has the id of another record, which has no version.
  const newId = submitted?.another ?? submitted?._id ?? ownId
  const version = submitted?.another ? undefined : (submitted?._version ?? ownVersion)
  return (
    // The forms are about others, so browsers must not offer the user's own name.
    <Form method="post" {...props} autoComplete="off" {...getFormProps(form)}>
      <AccountField />
      {/* Enter activates the first submit button of a form. */}
      <button type="submit" name="intent" value="enter" hidden />
      <ActionToast actionData={isInForm(actionData) && !isErrorToasted ? undefined : actionData} />
      {newId && <input type="hidden" name="_id" value={String(newId)} />}
      {version && <input type="hidden" name="_version" value={String(version)} />}
      {header}
      {errors ?? <FormErrors form={form} actionData={actionData} labels={labels} isBrief={isErrorToasted} />}
      {children}
    </Form>
  )
}

/** Whether the form itself says why it was refused. After a conflict, only its fields do. */
function isInForm(actionData: FormActionData | undefined) {
  const names = Object.keys(actionData?.result.error ?? {})
  return names.some((name) => name !== '' || !(actionData?.isStale || actionData?.anotherId))
}

type ErrorProps = Pick<Props, 'form' | 'actionData' | 'labels'> & { isBrief?: boolean | undefined }

/** After a conflict, `_version` holds the version of the stored record, so submitting the form again overwrites it. */
function FormErrors({ form, actionData, labels, isBrief }: ErrorProps) {
  const { pathname } = useLocation()
  if (actionData?.anotherId)
    return (
      <ErrorSummary form={form} labels={labels} title={actionData.msg}>
        <p>What you typed is still here and not saved yet.</p>
        <p className="summary-actions">
          <button type="submit" className="button quiet">
            Save as a change of it
          </button>
          <button type="submit" className="button quiet" name="another" value={actionData.anotherId}>
            Save as another one
          </button>
          <Link
            to={screenOf(pathname, String(actionData.result.initialValue?._id))}
            className="button bare"
            data-discards
          >
            Discard mine
          </Link>
        </p>
      </ErrorSummary>
    )
  if (actionData?.isStale)
    return (
      <ErrorSummary form={form} labels={labels} title={actionData.msg}>
        <p>What you typed is still here and not saved yet.</p>
        <p className="summary-actions">
          <button type="submit" className="button quiet">
            Save anyway
          </button>
          {/* A link of the router would keep the text, because the screen stays the same. */}
          <a href={pathname} className="button bare" data-discards>
            Discard mine
          </a>
        </p>
      </ErrorSummary>
    )
  const own = actionData?.accounts?.own
  return (
    <>
      <FormError msg={form.errors?.join('. ')} />
      {own && (
        <p className="summary-actions">
          <button type="submit" className="button quiet" name="_account" value={own}>
            Save as {own.split(' ')[1]}
          </button>
        </p>
      )}
      <ErrorSummary form={form} labels={labels} isBrief={isBrief} />
    </>
  )
}

/** The screen that edits a record, from the one that adds it, also to another: EditBud/{id} of AddBud. */
const screenOf = (pathname: string, id: string) =>
  `${pathname.replace(/(?:add|log)(\w+)(?:\/.{36})?$/i, 'Edit$1').replace(/new$/, 'edit')}/${id}`

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card form-section">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
