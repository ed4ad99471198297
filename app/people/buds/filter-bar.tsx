import type { ReactNode } from 'react'
import { Link } from '~/base/components/link'
import { preparedBy } from '~/base/components/on-demand'
import type { Kept } from './filter-draft'
import { FilterForm } from './filter-form'
import './filter-panel.css'

const listPath = (parameters: Kept) => `/dashboard?${new URLSearchParams(parameters)}`

/** What a smart list adds to the parameters. */
const ofList = ['list', 'sort', 'once']

type Props = {
  /** The rules in words. */
  filter: { words: string[]; isAny: boolean } | null
  /** The parameters of the form. */
  build: string[][]
  kept: Kept
  /** More links. */
  children: ReactNode
}

/** The filter of the list in words, with links to change and to clear it. */
export function FilterBar({ filter, build, kept, children }: Props) {
  return (
    <div className="filter-bar" {...preparedBy(FilterForm, '[href*="build="]')}>
      {filter && filter.words.length > 0 && (
        <ul className="chips" aria-label={filter.isAny ? 'Any of these rules' : 'All of these rules'}>
          {filter.words.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
          {filter.isAny && filter.words.length > 1 && <li>any of them</li>}
        </ul>
      )}
      <Link className="button quiet" to={listPath(build as Kept)}>
        {filter ? 'Change filter' : 'Filter'}
      </Link>
      {filter && (
        <Link className="button quiet" to={listPath(kept.filter(([name]) => !ofList.includes(name)))}>
          Clear filter
        </Link>
      )}
      {children}
    </div>
  )
}
