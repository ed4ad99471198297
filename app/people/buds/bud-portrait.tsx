import { initials, type Person } from './bud'
import { drawnFace } from './drawn-face'

type Props = { bud: Person }

/** The photo of a bud, or its drawn face, in a line of text beside the name. */
export function BudPortrait({ bud }: Props) {
  return bud.photo ? (
    <img className="badge portrait" src={bud.photo} alt="" width="44" height="44" loading="lazy" />
  ) : (
    <span className={`badge portrait Other ${drawnFace(bud._id)}`} aria-hidden="true">
      {initials(bud)}
    </span>
  )
}
