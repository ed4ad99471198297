import type { ReactNode } from 'react'
import { Link } from '~/base/components/link'
import { fullName, type Person } from '~/people/buds/bud'
import { BudPortrait } from '~/people/buds/bud-portrait'

type Props = {
  bud: Person
  /** Content beside the name. */
  tag?: ReactNode
  /** The line below the name. */
  children: ReactNode
}

/** A row of a list of people: face and name, which leads to the bud, with a line below. */
export function PersonRow({ bud, tag, children }: Props) {
  return (
    <li>
      <BudPortrait bud={bud} />
      <div>
        <Link to={`/dashboard/Bud/${bud._id}`} discover="none">
          {fullName(bud)}
        </Link>
        {tag}
        <p>{children}</p>
      </div>
    </li>
  )
}
