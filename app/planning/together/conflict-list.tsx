import { Link } from '~/base/components/link'

type Conflict = { name: string; buds: { _id: string; name: string }[] }

/** Allergies, intolerances and diets, person by person. */
export function Conflicts({ conflicts }: { conflicts: Conflict[] }) {
  return (
    <section className="card" aria-labelledby="conflicts">
      <h2 id="conflicts">What to look out for</h2>
      {conflicts.length === 0 ? (
        <p className="together-note">No allergy, intolerance or diet is noted for them.</p>
      ) : (
        <dl className="conflicts">
          {conflicts.map(({ name, buds }) => (
            <div key={name}>
              <dt>
                <span className="tag Client">{name}</span>
              </dt>
              {buds.map(({ _id, name: person }) => (
                <dd key={_id}>
                  <Link to={`/dashboard/Bud/${_id}`} discover="none">
                    {person}
                  </Link>
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

/** Tastes of the people that no conflict among them rules out. */
export function SuitsAll({ names }: { names: string[] }) {
  return (
    <section className="card" aria-labelledby="suits-all">
      <h2 id="suits-all">What suits everybody</h2>
      {names.length === 0 ? (
        <p className="together-note">Nothing noted so far suits everybody.</p>
      ) : (
        <ul className="suits-all">
          {names.map((name) => (
            <li key={name} className="tag Friend">
              {name}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
