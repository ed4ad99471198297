import { ChangeTime } from '~/base/components/change-time'
import { countOf } from '~/base/components/count'
import { Link } from '~/base/components/link'
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
            <ChangeTime instant={createdAt} />
          </p>
        </li>
      ))}
    </ul>
  )
}
