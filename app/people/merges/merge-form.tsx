import { Form } from '@remix-run/react'
import { AccountField } from '~/base/components/account-field'
import { FormError } from '~/base/components/form-error'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { SubmitBar } from '~/base/components/submit-bar'
import { fullName } from '~/people/buds/bud'
import type { Bud } from '~/people/buds/bud-input.server'
import { BudPortrait } from '~/people/buds/bud-portrait'
import { fieldLines } from '~/people/buds/field-lines'
import { type Choices, isUnited, type MergeField, mergeFields, mergeLabels } from './merge'
import './merge.css'

type MergedBud = Pick<Bud, MergeField | '_id'> & { version: number }

type Props = {
  a: MergedBud
  b: MergedBud
  /** What the user has chosen before the form was refused. */
  choices: Choices | undefined
  /** The message of a refused form. */
  error: string | undefined
}

/** Two buds side by side: what differs, folded what only one of them has, and what is the same. All but the last is a choice. */
export function MergeForm({ a, b, choices, error }: Props) {
  const filled = mergeFields.filter((field) => linesOf(a, field).length + linesOf(b, field).length > 0)
  const isSame = (field: MergeField) => linesOf(a, field).join('\n') === linesOf(b, field).join('\n')
  const isInBoth = (field: MergeField) => linesOf(a, field).length > 0 && linesOf(b, field).length > 0
  const choice = (field: MergeField) => choices && (choices[field] ?? 'both')
  const different = filled.filter((field) => isInBoth(field) && (field === 'photo' || !isSame(field)))
  const single = filled.filter((field) => !isInBoth(field))
  const same = filled.filter((field) => !different.includes(field) && !single.includes(field))
  return (
    <Form method="post" className="form-page merge">
      <AccountField />
      <header className="form-header">
        <div>
          <h1 tabIndex={-1}>Merge two buds</h1>
          <p className="help">They become one, with everything of both. You can undo it.</p>
        </div>
      </header>
      <FormError msg={error} />
      <input type="hidden" name="a" value={a._id} />
      <input type="hidden" name="_version" value={a.version} />
      <input type="hidden" name="b" value={b._id} />
      <input type="hidden" name="_versionOther" value={b.version} />
      <div className="card merge-people">
        <Person bud={a} />
        <Person bud={b} />
      </div>
      {different.length > 0 && (
        <section className="card merge-fields">
          <h2>What differs</h2>
          {different.map((field) => (
            <FieldChoice key={field} field={field} a={a} b={b} choice={choice(field)} />
          ))}
        </section>
      )}
      {single.length > 0 && (
        <details className="card merge-single" open={choices !== undefined}>
          <summary>
            <Icon name="chevron-down" />
            <h2>Taken from the one that has it ({single.length})</h2>
          </summary>
          <div className="merge-fields">
            {single.map((field) => (
              <FieldChoice key={field} field={field} a={a} b={b} choice={choice(field)} />
            ))}
          </div>
        </details>
      )}
      {same.length > 0 && (
        <section className="card merge-same">
          <h2>The same in both</h2>
          <dl>
            {same.map((field) => (
              <div key={field}>
                <dt>{mergeLabels[field]}</dt>
                <dd>
                  <Lines lines={linesOf(a, field)} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <SubmitBar back={`/dashboard/Bud/${a._id}`} label="Merge" busy="Merging..." />
    </Form>
  )
}

function Person({ bud }: { bud: MergedBud }) {
  return (
    <div className="merge-person">
      <BudPortrait bud={bud} />
      <Link to={`/dashboard/Bud/${bud._id}`} discover="none">
        {fullName(bud)}
      </Link>
    </div>
  )
}

type FieldChoiceProps = {
  field: MergeField
  a: MergedBud
  b: MergedBud
  choice: 'a' | 'b' | 'both' | undefined
}

function FieldChoice({ field, a, b, choice }: FieldChoiceProps) {
  const sides = [
    { side: 'a', bud: a, lines: linesOf(a, field) },
    { side: 'b', bud: b, lines: linesOf(b, field) },
  ] as const
  const isFilled = sides.every(({ lines }) => lines.length > 0)
  const hasBoth = isUnited(field) && isFilled
  const preferred = hasBoth ? 'both' : sides[0].lines.length > 0 ? 'a' : 'b'
  const selected = choice === 'both' && !hasBoth ? preferred : (choice ?? preferred)
  return (
    <fieldset className="merge-field">
      <legend>{mergeLabels[field]}</legend>
      {sides.map(({ side, bud, lines }) => (
        <label key={side} className="merge-choice">
          <input type="radio" name={field} value={side} defaultChecked={selected === side} />
          {field === 'photo' && bud.photo ? (
            <img
              className="badge portrait"
              src={bud.photo}
              alt={`Of ${fullName(bud)}`}
              width="44"
              height="44"
            />
          ) : (
            <Lines lines={lines} />
          )}
        </label>
      ))}
      {hasBoth && (
        <label className="merge-choice both">
          <input type="radio" name={field} value="both" defaultChecked={selected === 'both'} />
          <span>{field === 'notes' ? 'Both, one after the other' : 'Both, each once'}</span>
        </label>
      )}
    </fieldset>
  )
}

function Lines({ lines }: { lines: string[] }) {
  if (lines.length === 0) return <span className="nothing">Nothing</span>
  return (
    <span>
      {lines.map((line, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified only by their position
        <span key={n} className="line">
          {line}
        </span>
      ))}
    </span>
  )
}

const linesOf = (bud: MergedBud, field: MergeField) => fieldLines(bud[field])
