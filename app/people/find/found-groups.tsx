import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { drawnFace } from '~/people/buds/drawn-face'
import { foundLimit, type Group, type Result } from './find'
import './find.css'

type Props = {
  groups: Group[]
  /** The searched text. */
  q: string
}

/** The results on the screen. A full group has a link to all matches. */
export function FoundGroups({ groups, q }: Props) {
  return groups.map(({ label, results, list }) => (
    <section key={label} className="found" aria-labelledby={`found-${label}`}>
      <h2 id={`found-${label}`}>{label}</h2>
      <ul className="found-list">
        {results.map((result) => (
          <li key={result._id}>
            <Link className="found-result" to={result.to} discover="none">
              <FoundResult result={result} />
            </Link>
          </li>
        ))}
      </ul>
      {list && results.length === foundLimit && (
        <Link className="button quiet" to={`${list}?search=${encodeURIComponent(q)}&sort=A-Z`}>
          Show all matching {label.toLowerCase()}
        </Link>
      )}
    </section>
  ))
}

/** Photo, drawn face or icon, and the name. */
export function FoundResult({ result: { _id, name, note, photo, initials, icon } }: { result: Result }) {
  const face = initials && !photo ? drawnFace(_id) : ''
  return (
    <>
      <span className={`found-mark ${face}`} aria-hidden="true">
        {photo ? <img src={photo} alt="" width="36" height="36" /> : icon ? <Icon name={icon} /> : initials}
      </span>
      <span className="found-name">{name}</span>
      {note && <span className="found-note">{note}</span>}
    </>
  )
}
