import type { ReactNode } from 'react'
import { Link } from '~/base/components/link'
import { Menu } from '~/base/components/menu'
import { preparedBy } from '~/base/components/on-demand'
import { FilterForm } from './filter-form'
import './filter-panel.css'

type Props = {
  /** The rules in words. */
  filter: { words: string[]; isAny: boolean } | null
  /** The paths of the form, and of the list without a filter. */
  change: string
  clear: string
  /** A link beside the one to the form. */
  action?: ReactNode
  /** Links of the menu, which a list without a filter has not. */
  children: ReactNode
}

/** The filter of the list in words, with links to change and to clear it. */
export function FilterBar({ filter, change, clear, action, children }: Props) {
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
      <Link className="button quiet" to={change}>
        {filter ? 'Change filter' : 'Filter'}
      </Link>
      {action}
      {filter && (
        <Menu label="More">
          <Link className="button bare" to={clear}>
            Clear filter
          </Link>
          {children}
        </Menu>
      )}
    </div>
  )
}
