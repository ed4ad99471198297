import { keptField, type SignInAgain } from '~/base/forms/sign-in-again'
import './forms.css'

/**
 * The sign-in page in place of a form whose session has ended. It loads a document, so that nothing of the account that was
 * signed in stays in the browser.
 */
export function SignInAgainPage({ Email, kept, hasFile }: SignInAgain) {
  return (
    <form method="post" action="/login" className="form-page narrow signed-out">
      <header className="form-header">
        <div>
          <h1>Login</h1>
          <p role="alert">
            You were signed out. Sign in to continue
            {kept ? '; what you typed is kept for this account.' : '. What you sent could not be kept.'}
            {kept && hasFile && ' The file has to be chosen again.'}
          </p>
        </div>
      </header>
      {kept && <input type="hidden" name={keptField} value={kept} />}
      <section className="card form-section">
        <div className="field wide">
          <label htmlFor="sign-in-email">Email</label>
          <input
            className="input"
            id="sign-in-email"
            name="Email"
            type="email"
            defaultValue={Email}
            autoComplete="username"
            required
          />
        </div>
        <div className="field wide">
          <label htmlFor="sign-in-password">Password</label>
          <input
            className="input"
            id="sign-in-password"
            name="Password"
            type="password"
            autoComplete="current-password"
            required
          />
        </div>
        <div className="buttons wide">
          <button type="submit" className="button">
            Submit
          </button>
          <button type="submit" className="button bare" name="intent" value="other-ways" formNoValidate>
            Other ways to sign in
          </button>
        </div>
      </section>
    </form>
  )
}
