import { Link } from '~/base/components/link'

/** Leads to the screen that deletes the account. */
export function DeleteAccountSection() {
  return (
    <section className="card form-section">
      <h2>Delete account</h2>
      <p className="wide">Deletes your account with everything in it, for good.</p>
      <p className="wide">
        <Link className="button quiet" to="/dashboard/delete-account">
          Delete account
        </Link>
      </p>
    </section>
  )
}
