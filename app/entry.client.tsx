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
