import { formatCount } from '~/base/components/count'
import type { ImportState } from '~/data/imports/import'
import './import.css'

const sentences: Partial<Record<ImportState, string>> = {
  reading: 'Checking each record. Nothing is written yet.',
  applying: 'Importing. You can leave this page: it continues.',
  undoing: 'Taking the import back. You can leave this page: it continues.',
}

/** The progress of the work on an import. */
export function ImportProgress({ job }: { job: { state: ImportState; done: number; total: number } }) {
  const { state, done, total } = job
  return (
    <section className="card import-progress">
      <p role="status">{sentences[state]}</p>
      <progress value={Math.min(done, total)} max={total || 1} aria-label="Progress" />
      <p className="help">
        {formatCount(Math.min(done, total))} of {formatCount(total)}
      </p>
    </section>
  )
}
