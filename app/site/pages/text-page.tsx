import type { ReactNode } from 'react'
import { SitePage } from '~/base/components/site'
import type { Text } from './texts.server'
import './text-page.css'

type Props = {
  text: Text
  /** A link below the introduction. */
  link?: ReactNode
  isNumbered?: boolean
  children: ReactNode
}

/** A long text with a table of contents. */
export function TextPage({ text: { title, intro, sections }, link, isNumbered = false, children }: Props) {
  return (
    <SitePage className={isNumbered ? 'text-page numbered' : 'text-page'}>
      <header>
        <h1>{title}</h1>
        <div className="intro">
          <p>{intro}</p>
          {link}
        </div>
      </header>
      <nav aria-label="On this page">
        <ol className="contents">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="prose">
        <TextSections sections={sections} />
        {children}
      </div>
    </SitePage>
  )
}

export function TextSections({ sections }: Pick<Text, 'sections'>) {
  return sections.map(({ id, html }) => (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: from a Markdown file of this folder
    <section key={id} id={id} dangerouslySetInnerHTML={{ __html: html }} />
  ))
}
