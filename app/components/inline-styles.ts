/**
 * Replaces the inline styles of a public document (`entry.server.tsx`) with linked style sheets, so that the style
 * sheets of the next screen follow them in the cascade. Must wait for a navigation: when style sheets change, the
 * browser may replace the fallback font, and text moves.
 */
export async function linkStyles() {
  const inlineStyles = document.querySelector('style[data-until-linked]')
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[media="not all"]')]
  await Promise.all(links.map(applyStyleSheet))
  inlineStyles?.remove()
}

function applyStyleSheet(link: HTMLLinkElement) {
  return new Promise((resolve) => {
    if (link.sheet) resolve(undefined)
    else link.addEventListener('load', resolve)
    link.media = 'all'
  })
}
