import { Link } from '~/base/components/link'
import { importPath } from '~/data/imports/import'

/** Leads to the screen that imports files. */
export function ImportSection() {
  return (
    <section className="card form-section">
      <h2>Import</h2>
      <p className="wide">
        Bring people from your phone, your mail program or a spreadsheet, or a backup of Budkeeper. You see
        what would happen before anything is written, and can take it back.
      </p>
      <p className="wide">
        <Link className="button quiet" to={importPath}>
          Import a file
        </Link>
      </p>
    </section>
  )
}
