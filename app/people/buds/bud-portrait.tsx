import { initials, type Person } from './bud'

type Props = { bud: Omit<Person, '_id'> }

/** The photo of a bud, or its initials, in a line of text beside the name. */
export function BudPortrait({ bud }: Props) {
  return bud.photo ? (
    <img className="badge portrait" src={bud.photo} alt="" width="44" height="44" loading="lazy" />
  ) : (
    <span className="badge portrait Other" aria-hidden="true">
      {initials(bud)}
    </span>
  )
}
