import { Link } from '@remix-run/react'
import { comingSoon } from '~/billing/plan-points'
import { Icon } from '~/components/icons'
import { pricing } from './landing-text'

export function Pricing() {
  const { title, plan, enterprise } = pricing
  return (
    <section className="pricing" id="pricing">
      <h2>{title}</h2>
      <div className="offers">
        <div className="plan-card">
          <h3>{plan.name}</h3>
          <p className="price">
            <b>{plan.price}</b> {plan.per}
          </p>
          <p className="trial">{plan.trial}</p>
          <ul className="points">
            {plan.points.map((point) => (
              <li key={point.label}>
                <Icon name="check" />
                {point.label}
                {'isComingSoon' in point && <span className="soon">{comingSoon}</span>}
              </li>
            ))}
          </ul>
          <Link className="button accent" to={plan.button.to}>
            {plan.button.label}
          </Link>
          <p className="note">{plan.note}</p>
        </div>
        <div className="enterprise">
          <Icon name="briefcase" />
          <h3>{enterprise.name}</h3>
          <p>{enterprise.text}</p>
          <Link className="button quiet" to={enterprise.button.to}>
            {enterprise.button.label}
          </Link>
        </div>
      </div>
    </section>
  )
}
