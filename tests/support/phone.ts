import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { call, signIn } from './browser'

/** Connects a phone. Resolves to what sends its requests about cards of its address book. */
export async function connectPhone(page: Page, name = 'iPhone') {
  const { Email } = await signIn(page)
  const { password } = await call(page, 'POST', '/api/v1/devices', { name })
  const { user } = await call(page, 'GET', '/api/v1/users/current-user')
  const headers = {
    Authorization: `Basic ${Buffer.from(`${Email}:${password}`).toString('base64')}`,
    'Content-Type': 'text/vcard; charset=utf-8',
  }
  async function send(method: 'PUT' | 'DELETE', id: string, data?: string) {
    // The request context knows the server before a page is open.
    const path = `/dav/${user._id}/buds/${id}.vcf`
    const response = await page.request.fetch(path, { method, headers, ...(data && { data }) })
    expect(response.ok(), `${method}: ${response.status()}`).toBe(true)
  }
  return {
    /** Sends a card with a first name alone. */
    put: (id: string, name: string) => send('PUT', id, cardOf(id, name)),
    remove: (id: string) => send('DELETE', id),
  }
}

const cardOf = (id: string, name: string) =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:urn:uuid:${id}\r\nFN:${name}\r\nN:;${name};;;\r\nEND:VCARD\r\n`
