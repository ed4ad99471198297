import { initials, type Person } from './bud'
import { drawnFace } from './drawn-face'

type Props = {
  bud: Person & { Budtype?: string }
  /** The class of its size. */
  size?: 'portrait' | 'small' | 'overlapping'
}

/** The photo of a bud, or its drawn face, beside the name. */
export function BudPortrait({ bud, size = 'portrait' }: Props) {
  return bud.photo ? (
    <img className={`badge ${size}`} src={bud.photo} alt="" width="44" height="44" loading="lazy" />
  ) : (
    <span className={`badge ${size} ${bud.Budtype ?? 'Other'} ${drawnFace(bud._id)}`} aria-hidden="true">
      {initials(bud)}
    </span>
  )
}
