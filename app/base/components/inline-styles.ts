/**
 * Replaces the `<style>` element of a public document (`entry.server.tsx`) with linked style sheets, so that the style
 * sheets of the next screen come later in the cascade. Not called before a navigation starts: a change of style sheets
 * can make the browser replace the fallback font, which moves the text that the user is reading.
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
