import { createContext, useContext } from 'react'
import type { Field } from './fields.server'

/** The page with the targets of links: this one, or while a filter leaves some out, the whole reference. */
export const LinkRoot = createContext('')

/** More values than this are folded. */
const shownValues = 8

type Props = { title: string; fields: Field[] }

/** The fields of a body or of an object with their types and limits. */
export function FieldList({ title, fields }: Props) {
  if (fields.length === 0) return null
  return (
    <div className="field-list">
      <h4>{title}</h4>
      <dl>
        {fields.map((field) => (
          <div key={field.name}>
            <dt>
              <code>{field.name}</code>
              {field.isRequired && <span className="required">required</span>}
            </dt>
            <dd>
              <FieldType {...field} />
              {field.text && <p>{field.text}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function FieldType({ noun, link, limits, values }: Field) {
  const root = useContext(LinkRoot)
  return (
    <>
      {link ? `${noun} ` : noun}
      {link && <a href={`${root}#${link.id}`}>{link.name}</a>}
      {limits && `, ${limits}`}
      <Values values={values} />
    </>
  )
}

/** The values that a field can have. */
export function Values({ values }: { values: string[] }) {
  if (values.length === 0) return null
  if (values.length <= shownValues) return <p>One of {values.join(', ')}</p>
  return (
    <details>
      <summary>One of {values.length} values</summary>
      <p>{values.join(', ')}</p>
    </details>
  )
}
