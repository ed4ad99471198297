import { useContext } from 'react'
import { FieldList, LinkRoot } from './field-list'
import type { ReferenceCall } from './reference.server'

/** A call with its fields and responses, and beside them its examples. */
export function CallReference(call: ReferenceCall) {
  const { id, method, path, summary, html, access } = call
  return (
    <details className="call">
      <summary>
        <h3>
          <span className={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
        </h3>
        <span className="summary">
          {summary}
          {access && <span className="access">{access}</span>}
        </span>
      </summary>
      <div className="call-body" id={id}>
        <div className="text">
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: from docs/api/ */}
          <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
          <Fields {...call} />
          <Responses {...call} />
        </div>
        <div className="examples">
          {call.examples.map(({ request, response, html }) => (
            <div key={request + response}>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: from docs/api/ */}
              {html && <div className="caption" dangerouslySetInnerHTML={{ __html: html }} />}
              <CodeBlock title="Request" code={request} />
              <CodeBlock title="Response" code={response} />
            </div>
          ))}
        </div>
      </div>
    </details>
  )
}

function Fields({ parameters, sameAs, body, bodyTypes }: ReferenceCall) {
  const root = useContext(LinkRoot)
  return (
    <>
      <FieldList title="Parameters" fields={parameters} />
      {sameAs && (
        <div className="field-list">
          <h4>Body</h4>
          <p>
            Any of the fields of <a href={`${root}#${sameAs.id}`}>{sameAs.call}</a>. None is required.
          </p>
        </div>
      )}
      <FieldList title={bodyTypes ? `Body: ${bodyTypes}` : 'Body'} fields={body} />
    </>
  )
}

function Responses({ success, errors }: ReferenceCall) {
  const root = useContext(LinkRoot)
  return (
    <>
      <FieldList title={`Response: ${success.status}`} fields={success.fields} />
      {success.types && (
        <div className="field-list">
          <h4>Response: {success.status}</h4>
          <p>{success.types}</p>
        </div>
      )}
      <p className="other-responses">
        Other responses: <a href={`${root}#rules-for-all-calls`}>{errors.join(', ')}</a>
      </p>
    </>
  )
}

/** A block of code that scrolls by itself, also with the keyboard. */
function CodeBlock({ title, code }: { title: string; code: string }) {
  return (
    <figure className="code-block">
      <figcaption>{title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}
