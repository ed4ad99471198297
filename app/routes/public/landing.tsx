import type { MetaFunction } from '@remix-run/node'
import { createElement, useContext, useEffect } from 'react'
import { monthlyPrice, trialDays } from '~/account/billing/plan'
import { comingSoon } from '~/account/billing/plan-points'
import { DashboardIcon } from '~/base/components/dashboard-icons'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { NonceContext } from '~/base/components/nonce'
import { pageMeta } from '~/base/components/page-meta'
import { SitePage } from '~/base/components/site'
import type { Handle } from '~/base/http/handle'
import { fullName, initials } from '~/people/buds/bud'
import { BudPicture } from '~/people/buds/bud-picture'
import { InCommon } from '~/people/buds/in-common-list'
import { AppPicture } from '~/site/pages/app-picture'
import { features, headlineWords, sharedInterests } from '~/site/pages/landing-text'
import { Pricing } from '~/site/pages/pricing'
import { screenshots } from '~/site/pages/screenshots'
import { Testimonials } from '~/site/pages/testimonials'
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
  const words = { 'data-words': headlineWords.join(' '), suppressHydrationWarning: true }
  return (
    <section className="hero">
      <div className="pitch">
        <h1>Stay close to your {createElement('type-writer', words, headlineWords.at(-1))}</h1>
        <p className="sentence">
          Who they are, what they love, when you meet next: Budkeeper remembers it, so that you can be there
          for them.
        </p>
        <p className="calls">
          <Link className="button" to="/register">
            Get Started Free
          </Link>
          <Link className="button quiet" to="/login">
            Login
          </Link>
        </p>
        <p className="plan">{`${monthlyPrice}, ${trialDays} days free. No card needed to start.`}</p>
      </div>
      <div className="drawn">
        <BudPicture />
      </div>
      <AppPicture
        of={screenshots.buds}
        alt="The list of buds: everyone by name, with what they do and where they live"
        sizes="820px"
      />
    </section>
  )
}

function Features() {
  return (
    <section className="features" id="features">
      <h2>A well-kept notebook for your people</h2>
      <p className="sentence">
        It keeps the details, so that you can be the friend, relative or colleague you mean to be.
      </p>
      <ul className="tiles">
        {features.map(({ icon, title, text, isComingSoon }) => (
          <li key={title}>
            <DashboardIcon name={icon} />
            <h3>
              {title} {isComingSoon && <span className="soon">{comingSoon}</span>}
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The panels of what buds have in common, as in the circle and event forms, with sample buds. */
function SharedInterests() {
  const { points, sample } = sharedInterests
  return (
    <section className="shared">
      <div className="words">
        <h2>See what they share</h2>
        <p className="sentence">
          Choose the people for a circle or an event, and Budkeeper shows at once which hobbies and tastes
          they have in common. So the two birdwatchers sit together, and the menu suits the three vegetarians.
        </p>
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
        <h2>Know when you meet next</h2>
        <p className="sentence">
          Your events by month, week, day or as a plain list, each kind in its own colour. Click into a free
          hour to plan something there. A time stays as you typed it, wherever you travel.
        </p>
      </div>
      <AppPicture
        of={screenshots.calendar}
        alt="The calendar of a month, each event in the colour of its kind"
        sizes="(min-width: 1200px) 1160px, 100vw"
      />
    </section>
  )
}

function Closing() {
  return (
    <section className="closing">
      <h2>Who comes to mind first?</h2>
      <p className="sentence">
        {`Begin with that one person. It takes a minute, and the next ${trialDays} days are free.`}
      </p>
      <Link className="button" to="/register">
        Get Started Free
      </Link>
    </section>
  )
}

function BackToTop() {
  const button = (
    <button type="button" className="icon-button" title="Back to top">
      <Icon name="arrow-up" label="Back to top" />
    </button>
  )
  return createElement('back-to-top', { suppressHydrationWarning: true }, button)
}
