import { Form, useLocation } from '@remix-run/react'
import { AccountField } from '~/base/components/account-field'
import { countOf, formatCount } from '~/base/components/count'
import { DashboardIcon } from '~/base/components/dashboard-icons'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { Differences } from '~/data/history/changed-records'
import {
  actionLabels,
  doneLabels,
  type ImportAction,
  importActions,
  lossesIn,
  type MatchRule,
} from '~/data/imports/import'
import { fullName, type Person } from '~/people/buds/bud'
import { type RecordType, recordKinds } from '~/people/buds/record-kinds'
import './import.css'

type Row = {
  n: number
  line: number
  action: ImportAction
  reason: string
  onMatch: MatchRule | null
  type: RecordType
  /** Empty for a row that cannot be imported. */
  name: string
  match: Person | null
  fields: { name: string; before: unknown; after: unknown }[]
}

type Props = {
  rows: Row[]
  counts: Record<ImportAction, number>
  /** The action that the rows are filtered by, or empty. */
  action: string
  isReady: boolean
}

/** The records of a file. Each opens and says what would happen to it and why. */
export function ImportRows({ rows, counts, action, isReady }: Props) {
  const { pathname } = useLocation()
  const labels = isReady ? actionLabels : doneLabels
  return (
    <section aria-labelledby="records">
      <h2 id="records">Records</h2>
      <nav className="tabs" aria-label="Kinds of records">
        <Link to={pathname} aria-current={action ? undefined : 'page'} preventScrollReset>
          All
        </Link>
        {importActions.map((name) => (
          <Link
            key={name}
            to={`${pathname}?action=${name}`}
            aria-current={action === name ? 'page' : undefined}
            preventScrollReset
          >
            {labels[name]} {formatCount(counts[name])}
          </Link>
        ))}
      </nav>
      {rows.length === 0 ? (
        <p className="help">None.</p>
      ) : (
        <ul className="import-rows">
          {rows.map((row) => (
            <ImportRow key={row.n} row={row} isReady={isReady} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ImportRow({ row, isReady }: { row: Row; isReady: boolean }) {
  const { n, line, type, action, reason, match, fields } = row
  const name = row.name || `Line ${line}`
  const losses = lossesIn(reason).length
  return (
    <li>
      <details>
        <summary>
          <span className={`import-mark ${action}`} aria-hidden="true" />
          <strong>{name}</strong>
          {type !== 'bud' && <span>{recordKinds[type].noun}</span>}
          {losses > 0 && (
            <span className="tag warning" title={countOf(losses, 'remark')}>
              <DashboardIcon name="alert" />
              {losses}
              <span className="visually-hidden"> {losses === 1 ? 'remark' : 'remarks'}</span>
            </span>
          )}
          <span className="tag">{(isReady ? actionLabels : doneLabels)[action]}</span>
          <Icon name="chevron-down" />
        </summary>
        <div>
          <p className="help">
            Line {line} of the file.
            {reason.split('\n').map((text) => text && <span key={text}> {text}.</span>)}
          </p>
          {match && (
            <p>
              Bud:{' '}
              <Link to={`/dashboard/Bud/${match._id}`} discover="none">
                {fullName(match)}
              </Link>
            </p>
          )}
          {fields.length > 0 && (
            <Differences
              type="bud"
              fields={fields}
              shown={action === 'update' ? ['before', 'after'] : ['after']}
            />
          )}
          {isReady && row.name && <RowChoice row={row} id={`choice-${n}`} />}
        </div>
      </details>
    </li>
  )
}

/** What happens to this record alone. */
function RowChoice({ row, id }: { row: Row; id: string }) {
  const choices: [string, string][] = [
    ['', 'As set above'],
    ...(row.match
      ? ([
          ['fill', 'Fill what is empty'],
          ['replace', 'Replace what differs'],
          ['add', 'Add as a new bud'],
        ] as [string, string][])
      : []),
    ['skip', 'Leave it out'],
  ]
  return (
    <Form method="post" className="row-choice" preventScrollReset>
      <AccountField />
      <input type="hidden" name="n" value={row.n} />
      <label htmlFor={id}>This record</label>
      <select className="input select" id={id} name="onMatch" defaultValue={row.onMatch ?? ''}>
        {choices.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <button type="submit" className="button quiet" name="intent" value="row">
        Change
      </button>
    </Form>
  )
}
