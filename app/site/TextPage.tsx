import type { ReactNode } from 'react'
import { SitePage } from '~/components/site'
import type { TextSection } from './text-section'
import './text-page.css'

type Props = {
  title: string
  intro: ReactNode
  sections: TextSection[]
  isNumbered?: boolean
  children?: ReactNode
}

/** A long text with a table of contents. */
export function TextPage({ title, intro, sections, isNumbered = false, children }: Props) {
  return (
    <SitePage className={isNumbered ? 'text-page numbered' : 'text-page'}>
      <header>
        <h1>{title}</h1>
        <div className="intro">{intro}</div>
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

export function TextSections({ sections }: { sections: TextSection[] }) {
  return sections.map(({ id, title, body }) => (
    <section key={id} id={id}>
      <h2>{title}</h2>
      {body}
    </section>
  ))
}
