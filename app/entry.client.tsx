import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { NonceContext } from '~/components/nonce'

/**
 * Remix suspends its root until the loader data is parsed. A click during that time makes React fail, so hydration
 * starts afterwards. `RemixBrowser` throws the promise of the data.
 */
async function waitForLoaderData() {
  try {
    RemixBrowser({})
  } catch (promise) {
    await promise
  }
}

waitForLoaderData().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <NonceContext.Provider value={document.querySelector('script')?.nonce}>
          <RemixBrowser />
        </NonceContext.Provider>
      </StrictMode>,
    )
  }),
)

/**
 * Replaces the inline styles of a public document (`entry.server.tsx`) with linked style sheets, so that the style
 * sheets of later screens follow them in the cascade.
 */
async function linkStyles(inlineStyles: Element) {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[media="not all"]')]
  await Promise.all(links.map(applyStyleSheet))
  inlineStyles.remove()
}

function applyStyleSheet(link: HTMLLinkElement) {
  return new Promise((resolve) => {
    if (link.sheet) resolve(undefined)
    else link.addEventListener('load', resolve)
    link.media = 'all'
  })
}

const inlineStyles = document.querySelector('style[data-until-linked]')
if (inlineStyles) linkStyles(inlineStyles)
