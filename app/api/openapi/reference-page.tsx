import type { ReactNode } from 'react'
import { Icon } from '~/base/components/icons'
import { SitePage } from '~/base/components/site'
import { searchLength } from '~/base/forms/lengths'
import { CallReference } from './call-reference'
import { FieldList, LinkRoot, Values } from './field-list'
import type { Reference } from './reference.server'
import './reference.css'

type Props = Reference & {
  /** The words of the filter. With them, the page has only what contains them. */
  search: string
}

/** The reference of the API: rules for all calls, the calls by subject, and the objects that they return. */
export function ReferencePage({ chapters, tags, objects, search }: Props) {
  const isEmpty = chapters.length + tags.length + objects.length === 0
  return (
    <LinkRoot.Provider value={search && '/developers'}>
      <SitePage className="reference">
        <header className="title">
          <h1>API reference</h1>
          <p>
            Everything that the screens do, for programs: JSON over HTTPS, below <code>/api/v1</code>. The
            examples are shell commands: <code>$URL</code> is this site, <code>jar</code> a file with the
            cookie, and names such as <code>$BUD</code> are ids. Tools read the same as{' '}
            <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.
          </p>
          <Filter search={search} />
          {isEmpty && <p role="status">Nothing has these words.</p>}
        </header>
        <Contents chapters={chapters} tags={tags} hasObjects={objects.length > 0} />
        <div className="content">
          {chapters.map(({ id, title, html }) => (
            <Chapter key={id} id={id} title={title} isOpen={search !== ''}>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: from docs/api/ */}
              <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
            </Chapter>
          ))}
          {tags.map(({ id, title, html, calls }) => (
            <Chapter key={id} id={id} title={title} isOpen={search !== ''}>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: from docs/api/ */}
              {html && <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />}
              {calls.map((call) => (
                <CallReference key={call.id} {...call} />
              ))}
            </Chapter>
          ))}
          {objects.length > 0 && <Objects objects={objects} isOpen={search !== ''} />}
        </div>
      </SitePage>
    </LinkRoot.Provider>
  )
}

function Filter({ search }: { search: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a search element would add one more level
    <form className="filter" role="search" action="/developers">
      <input
        className="input"
        type="search"
        name="search"
        aria-label="Filter calls and objects"
        placeholder="Filter calls and objects"
        defaultValue={search}
        maxLength={searchLength}
        autoComplete="off"
      />
      <button type="submit" className="button quiet">
        Filter
      </button>
      {search && (
        <a className="button bare" href="/developers">
          Show all
        </a>
      )}
    </form>
  )
}

type ChapterProps = { id: string; title: string; isOpen: boolean; children: ReactNode }

/** A folded chapter. A link to it opens it, as its anchor is in what is folded. */
function Chapter({ id, title, isOpen, children }: ChapterProps) {
  return (
    <details className="chapter" open={isOpen}>
      <summary>
        <h2>{title}</h2>
        <Icon name="chevron-down" />
      </summary>
      <div id={id}>{children}</div>
    </details>
  )
}

type ContentsProps = Pick<Reference, 'chapters' | 'tags'> & { hasObjects: boolean }

function Contents({ chapters, tags, hasObjects }: ContentsProps) {
  return (
    <nav className="contents" aria-label="On this page">
      <ul>
        {[...chapters, ...tags].map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
        {hasObjects && (
          <li>
            <a href="#objects">Objects</a>
          </li>
        )}
      </ul>
    </nav>
  )
}

function Objects({ objects, isOpen }: Pick<Reference, 'objects'> & { isOpen: boolean }) {
  return (
    <Chapter id="objects" title="Objects" isOpen={isOpen}>
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
    </Chapter>
  )
}
