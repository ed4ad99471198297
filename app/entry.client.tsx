import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { NonceContext } from '~/components/nonce'

/**
 * Remix suspends its root until what the loaders answered is read. React fails on a click that comes meanwhile, so it
 * begins when there is nothing to wait for.
 */
async function dataIsRead() {
  try {
    RemixBrowser({})
  } catch (suspended) {
    await suspended
  }
}

dataIsRead().then(() =>
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

/** A first page came with its styles inside (`styles.server.ts`); the sheets of further ones need them where they belong. */
async function linkStyles(inside: Element) {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[media="not all"]')]
  await Promise.all(links.map(applied))
  inside.remove()
}

function applied(link: HTMLLinkElement) {
  return new Promise((resolve) => {
    if (link.sheet) resolve(undefined)
    else link.addEventListener('load', resolve)
    link.media = 'all'
  })
}

const inside = document.querySelector('style[data-until-linked]')
if (inside) linkStyles(inside)
