import { Form } from '@remix-run/react'
import { AccountField } from '~/base/components/account-field'
import { countOf, formatCount } from '~/base/components/count'
import { Link } from '~/base/components/link'
import type { ImportAction, ImportState } from '~/data/imports/import'
import './import.css'

type Kept = { type: string; _id: string; name: string; fields: string[] }

type Job = {
  state: ImportState
  counts: Record<ImportAction, number>
  needsDateOrder: boolean
  kept: Kept[]
}

/** The numbers of added buds, and of those that name a bud which may be the same person. */
type Added = { total: number; suggested: number }

const verbs: Partial<Record<ImportState, { add: string; update: string }>> = {
  ready: { add: 'to add', update: 'to update' },
  applied: { add: 'added', update: 'updated' },
  undone: { add: 'had been added', update: 'had been updated' },
}

/** What happens or happened to the records, such as '2 records to add, 1 record to update.' */
export function summaryOf({ state, counts }: Pick<Job, 'state' | 'counts'>) {
  const done = (['add', 'update'] as const).filter((action) => counts[action] > 0)
  const parts = done.map((action) => `${countOf(counts[action], 'record')} ${verbs[state]?.[action]}`)
  if (parts.length > 0) return `${parts.join(', ')}.`
  if (counts.unchanged === 0) return 'There is nothing to import.'
  return counts.skip === 0
    ? 'All of it is in Budkeeper already.'
    : `${countOf(counts.unchanged, 'record')} in Budkeeper already.`
}

type Props = {
  job: Job
  added: Added | null
  /** Whether other settings than those of the result are on their way. */
  isOutdated: boolean
}

/** What an import would do or has done, and the button that does it or takes it back. */
export function ImportResult({ job, added, isOutdated }: Props) {
  const { state, counts, needsDateOrder, kept } = job
  const hasWork = counts.add + counts.update > 0
  const isDone = state !== 'ready'
  return (
    <section className="card import-result">
      <div>
        <h2>{state === 'undone' ? 'Taken back' : isDone ? 'Imported' : 'What would happen'}</h2>
        <p>{summaryOf(job)}</p>
        {counts.skip > 0 && (
          <p>
            {countOf(counts.skip, 'record')} skipped:{' '}
            <Link to="?action=skip" preventScrollReset>
              see why
            </Link>
            .
          </p>
        )}
        {kept.length > 0 && (
          <>
            <p>These were changed after the import, and stay:</p>
            <ul>
              {kept.map(({ type, _id, name, fields }) => (
                <li key={_id}>
                  {type === 'bud' ? (
                    <Link to={`/dashboard/Bud/${_id}`} discover="none">
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                  {fields.length > 0 && `: ${fields.join(', ')}`}
                </li>
              ))}
            </ul>
          </>
        )}
        {added && added.total > 0 && <NextSteps {...added} />}
        {state === 'ready' && needsDateOrder && (
          <p className="error">Choose the order of day and month below first.</p>
        )}
      </div>
      <Form method="post">
        <AccountField />
        {state === 'ready' && hasWork && (
          <button
            type="submit"
            className="button"
            name="intent"
            value="apply"
            disabled={needsDateOrder || isOutdated}
          >
            Import
          </button>
        )}
        {state === 'applied' && hasWork && (
          <button type="submit" className="button quiet" name="intent" value="undo">
            Undo import
          </button>
        )}
      </Form>
    </section>
  )
}

function NextSteps({ total, suggested }: Added) {
  return (
    <p className="import-next">
      <Link to="/dashboard?sort=newestFirst&once=sort">
        {total === 1 ? 'See the new bud' : `See the ${formatCount(total)} new buds`}
      </Link>
      {suggested > 0 && (
        <Link to="/dashboard/duplicates" discover="none">
          {formatCount(suggested)} may be {suggested === 1 ? 'a duplicate' : 'duplicates'}
        </Link>
      )}
    </p>
  )
}
