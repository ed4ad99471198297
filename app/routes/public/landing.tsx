import type { MetaFunction } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { createElement, useContext, useEffect } from 'react'
import { comingSoon } from '~/billing/plan-points'
import { BudPicture } from '~/buds/BudPicture'
import { fullName, initials } from '~/buds/bud'
import { InCommon } from '~/buds/InCommon'
import { Icon } from '~/components/icons'
import { NonceContext } from '~/components/nonce'
import { pageMeta } from '~/components/page-meta'
import { SitePage } from '~/components/site'
import type { Handle } from '~/http/handle'
import { AppPicture } from '~/site/AppPicture'
import * as text from '~/site/landing-text'
import { Pricing } from '~/site/Pricing'
import { Testimonials } from '~/site/Testimonials'
import motion from './landing-motion.js?url'
import './landing.css'

export const handle: Handle = { hydrate: false, cacheable: true }

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Budkeeper · Keep your people close',
    description:
      'Budkeeper keeps your friends, family, colleagues and clients in one calm place: who they are, what they love and when you meet next.',
    path: '/',
  })

export default function Landing() {
  const nonce = useContext(NonceContext)
  useEffect(() => void import(/* @vite-ignore */ motion), [])
  return (
    <SitePage className="landing">
      <Hero />
      <Features />
      <SharedInterests />
      <Calendar />
      <Pricing />
      <Testimonials />
      <Closing />
      <BackToTop />
      <script type="module" src={motion} nonce={nonce} suppressHydrationWarning />
    </SitePage>
  )
}

function Hero() {
  const { headline, sentence, register, login, plan } = text.hero
  const words = { 'data-words': headline.words.join(' '), suppressHydrationWarning: true }
  return (
    <section className="hero">
      <div className="pitch">
        <h1>
          {headline.start} {createElement('type-writer', words, headline.words.at(-1))}
        </h1>
        <p className="sentence">{sentence}</p>
        <p className="calls">
          <Link className="button" to={register.to}>
            {register.label}
          </Link>
          <Link className="button quiet" to={login.to}>
            {login.label}
          </Link>
        </p>
        <p className="plan">{plan}</p>
      </div>
      <div className="drawn">
        <BudPicture />
      </div>
      <AppPicture
        name="buds"
        alt="The list of buds: everyone by name, with what they do and where they live"
        sizes="820px"
      />
    </section>
  )
}

function Features() {
  const { title, sentence, tiles } = text.features
  return (
    <section className="features" id="features">
      <h2>{title}</h2>
      <p className="sentence">{sentence}</p>
      <ul className="tiles">
        {tiles.map(({ icon, title, text: body, isComingSoon }) => (
          <li key={title}>
            <Icon name={icon} />
            <h3>
              {title} {isComingSoon && <span className="soon">{comingSoon}</span>}
            </h3>
            <p>{body}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The shared panels of the circle and event forms, with sample buds. */
function SharedInterests() {
  const { title, text: body, points, sample } = text.sharedInterests
  return (
    <section className="shared">
      <div className="words">
        <h2>{title}</h2>
        <p className="sentence">{body}</p>
        <ul className="points">
          {points.map((point) => (
            <li key={point}>
              <Icon name="check" />
              {point}
            </li>
          ))}
        </ul>
      </div>
      <div className="panels">
        <ul className="guests">
          {sample.map((bud) => (
            <li key={bud._id}>
              <span className={`badge small ${bud.Budtype}`} aria-hidden="true">
                {initials(bud)}
              </span>
              {fullName(bud)}
            </li>
          ))}
        </ul>
        <InCommon buds={sample} />
      </div>
    </section>
  )
}

function Calendar() {
  return (
    <section className="calendar-section">
      <div className="words">
        <h2>{text.calendar.title}</h2>
        <p className="sentence">{text.calendar.text}</p>
      </div>
      <AppPicture
        name="calendar"
        alt="The calendar of a month, each event in the colour of its kind"
        sizes="(min-width: 1200px) 1160px, 100vw"
        hasPhone
      />
    </section>
  )
}

function Closing() {
  const { title, text: body, button } = text.closing
  return (
    <section className="closing">
      <h2>{title}</h2>
      <p className="sentence">{body}</p>
      <Link className="button" to={button.to}>
        {button.label}
      </Link>
    </section>
  )
}

function BackToTop() {
  const button = (
    <button type="button" className="icon-button" title="Back to top">
      <Icon name="arrow-up" />
      <span className="visually-hidden">Back to top</span>
    </button>
  )
  return createElement('back-to-top', { suppressHydrationWarning: true }, button)
}
