import type { ReactNode } from 'react'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { fullName, type Person } from '~/people/buds/bud'
import { BudPortrait } from '~/people/buds/bud-portrait'
import './relations.css'

/** What a bud is to the one of the panel, in words. */
type Row = { bud: Person; title: string; remark: string }

type Props = { bud: Person; relations: (Row & { _id: string })[]; derived: Row[] }

/** What a bud is to others (product 31), with links to the forms. */
export function RelationPanel({ bud, relations, derived }: Props) {
  return (
    <section className="card relations" id="relations">
      <header className="card-header">
        <h2>Relations</h2>
        {relations.length > 0 && (
          <Link className="edit-link" to={`/dashboard/Relations/${bud._id}`} discover="none">
            Drawing
          </Link>
        )}
        <Link className="edit-link" to={`/dashboard/AddRelation/${bud._id}`} discover="none">
          <Icon name="plus" />
          Add<span className="visually-hidden"> relation</span>
        </Link>
      </header>
      {relations.length > 0 && (
        <ul>
          {relations.map((one) => (
            <RelationRow key={one._id} {...one}>
              <Link
                className="edit-link"
                to={`/dashboard/EditRelation/${one._id}?returnTo=/dashboard/Bud/${bud._id}`}
                discover="none"
              >
                Edit<span className="visually-hidden"> relation with {fullName(one.bud)}</span>
              </Link>
            </RelationRow>
          ))}
        </ul>
      )}
      {derived.length > 0 && (
        <>
          <h3>From these follow</h3>
          <ul>
            {derived.map((one) => (
              <RelationRow key={one.title + one.bud._id} {...one} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function RelationRow({ bud, title, remark, children }: Row & { children?: ReactNode }) {
  return (
    <li>
      <BudPortrait bud={bud} size="small" />
      <div>
        {title}:{' '}
        <Link to={`/dashboard/Bud/${bud._id}`} discover="none">
          {fullName(bud)}
        </Link>
        <p>{remark}</p>
      </div>
      {children}
    </li>
  )
}
