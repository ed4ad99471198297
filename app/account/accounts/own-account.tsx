import type { ReactNode } from 'react'
import { Link } from '~/base/components/link'

/** What the demo account is shown in place of forms that it cannot use. */
export const OwnAccount = ({ children }: { children: ReactNode }) => (
  <section className="card form-section">
    <h2>With an account of your own</h2>
    {children}
    <p className="wide">
      <Link className="button" to="/register">
        Register
      </Link>
    </p>
  </section>
)
