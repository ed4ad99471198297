import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { NonceContext } from '~/components/nonce'

/**
 * Remix suspends its root until the loader data is parsed, and React fails on a click during that time. So hydration
 * starts after it.
 */
async function loaderDataParsed() {
  try {
    RemixBrowser({})
  } catch (suspended) {
    await suspended
  }
}

loaderDataParsed().then(() =>
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
 * A document has its styles inline (`styles.server.ts`). The style sheets of later screens need them linked, for the order
 * of the cascade.
 */
async function linkStyles(inlineStyles: Element) {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[media="not all"]')]
  await Promise.all(links.map(applied))
  inlineStyles.remove()
}

function applied(link: HTMLLinkElement) {
  return new Promise((resolve) => {
    if (link.sheet) resolve(undefined)
    else link.addEventListener('load', resolve)
    link.media = 'all'
  })
}

const inlineStyles = document.querySelector('style[data-until-linked]')
if (inlineStyles) linkStyles(inlineStyles)
