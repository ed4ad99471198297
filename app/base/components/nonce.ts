import { createContext } from 'react'

/** The CSP nonce of this document. It stays the same across client-side navigations. */
export const NonceContext = /* @__PURE__ */ createContext<string | undefined>(undefined)
