import type { ReactNode } from 'react'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { fullName, type Person } from '~/people/buds/bud'
import { BudPortrait } from '~/people/buds/bud-portrait'
import { type DerivedKind, type Relation, relationDays, relationName, relationTitle } from './relation'
import './relations.css'

type Props = {
  bud: Person
  relations: Relation[]
  derived: { kind: DerivedKind; bud: Person; way: string }[]
}

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
            <RelationRow key={one._id} bud={one.bud} title={relationTitle(one)}>
              {[relationDays(one), one.note].filter(Boolean).join(' · ')}
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
            {derived.map(({ kind, bud: other, way }) => (
              <RelationRow key={kind + other._id} bud={other} title={relationName(kind)}>
                {way}
              </RelationRow>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function RelationRow({ bud, title, children }: { bud: Person; title: string; children: ReactNode }) {
  return (
    <li>
      <BudPortrait bud={bud} size="small" />
      <div>
        {title}:{' '}
        <Link to={`/dashboard/Bud/${bud._id}`} discover="none">
          {fullName(bud)}
        </Link>
        <p>{children}</p>
      </div>
    </li>
  )
}
