import { SitePage } from '~/base/components/site'
import { CallReference } from './call-reference'
import { FieldList, Values } from './field-list'
import type { Reference } from './reference.server'
import './reference.css'

/** The reference of the API: rules for all calls, the calls by subject, and the objects that they return. */
export function ReferencePage({ chapters, tags, objects }: Reference) {
  return (
    <SitePage className="reference">
      <header className="title">
        <h1>API reference</h1>
        <p>
          Everything that the screens do, for programs: JSON over HTTPS, below <code>/api/v1</code>. The
          examples are shell commands: <code>$URL</code> is this site, <code>jar</code> a file with the
          cookie, and names such as <code>$BUD</code> are ids. Tools read the same as{' '}
          <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.
        </p>
      </header>
      <Contents chapters={chapters} tags={tags} />
      <div className="content">
        {chapters.map(({ id, title, html }) => (
          <section key={id} className="chapter prose" aria-labelledby={id}>
            <h2 id={id}>{title}</h2>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: from docs/api/ */}
            <div dangerouslySetInnerHTML={{ __html: html }} />
          </section>
        ))}
        {tags.map(({ id, title, html, calls }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{title}</h2>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: from docs/api/ */}
            {html && <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />}
            {calls.map((call) => (
              <CallReference key={call.id} {...call} />
            ))}
          </section>
        ))}
        <Objects objects={objects} />
      </div>
    </SitePage>
  )
}

function Contents({ chapters, tags }: Pick<Reference, 'chapters' | 'tags'>) {
  return (
    <nav className="contents" aria-label="On this page">
      <ul>
        {chapters.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
        {tags.map(({ id, title, calls }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
            <ul>
              {calls.map(({ id, summary }) => (
                <li key={id}>
                  <a href={`#${id}`}>{summary}</a>
                </li>
              ))}
            </ul>
          </li>
        ))}
        <li>
          <a href="#objects">Objects</a>
        </li>
      </ul>
    </nav>
  )
}

function Objects({ objects }: Pick<Reference, 'objects'>) {
  return (
    <section aria-labelledby="objects">
      <h2 id="objects">Objects</h2>
      <div className="objects">
        {objects.map(({ id, name, html, values, fields }) => (
          <section key={id} aria-labelledby={id}>
            <h3 id={id}>{name}</h3>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: from the schemas of the API */}
            {html && <p dangerouslySetInnerHTML={{ __html: html }} />}
            <Values values={values} />
            <FieldList title="Fields" fields={fields} />
          </section>
        ))}
      </div>
    </section>
  )
}
