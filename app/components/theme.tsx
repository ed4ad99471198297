import { useEffect } from 'react'
import { Icon } from './icons'

/** Runs before the first paint, on every page, with and without React: the theme that was chosen, its toggle, and buttons that dismiss. */
const script = `(() => {
  const root = document.documentElement
  const chosen = () => { try { return localStorage.getItem('darkTheme') } catch {} }
  const apply = () => {
    const dark = chosen()
    root.classList.add('js')
    if (dark === 'true' || dark === 'false') root.dataset.theme = dark === 'true' ? 'dark' : 'light'
    else delete root.dataset.theme
  }
  const isDark = () => getComputedStyle(root).getPropertyValue('--is-dark').trim() === 'true'
  apply()
  addEventListener('storage', apply)
  addEventListener('click', (event) => {
    const dismiss = event.target.closest('[data-dismiss]')
    if (dismiss) dismiss.closest(dismiss.dataset.dismiss).remove()
    if (!event.target.closest('[data-theme-toggle]')) return
    const dark = String(!isDark())
    try { localStorage.setItem('darkTheme', dark) } catch {}
    root.dataset.theme = dark === 'true' ? 'dark' : 'light'
  })
})()`

/** Belongs into `<head>`. An error page replaces the whole document, which then needs its theme again. */
export function ThemeScript({ nonce }: { nonce: string | undefined }) {
  useEffect(() => {
    dispatchEvent(new Event('storage'))
  }, [])
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
  )
}

/** Not there without JavaScript. */
export function ThemeToggle() {
  return (
    <button type="button" className="icon-button theme-toggle" data-theme-toggle>
      <span className="in-light">
        <Icon name="moon" />
        <span className="visually-hidden">Switch to dark theme</span>
      </span>
      <span className="in-dark">
        <Icon name="sun" />
        <span className="visually-hidden">Switch to light theme</span>
      </span>
    </button>
  )
}
