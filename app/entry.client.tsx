import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { NonceContext } from '~/base/components/nonce'

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
