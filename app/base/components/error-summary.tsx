import type { FormMetadata } from '@conform-to/react'
import { useActionData } from '@remix-run/react'
import { Fragment, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { focusField } from './focus-field'

type SummaryProps = {
  form: FormMetadata
  /** Labels by field name. */
  labels: Record<string, string>
  title?: string
  /** Leaves the messages to the fields, because a toast has them too. */
  isBrief?: boolean | undefined
  children?: ReactNode
}

/** Links to the fields with errors. Fields with the same message share a line. A single field takes the focus itself. */
export function ErrorSummary({ form, labels, title, isBrief, children }: SummaryProps) {
  const { id } = form
  const summary = useRef<HTMLElement>(null)
  const invalidFields = Object.entries(form.allErrors).filter(([name]) => name !== '')
  const names = invalidFields.map(([name]) => `${id}-${name}`)
  const seen = useRef('')
  const answer = useActionData<{ result?: { status?: string } }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal, and not for answers to other forms
  useEffect(() => {
    const isNew = seen.current !== String(names)
    seen.current = String(names)
    if (!isNew && answer?.result?.status !== 'error') return
    if (title || names.length > 1 || !focusField(String(names))) summary.current?.focus()
  }, [String(names), answer])
  if (invalidFields.length === 0) return null
  const titleId = `${id}-summary`
  return (
    <section className="error-summary" ref={summary} tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId}>
        {title ??
          `Please check ${invalidFields.length === 1 ? 'one field' : `${invalidFields.length} fields`}`}
      </h2>
      <ul>
        {groupByMessage(invalidFields).map(([message, names]) => {
          const saysField = !isBrief && message.startsWith(`${labels[String(names)]} `)
          return (
            <li key={message}>
              {names.map((name, n) => (
                <Fragment key={name}>
                  {n > 0 && ', '}
                  <a href={`#${id}-${name}`} onClick={goToField}>
                    {saysField ? message : (labels[name] ?? name)}
                  </a>
                </Fragment>
              ))}
              {!isBrief && !saysField && `: ${message}`}
            </li>
          )
        })}
      </ul>
      {children}
    </section>
  )
}

/** Without an entry in the history, which would lead Back to the same form. */
function goToField(event: MouseEvent<HTMLAnchorElement>) {
  if (focusField(event.currentTarget.hash.slice(1))) event.preventDefault()
}

function groupByMessage(invalidFields: [name: string, errors: string[]][]) {
  const names = new Map<string, string[]>()
  for (const [name, errors] of invalidFields) {
    const message = errors.join('. ')
    names.set(message, [...(names.get(message) ?? []), name])
  }
  return [...names]
}
