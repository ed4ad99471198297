import { expect } from 'vitest'
import type { ClientResponse } from './client'

expect.extend({
  /** The response redirects to `path`. */
  toHaveRedirect({ status, headers }: ClientResponse, path: string) {
    const location = headers.get('Location')
    return {
      pass: status === 302 && location === path,
      message: () => `expected a redirect to ${path}, got ${status} to ${location}`,
    }
  },
  /** The response sets the toast `message` for the next page. */
  toSendToast(response: ClientResponse, message: string) {
    const toast = toastOf(response)
    return { pass: toast === message, message: () => `expected the toast '${message}', got '${toast}'` }
  },
})

function toastOf({ cookies }: ClientResponse) {
  const value = cookies.map((cookie) => /^toast=([^;.]+)/.exec(cookie)?.[1]).find(Boolean)
  if (!value) return undefined
  const session = JSON.parse(Buffer.from(decodeURIComponent(value), 'base64').toString())
  return session.__flash_flash__?.toast?.message
}

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: vitest's own signature
  interface Assertion<T = any> {
    toHaveRedirect(path: string): T
    toSendToast(message: string): T
  }
}
