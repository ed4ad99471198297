import { createElement } from 'react'
import { Icon } from '~/base/components/icons'
import { quotes } from './landing-text'

/** A list of quotes. With JavaScript a carousel (`landing-motion.js`). */
export function Testimonials() {
  const carousel = (
    <>
      <ul className="quotes">
        {quotes.map(({ text, who }, n) => (
          <li key={who} data-shown={n === 0 || undefined} suppressHydrationWarning>
            <figure>
              <blockquote>
                <p>{text}</p>
              </blockquote>
              <figcaption>{who}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <div className="carousel-controls js-only">
        {quotes.map(({ who }, n) => (
          <button type="button" className="dot" key={who} aria-current={n === 0} suppressHydrationWarning>
            <span className="visually-hidden">Show testimonial {n + 1}</span>
          </button>
        ))}
        <button type="button" className="icon-button pause" aria-pressed="false" suppressHydrationWarning>
          <Icon name="pause" />
          <Icon name="play" label="Pause" />
        </button>
      </div>
    </>
  )
  return (
    <section className="testimonials" id="testimonials" aria-labelledby="testimonials-title">
      <h2 id="testimonials-title">What it is like to use</h2>
      {createElement('quote-carousel', { suppressHydrationWarning: true }, carousel)}
      <p className="note">Sample quotes, written by us to show what Budkeeper is for.</p>
    </section>
  )
}
