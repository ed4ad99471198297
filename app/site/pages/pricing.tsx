import { price, trialDays } from '~/account/billing/plan'
import { comingSoon, planPoints } from '~/account/billing/plan-points'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { enterprisePath } from './contact'

export function Pricing() {
  return (
    <section className="pricing" id="pricing">
      <h2>One plan, everything in it</h2>
      <div className="offers">
        <div className="plan-card">
          <h3>Budkeeper</h3>
          <p className="price">
            <b>{price}</b> per month
          </p>
          <p className="trial">{`${trialDays}-day free trial`}</p>
          <ul className="points">
            {planPoints.map((point) => (
              <li key={point.label}>
                <Icon name="check" />
                {point.label}
                {'isComingSoon' in point && <span className="soon">{comingSoon}</span>}
              </li>
            ))}
          </ul>
          <Link className="button accent" to="/register">
            Start your free trial
          </Link>
          <p className="note">
            No card needed for the trial. When it ends, nothing of yours is locked or deleted.
          </p>
        </div>
        <div className="enterprise">
          <Icon name="briefcase" />
          <h3>Enterprise</h3>
          <p>
            Budkeeper for a whole organisation? Tell us how many you are and what you need, and we answer with
            an offer.
          </p>
          <Link className="button quiet" to={enterprisePath}>
            Contact sales
          </Link>
        </div>
      </div>
    </section>
  )
}
