import { countOf } from '~/base/components/count'
import { Link } from '~/base/components/link'
import { Time } from '~/base/components/time'
import {
  formatLabels,
  type ImportFormat,
  type ImportState,
  importPath,
  stateLabels,
} from '~/data/imports/import'
import './import.css'

type Item = {
  _id: string
  name: string
  format: ImportFormat
  state: ImportState
  total: number
  createdAt: Date
}

/** The imports of a user, newest first. */
export function ImportList({ imports }: { imports: Item[] }) {
  return (
    <ul className="import-list">
      {imports.map(({ _id, name, format, state, total, createdAt }) => (
        <li key={_id}>
          <Link to={`${importPath}/${_id}`} discover="none">
            {name}
          </Link>
          <p>
            <span className="tag">{stateLabels[state]}</span>
            {formatLabels[format]}, {countOf(total, 'record')}
            <Time instant={createdAt} />
          </p>
        </li>
      ))}
    </ul>
  )
}
