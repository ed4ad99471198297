/** Served as it stands, to the page without React: writes the words one after the other and ends on the page's own. */
const words = ['friends', 'family', 'clients']
const perLetter = 60
const perWord = 550

customElements.define(
  'type-writer',
  class extends HTMLElement {
    connectedCallback() {
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
      const last = this.textContent
      this.play(last, [...words, last])
    }

    disconnectedCallback() {
      this.removeAttribute('shows')
    }

    async play(first, rest) {
      await pause(1000)
      let shown = first
      for (const word of rest) {
        while (shown !== '') shown = await this.show(shown.slice(0, -1), perLetter / 2)
        while (shown !== word) shown = await this.show(word.slice(0, shown.length + 1), perLetter)
        await pause(perWord)
      }
      this.removeAttribute('shows')
    }

    async show(text, ms) {
      this.setAttribute('shows', text)
      await pause(ms)
      return text
    }
  },
)

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
