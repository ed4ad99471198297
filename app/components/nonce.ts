import { createContext } from 'react'

/** What the policy of this document lets its own scripts and styles be known by, whatever later loads bring. */
export const NonceContext = /* @__PURE__ */ createContext<string | undefined>(undefined)
