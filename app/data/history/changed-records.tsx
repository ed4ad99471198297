import { formatCount } from '~/base/components/count'
import { formatDay } from '~/base/components/day'
import { Link } from '~/base/components/link'
import { repeatWords } from '~/events/repeats/repeat-words'
import { fieldLines } from '~/people/buds/field-lines'
import { recordKinds } from '~/people/buds/record-kinds'
import { type ChangedRecord, type KeptRecord, shownKept } from './change'
import { recordLabels } from './record-labels'
import './history.css'

export const fieldLabel = (type: ChangedRecord['type'], name: string) => recordLabels[type][name] ?? name

const sides = { before: 'Before', after: 'After' }
type Side = keyof typeof sides

type Props = { records: ChangedRecord[]; isUndone: boolean }

/** What a change set did to each record, field by field. */
export function ChangedRecords({ records, isUndone }: Props) {
  return records.map((record) => <ChangedRecordCard key={record._id} record={record} isUndone={isUndone} />)
}

/** The first of the records that an undo has kept, of `total`, with the fields that it has not taken back. */
export function KeptList({ kept, total }: { kept: KeptRecord[]; total: number }) {
  const others = total - shownKept
  return (
    <ul className="kept-records">
      {kept.slice(0, shownKept).map(({ type, _id, name, fields }) => (
        <li key={_id}>
          <Link to={`/dashboard/${recordKinds[type].screen}/${_id}`} discover="none">
            {name || 'Without a name'}
          </Link>
          {fields.length > 0 && (
            <span className="help">{fields.map((field) => fieldLabel(type, field)).join(', ')}</span>
          )}
        </li>
      ))}
      {others > 0 && <li>and {formatCount(others)} more</li>}
    </ul>
  )
}

/** Shows one side only if the record was added or deleted. The name of a record that is gone is no link. */
function ChangedRecordCard({ record, isUndone }: { record: ChangedRecord; isUndone: boolean }) {
  const { type, _id, fields } = record
  const kind = recordKinds[type]
  const required = fields.find((field) => field.name === kind.required)
  const shown = (['before', 'after'] as const).filter((side) => !required || required[side])
  const isGone = !shown.includes(isUndone ? 'before' : 'after')
  const name = record.name || 'Without a name'
  return (
    <section className="card changed-record" aria-labelledby={`record-${_id}`}>
      <h2 id={`record-${_id}`}>
        <small>{kind.noun}</small>
        {isGone ? (
          name
        ) : (
          <Link to={`/dashboard/${kind.screen}/${_id}`} discover="none">
            {name}
          </Link>
        )}
      </h2>
      {fields.length === 0 ? (
        <p className="help">No field changed.</p>
      ) : (
        <Differences type={type} fields={fields} shown={shown} />
      )}
    </section>
  )
}

/** A table of the fields of a record, with the given sides. */
export function Differences({
  type,
  fields,
  shown,
}: Pick<ChangedRecord, 'type' | 'fields'> & { shown: Side[] }) {
  return (
    <table className="differences">
      <thead>
        <tr>
          <th scope="col">Field</th>
          {shown.map((side) => (
            <th key={side} scope="col">
              {sides[side]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name}>
            <th scope="row">{fieldLabel(type, field.name)}</th>
            {shown.map((side) => (
              <td key={side} data-label={shown.length > 1 ? sides[side] : undefined}>
                <Value value={readable(field.name, field[side])} isPicture={field.name === 'photo'} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A rule in words, and times as people write them. */
function readable(name: string, value: unknown) {
  if (name === 'repeat' && typeof value === 'string') return repeatWords(value)
  if (name === 'archivedAt' && value) return formatDay(String(value))
  return name === 'skipped' && Array.isArray(value)
    ? value.map((start) => String(start).replace('T', ' '))
    : value
}

function Value({ value, isPicture }: { value: unknown; isPicture: boolean }) {
  const lines = isPicture ? (value ? ['A photo'] : []) : fieldLines(value)
  if (lines.length === 0) return <span className="nothing">nothing</span>
  return lines.map((line, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified only by their position
    <span key={n} className="line">
      {line}
    </span>
  ))
}
