import { Form } from '@remix-run/react'
import { Link } from '~/base/components/link'
import { searchLength } from '~/base/forms/lengths'
import { fullName, otherBudLabels, type Person } from '~/people/buds/bud'
import { BudPortrait } from '~/people/buds/bud-portrait'
import './merge.css'

type Candidate = Person & { Occupation: string; Location: string; archivedAt: Date | string | null }
type Props = { a: Candidate; search: string; found: Candidate[] }

const factsOf = ({ archivedAt, Occupation, Location }: Candidate) =>
  [archivedAt && otherBudLabels.archivedAt, Occupation, Location].filter(Boolean).join(' · ')

/** Finds the bud that is merged with `a`. */
export function MergeChooser({ a, search, found }: Props) {
  return (
    <div className="form-page narrow merge">
      <header className="form-header">
        <div>
          <h1 tabIndex={-1}>Merge {fullName(a)} with …</h1>
          <p className="help">
            Choose the other bud that is the same person, or look at all{' '}
            <Link to="/dashboard/duplicates">possible duplicates</Link>.
          </p>
        </div>
      </header>
      <Form className="merge-search">
        <input type="hidden" name="a" value={a._id} />
        <div className="field">
          <label htmlFor="merge-search">Find the other bud</label>
          <input
            id="merge-search"
            className="input"
            type="search"
            name="search"
            key={search}
            defaultValue={search}
            maxLength={searchLength}
            autoComplete="off"
          />
        </div>
        <button type="submit" className="button quiet">
          Find
        </button>
      </Form>
      {found.length === 0 ? (
        <p className="help">Nobody else is found. Part of a name, job, place, email or phone is enough.</p>
      ) : (
        <ul className="card merge-found">
          {found.map((bud) => (
            <li key={bud._id}>
              <Link to={`/dashboard/merge?a=${a._id}&b=${bud._id}`} discover="none">
                <BudPortrait bud={bud} />
                <span>
                  <span className="line">{fullName(bud)}</span>
                  <small>{factsOf(bud)}</small>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
