import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { call, signIn } from './browser'

/** Connects a phone. Resolves to what sends its requests about a card of its address book. */
export async function connectPhone(page: Page, name = 'iPhone') {
  const { Email } = await signIn(page)
  const { password } = await call(page, 'POST', '/api/v1/devices', { name })
  const { _id } = await call(page, 'GET', '/api/v1/users/current-user').then(({ user }) => user)
  const Authorization = `Basic ${Buffer.from(`${Email}:${password}`).toString('base64')}`
  return async (method: 'PUT' | 'DELETE', id: string, card?: string) => {
    const { origin } = new URL(page.url())
    const response = await fetch(`${origin}/dav/${_id}/buds/${id}.vcf`, {
      method,
      headers: { Authorization, 'Content-Type': 'text/vcard; charset=utf-8' },
      ...(card && { body: card }),
    })
    expect(response.ok, `${method}: ${response.status}`).toBe(true)
  }
}

/** A card with a first name alone. */
export const cardOf = (name: string) =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:${name}\r\nFN:${name}\r\nN:;${name};;;\r\nEND:VCARD\r\n`
