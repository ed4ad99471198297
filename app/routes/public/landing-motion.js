/** Served as it stands, to the page without React. Nothing moves for people who ask for stillness. */
const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches

/** In milliseconds; all of the typing takes less than five seconds. */
const pace = { beforeTyping: 1000, perLetter: 45, perDeletion: 20, perWord: 450, perQuote: 5000 }
const topIsFar = 200

/** Writes the words one after the other and ends on the page's own; waits while it is pointed at or something beside it is focused. */
class TypeWriter extends HTMLElement {
  connectedCallback() {
    if (!isStill) this.play(this.textContent, this.dataset.words.split(' '))
  }

  disconnectedCallback() {
    this.removeAttribute('shows')
  }

  async play(first, words) {
    await pause(pace.beforeTyping)
    let shown = first
    for (const word of words) {
      while (shown !== '') shown = await this.show(shown.slice(0, -1), pace.perDeletion)
      while (shown !== word) shown = await this.show(word.slice(0, shown.length + 1), pace.perLetter)
      await pause(pace.perWord)
    }
    this.removeAttribute('shows')
  }

  async show(text, ms) {
    while (this.isHeld()) await pause(200)
    this.setAttribute('shows', text)
    await pause(ms)
    return text
  }

  isHeld() {
    return this.closest('h1').matches(':hover') || this.closest('h1').parentElement.matches(':focus-within')
  }
}

/** One quote after the other, until it is paused; held while it is pointed at or focused. */
class QuoteCarousel extends HTMLElement {
  connectedCallback() {
    this.quotes = [...this.querySelectorAll('li')]
    this.dots = [...this.querySelectorAll('.dot')]
    this.pause = this.querySelector('.pause')
    this.pause.hidden = isStill
    this.addEventListener('click', this)
    this.timer = setInterval(() => this.isHeld() || this.show(this.shown() + 1), pace.perQuote)
  }

  disconnectedCallback() {
    this.removeEventListener('click', this)
    clearInterval(this.timer)
  }

  handleEvent({ target }) {
    const button = target.closest('button')
    if (button === this.pause) this.hold(!this.isPaused())
    else if (button) this.choose(this.dots.indexOf(button))
  }

  choose(n) {
    this.hold(true)
    this.show(n)
  }

  hold(isPaused) {
    this.pause.setAttribute('aria-pressed', isPaused)
    this.querySelector('.quotes').setAttribute('aria-live', isPaused ? 'polite' : 'off')
  }

  isPaused() {
    return this.pause.getAttribute('aria-pressed') === 'true'
  }

  isHeld() {
    return isStill || this.isPaused() || this.matches(':hover, :focus-within')
  }

  shown() {
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
    this.look()
  }

  disconnectedCallback() {
    removeEventListener('scroll', this)
  }

  handleEvent({ type }) {
    if (type === 'scroll') this.look()
    else this.go()
  }

  look() {
    this.toggleAttribute('data-offered', scrollY > topIsFar)
  }

  go() {
    scrollTo({ top: 0, behavior: isStill ? 'auto' : 'smooth' })
    document.getElementById('main').focus({ preventScroll: true })
  }
}

customElements.define('type-writer', TypeWriter)
customElements.define('quote-carousel', QuoteCarousel)
customElements.define('back-to-top', BackToTop)

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
