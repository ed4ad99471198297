import { Form } from '@remix-run/react'
import type { ImportAction, ImportState } from './import'
import './import.css'

type Kept = { type: string; _id: string; name: string; fields: string[] }

type Job = {
  state: ImportState
  counts: Record<ImportAction, number>
  needsDateOrder: boolean
  kept: Kept[]
}

const records = (n: number) => (n === 1 ? '1 record' : `${n} records`)

/** What an import would do or has done, and the button that does it or takes it back. */
export function ImportResult({ job }: { job: Job }) {
  const { state, counts, needsDateOrder, kept } = job
  const hasWork = counts.add + counts.update > 0
  const isDone = state !== 'ready'
  return (
    <section className="card import-result">
      <div>
        <h2>{state === 'undone' ? 'Taken back' : isDone ? 'Imported' : 'What would happen'}</h2>
        <p>
          {hasWork
            ? `${records(counts.add)} ${isDone ? 'added' : 'to add'}, ${records(counts.update)} ${isDone ? 'updated' : 'to update'}.`
            : 'All of it is in Budkeeper already.'}
        </p>
        {kept.length > 0 && (
          <>
            <p>These were changed after the import, and stay:</p>
            <ul>
              {kept.map(({ _id, name, fields }) => (
                <li key={_id}>
                  {name}
                  {fields.length > 0 && `: ${fields.join(', ')}`}
                </li>
              ))}
            </ul>
          </>
        )}
        {state === 'ready' && needsDateOrder && (
          <p className="error">Choose the order of day and month below first.</p>
        )}
      </div>
      <Form method="post">
        {state === 'ready' && hasWork && (
          <button type="submit" className="button" name="intent" value="apply" disabled={needsDateOrder}>
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
