/** A separate script, because the landing page is static. With `prefers-reduced-motion` nothing moves. */
const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches

/** In milliseconds. The typing takes less than five seconds in total. */
const durations = { beforeTyping: 1000, perLetter: 45, perDeletion: 20, perWord: 450, perQuote: 5000 }
const backToTopOffset = 200

/**
 * Types the words in turn, the one in the HTML last. Waits while its heading is hovered or a link below has the focus.
 */
class TypeWriter extends HTMLElement {
  connectedCallback() {
    if (!prefersReducedMotion) this.play(this.textContent, this.dataset.words.split(' '))
  }

  disconnectedCallback() {
    this.removeAttribute('shows')
  }

  async play(initialText, words) {
    await pause(durations.beforeTyping)
    let typed = initialText
    for (const word of words) {
      while (typed !== '') typed = await this.show(typed.slice(0, -1), durations.perDeletion)
      while (typed !== word) typed = await this.show(word.slice(0, typed.length + 1), durations.perLetter)
      await pause(durations.perWord)
    }
    this.removeAttribute('shows')
  }

  async show(text, ms) {
    while (this.isWaiting()) await pause(200)
    this.setAttribute('shows', text)
    await pause(ms)
    return text
  }

  isWaiting() {
    return this.closest('h1').matches(':hover') || this.closest('h1').parentElement.matches(':focus-within')
  }
}

/** Shows the quotes in turn until the user pauses or chooses one. Waits while hovered or focused. */
class QuoteCarousel extends HTMLElement {
  connectedCallback() {
    this.quotes = [...this.querySelectorAll('li')]
    this.dots = [...this.querySelectorAll('.dot')]
    this.pause = this.querySelector('.pause')
    this.pause.hidden = prefersReducedMotion
    this.addEventListener('click', this)
    this.timer = setInterval(() => this.isWaiting() || this.show(this.shownIndex() + 1), durations.perQuote)
  }

  disconnectedCallback() {
    this.removeEventListener('click', this)
    clearInterval(this.timer)
  }

  handleEvent({ target }) {
    const button = target.closest('button')
    if (button === this.pause) this.setPaused(!this.isPaused())
    else if (button) this.choose(this.dots.indexOf(button))
  }

  choose(n) {
    this.setPaused(true)
    this.show(n)
  }

  setPaused(isPaused) {
    this.pause.setAttribute('aria-pressed', isPaused)
    this.querySelector('.quotes').setAttribute('aria-live', isPaused ? 'polite' : 'off')
  }

  isPaused() {
    return this.pause.getAttribute('aria-pressed') === 'true'
  }

  isWaiting() {
    return prefersReducedMotion || this.isPaused() || this.matches(':hover, :focus-within')
  }

  shownIndex() {
    return this.quotes.findIndex((quote) => quote.hasAttribute('data-shown'))
  }

  show(n) {
    const next = n % this.quotes.length
    for (const [i, quote] of this.quotes.entries()) quote.toggleAttribute('data-shown', i === next)
    for (const [i, dot] of this.dots.entries()) dot.setAttribute('aria-current', i === next)
  }
}

class BackToTop extends HTMLElement {
  connectedCallback() {
    addEventListener('scroll', this, { passive: true })
    this.addEventListener('click', this)
    this.update()
  }

  disconnectedCallback() {
    removeEventListener('scroll', this)
  }

  handleEvent({ type }) {
    if (type === 'scroll') this.update()
    else this.scrollUp()
  }

  update() {
    this.toggleAttribute('data-offered', scrollY > backToTopOffset)
  }

  scrollUp() {
    scrollTo({ top: 0, behavior: prefersReducedMotion ? 'auto' : 'smooth' })
    document.getElementById('main').focus({ preventScroll: true })
  }
}

customElements.define('type-writer', TypeWriter)
customElements.define('quote-carousel', QuoteCarousel)
customElements.define('back-to-top', BackToTop)

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
