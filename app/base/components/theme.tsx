import { useEffect } from 'react'
import { Icon } from './icons'

/**
 * Runs on every page before the first paint, hydrated or not. Applies the stored theme and handles the theme toggle,
 * `data-dismiss` buttons, and popovers that close when one of their links is followed.
 */
export const themeScript = `(() => {
  const page = () => document.documentElement
  const stored = () => { try { return localStorage.getItem('darkTheme') } catch {} }
  const isDark = () => getComputedStyle(page()).getPropertyValue('--is-dark').trim() === 'true'
  const apply = (dark) => {
    page().classList.add('js')
    if (self.PublicKeyCredential) page().classList.add('webauthn')
    if (dark === 'true') page().dataset.theme = 'dark'
    else if (dark === 'false') page().dataset.theme = 'light'
    else delete page().dataset.theme
  }
  apply(stored())
  addEventListener('storage', () => apply(stored()))
  addEventListener('click', ({ target }) => {
    if (target.closest('.prose')) return
    const dismiss = target.closest('[data-dismiss]')
    if (dismiss) dismiss.closest(dismiss.dataset.dismiss).remove()
    target.closest('[popover] a')?.closest('[popover]').hidePopover?.()
    if (!target.closest('[data-theme-toggle]')) return
    const dark = String(!isDark())
    try { localStorage.setItem('darkTheme', dark) } catch {}
    apply(dark)
  })
})()`

/** Belongs in `<head>`. An error page replaces the whole document, so the effect applies the theme again. */
export function ThemeScript({ nonce }: { nonce: string | undefined }) {
  useEffect(() => {
    dispatchEvent(new Event('storage'))
  }, [])
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? themeScript : '' }}
    />
  )
}

/** Hidden without JavaScript. */
export function ThemeToggle() {
  return (
    <button type="button" className="icon-button theme-toggle" data-theme-toggle>
      <span className="in-light">
        <Icon name="moon" label="Switch to dark theme" />
      </span>
      <span className="in-dark">
        <Icon name="sun" label="Switch to light theme" />
      </span>
    </button>
  )
}
