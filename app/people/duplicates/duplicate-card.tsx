import { Form } from '@remix-run/react'
import { AccountField } from '~/base/components/account-field'
import { Link } from '~/base/components/link'
import { fullName } from '~/people/buds/bud'
import { BudPortrait } from '~/people/buds/bud-portrait'
import type { LabelledValue } from '~/people/buds/contact'
import './duplicates.css'

type Person = {
  _id: string
  Firstname: string
  Surname: string
  photo: string | null
  Occupation: string
  OccupationLocation: string
  Location: string
  emails: LabelledValue[]
  phones: LabelledValue[]
}

type Props = { pair: { a: Person; b: Person; reasons: string[] }; page: number }

/** Two buds that may be one person, side by side, with the reasons. */
export function DuplicateCard({ pair: { a, b, reasons }, page }: Props) {
  const id = `pair-${a._id}-${b._id}`
  return (
    <li className="card duplicate">
      <h2 id={id} className="visually-hidden">
        {fullName(a)} and {fullName(b)}
      </h2>
      <ul className="duplicate-reasons">
        {reasons.map((reason) => (
          <li key={reason} className="tag">
            {reason}
          </li>
        ))}
      </ul>
      <div className="duplicate-people">
        <PersonFacts person={a} />
        <PersonFacts person={b} />
      </div>
      <div className="duplicate-buttons">
        <Link className="button" to={`/dashboard/merge?a=${a._id}&b=${b._id}`} aria-describedby={id}>
          Merge
        </Link>
        <Form method="post">
          <AccountField />
          <input type="hidden" name="a" value={a._id} />
          <input type="hidden" name="b" value={b._id} />
          <input type="hidden" name="page" value={page} />
          <button type="submit" className="button quiet" aria-describedby={id}>
            Not the same
          </button>
        </Form>
      </div>
    </li>
  )
}

function PersonFacts({ person }: { person: Person }) {
  const { Occupation, OccupationLocation, Location, emails, phones } = person
  const work = [Occupation, OccupationLocation].filter(Boolean).join(', ')
  const values = [...emails, ...phones].map(({ value }) => value)
  const facts = [...new Set([work, Location, ...values].filter(Boolean))]
  return (
    <div className="duplicate-person">
      <BudPortrait bud={person} />
      <div>
        <Link to={`/dashboard/Bud/${person._id}`} discover="none">
          {fullName(person)}
        </Link>
        {facts.map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
      </div>
    </div>
  )
}
