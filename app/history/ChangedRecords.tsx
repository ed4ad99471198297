import { budLabels, otherBudLabels } from '~/buds/bud'
import { months } from '~/buds/contact'
import { circleLabels } from '~/circles/circle'
import { Link } from '~/components/link'
import { eventLabels } from '~/events/event'
import { interactionLabels } from '~/interactions/interaction'
import type { ChangedRecord } from './change'
import './history.css'

const labels: Record<ChangedRecord['type'], Record<string, string>> = {
  bud: { ...budLabels, ...otherBudLabels },
  circle: circleLabels,
  event: eventLabels,
  interaction: interactionLabels,
}

const kinds = { bud: 'Bud', circle: 'Circle', event: 'Event', interaction: 'Interaction' }

const screens = { bud: 'Bud', circle: 'EditCircle', event: 'EditEvent', interaction: 'EditInteraction' }

/** What a change set did to each record, field by field. */
export function ChangedRecords({ records }: { records: ChangedRecord[] }) {
  return records.map(({ type, _id, name, fields }) => (
    <section key={_id} className="card changed-record" aria-labelledby={`record-${_id}`}>
      <h2 id={`record-${_id}`}>
        <small>{kinds[type]}</small>
        <Link to={`/dashboard/${screens[type]}/${_id}`} discover="none">
          {name || 'Without a name'}
        </Link>
      </h2>
      {fields.length === 0 ? (
        <p className="help">No field changed.</p>
      ) : (
        <table className="differences">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field.name}>
                <th scope="row">{labels[type][field.name] ?? field.name}</th>
                <td data-label="Before">
                  <Value value={field.before} isPicture={field.name === 'photo'} />
                </td>
                <td data-label="After">
                  <Value value={field.after} isPicture={field.name === 'photo'} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  ))
}

function Value({ value, isPicture }: { value: unknown; isPicture: boolean }) {
  const lines = isPicture ? (value ? ['A photo'] : []) : linesOf(value)
  if (lines.length === 0) return <span className="nothing">nothing</span>
  return lines.map((line, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified only by their position
    <span key={n} className="line">
      {line}
    </span>
  ))
}

/** The lines of a field's value: one for each row of a list. */
function linesOf(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  if (Array.isArray(value)) return value.map(textOf)
  return [textOf(value)]
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const { label, year, month, day, id: _, ...parts } = value as Record<string, unknown>
  const date = month ? [day, months[Number(month) - 1], year].filter(Boolean).join(' ') : ''
  return [label, date, ...Object.values(parts)].filter(Boolean).join(' · ')
}
