import type { FormMetadata } from '@conform-to/react'
import { Fragment, type ReactNode } from 'react'

type SummaryProps = {
  form: FormMetadata
  /** By field name. */
  labels: Record<string, string>
  title?: string
  children?: ReactNode
}

/** The fields that need another look, each a link to its field; those with the same message share it. */
export function ErrorSummary({ form, labels, title, children }: SummaryProps) {
  const faulty = Object.entries(form.allErrors).filter(([name]) => name !== '')
  if (faulty.length === 0) return null
  const titleId = `${form.id}-summary`
  return (
    <section className="error-summary" aria-labelledby={titleId} role={title && 'alert'}>
      <h2 id={titleId}>
        {title ?? `Please check ${faulty.length === 1 ? 'one field' : `${faulty.length} fields`}`}
      </h2>
      <ul>
        {byMessage(faulty).map(([message, names]) => (
          <li key={message}>
            {names.map((name, n) => (
              <Fragment key={name}>
                {n > 0 && ', '}
                <a href={`#${form.id}-${name}`}>{labels[name] ?? name}</a>
              </Fragment>
            ))}
            : {message}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}

function byMessage(faulty: [name: string, errors: string[]][]) {
  const names = new Map<string, string[]>()
  for (const [name, errors] of faulty) {
    const message = errors.join('. ')
    names.set(message, [...(names.get(message) ?? []), name])
  }
  return [...names]
}
