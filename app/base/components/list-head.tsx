// biome-ignore-all lint/a11y/useSemanticElements: a row is two lines on a phone, with a group of its cells
// biome-ignore-all lint/a11y/useFocusableInteractive: the links in the cells have the focus
import { useLocation } from '@remix-run/react'
import { Link } from './link'
import { queryWith } from './pagination'
import './list-head.css'

/** A column of a table of rows. `sorts` are the sort by it and, if there is one, the reverse. */
export type Column = { label: string; kind: string; sorts?: readonly [string, string?] }

type Props = {
  /** The first is the name, the last the type. Those between are facts, by their kind. */
  columns: Column[]
  sort: string | undefined
  /** What a sort keeps, also if the URL lacks it. */
  kept?: Record<string, string> | undefined
  /** Whether the first cell of each row is a box that selects it. */
  canSelect?: boolean
}

/** The headings of a table of rows, which stay below the top bar. A press on one sorts, and another reverses. */
export function ListHead({ columns, sort, kept = {}, canSelect }: Props) {
  const { search } = useLocation()
  const query = Object.entries(kept).reduce((query, [name, value]) => queryWith(query, name, value), search)
  const heading = ({ label, kind, sorts = [''] }: Column) => {
    const [first, reverse] = sorts
    const target = sort === first && reverse ? reverse : first
    const order = sort === first ? 'ascending' : sort === reverse ? 'descending' : undefined
    return (
      <span key={kind} className={kind} role="columnheader" aria-sort={order}>
        {target ? <Link to={queryWith(query, 'sort', target)}>{label}</Link> : label}
      </span>
    )
  }
  return (
    <div className="list-head" role="row">
      {canSelect && (
        <span role="columnheader" className="visually-hidden">
          Select
        </span>
      )}
      {columns.slice(0, 1).map(heading)}
      <div className="list-row-facts">{columns.slice(1, -1).map(heading)}</div>
      {columns.slice(-1).map(heading)}
      <span role="columnheader">
        <span className="visually-hidden">Actions</span>
      </span>
    </div>
  )
}
