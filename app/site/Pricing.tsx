import { Link } from '@remix-run/react'
import { Icon } from '~/components/icons'
import { comingSoon, pricing } from './landing-text'

export function Pricing() {
  return (
    <section className="pricing" id="pricing">
      <h2>{pricing.title}</h2>
      <div className="offers">
        <Plan />
        <Enterprise />
      </div>
    </section>
  )
}

function Plan() {
  const { name, price, per, trial, note, points, button } = pricing.plan
  return (
    <div className="plan-card">
      <h3>{name}</h3>
      <p className="price">
        <b>{price}</b> {per}
      </p>
      <p className="trial">{trial}</p>
      <ul className="points">
        {points.map((point) => (
          <li key={point.label}>
            <Icon name="check" />
            {point.label}
            {'isComingSoon' in point && <span className="soon">{comingSoon}</span>}
          </li>
        ))}
      </ul>
      <Link className="button accent" to={button.to}>
        {button.label}
      </Link>
      <p className="note">{note}</p>
    </div>
  )
}

function Enterprise() {
  const { name, text, button } = pricing.enterprise
  return (
    <div className="enterprise">
      <Icon name="briefcase" />
      <h3>{name}</h3>
      <p>{text}</p>
      <Link className="button quiet" to={button.to}>
        {button.label}
      </Link>
    </div>
  )
}
