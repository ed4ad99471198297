import { Link } from '~/base/components/link'

/** The section of the screen 'Your data' that leads to the duplicates. */
export function DuplicatesSection() {
  return (
    <section className="card form-section">
      <h2>Duplicates</h2>
      <p className="help wide">
        Buds that may be the same person, such as after an import. You decide which of them to merge.
      </p>
      <p className="wide">
        <Link className="button quiet" to="/dashboard/duplicates" prefetch="intent">
          Find duplicates
        </Link>
      </p>
    </section>
  )
}
