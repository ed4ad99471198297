import { Icon } from './icons'
import { Link } from './link'

/** Leads from a screen to the one that it belongs to. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <p className="back">
    <Link to={to}>
      <Icon name="chevron-left" />
      {children}
    </Link>
  </p>
)
