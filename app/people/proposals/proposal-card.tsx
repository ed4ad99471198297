import { Form } from '@remix-run/react'
import { AccountField } from '~/base/components/account-field'
import { Link } from '~/base/components/link'
import { Time } from '~/base/components/time'
import { fullName, type Person } from '~/people/buds/bud'
import { budLabels } from '~/people/buds/bud-fields'
import { BudPortrait } from '~/people/buds/bud-portrait'
import { fieldLines } from '~/people/buds/field-lines'
import type { Difference } from './proposal'
import './proposals.css'

type Props = {
  proposal: {
    _id: string
    bud: Person
    /** Whose it is. Empty: not known. */
    source: string
    createdAt: Date
    fields: Difference[]
    /** The version of the bud. */
    version: number
  }
  page: number
}

/** What a bud proposes, field by field, to accept or reject (product 21.4). */
export function ProposalCard({ proposal: { _id, bud, source, createdAt, fields, version }, page }: Props) {
  const titleId = `proposal-${_id}`
  return (
    <li className="card proposal">
      <header>
        <BudPortrait bud={bud} />
        <div>
          <h2 id={titleId}>
            <Link to={`/dashboard/Bud/${bud._id}`} discover="none">
              {fullName(bud)}
            </Link>
          </h2>
          <p className="help">
            {source && <>From: {source} · </>}
            <Time instant={createdAt} />
          </p>
        </div>
      </header>
      <Form method="post">
        <AccountField />
        <input type="hidden" name="_id" value={_id} />
        <input type="hidden" name="_version" value={version} />
        <input type="hidden" name="page" value={page} />
        {fields.length === 0 ? (
          <p>There is no difference left: all of this is stored already.</p>
        ) : (
          <ul className="proposal-fields">
            {fields.map((field) => (
              <DifferenceRow key={field.name} {...field} />
            ))}
          </ul>
        )}
        <div className="buttons">
          <button type="submit" className="button" name="intent" value="accept" aria-describedby={titleId}>
            {fields.length === 0 ? 'Done' : 'Accept'}
          </button>
          {fields.length > 0 && (
            <button
              type="submit"
              className="button quiet"
              name="intent"
              value="reject"
              aria-describedby={titleId}
            >
              Reject
            </button>
          )}
        </div>
      </Form>
    </li>
  )
}

function DifferenceRow({ name, before, after }: Difference) {
  const [old, proposed] = [fieldLines(before), fieldLines(after)]
  return (
    <li>
      <label className="check">
        <input type="checkbox" name="fields" value={name} defaultChecked />
        <span>{budLabels[name]}</span>
      </label>
      <dl>
        <div>
          <dt>Before</dt>
          <dd>
            <Lines lines={old} others={proposed} mark="del" />
          </dd>
        </div>
        <div>
          <dt>After</dt>
          <dd>
            <Lines lines={proposed} others={old} mark="ins" />
          </dd>
        </div>
      </dl>
    </li>
  )
}

type LinesProps = { lines: string[]; others: string[]; mark: 'ins' | 'del' }

/** Marks the lines that only one side has. */
function Lines({ lines, others, mark: Mark }: LinesProps) {
  if (lines.length === 0) return <span className="nothing">nothing</span>
  return lines.map((line, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified only by their position
    <span key={n} className="line">
      {others.includes(line) ? line : <Mark>{line}</Mark>}
    </span>
  ))
}
