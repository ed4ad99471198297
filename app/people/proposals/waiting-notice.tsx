import { Link } from '~/base/components/link'
import { reviewPath } from './proposal'
import './proposals.css'

/** Says that proposals wait for the owner. */
export function WaitingNotice({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="waiting">
      <Link to={reviewPath}>
        {count === 1 ? '1 proposal waits' : `${count} proposals wait`} for your review
      </Link>
    </p>
  )
}
