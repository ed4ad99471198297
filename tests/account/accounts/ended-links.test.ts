import { expect, test } from 'vitest'
import { createClient, visibleText } from '../../support/client'

test.each([
  ['/verify-email', 'Ask for another with your reminders. Reminders', '/dashboard/reminders'],
  ['/confirm-email', 'Change the address again on your profile. Profile', '/dashboard/profile'],
  ['/keep-email', 'If the account is not safe, write to us. Contact', '/contact'],
  ['/unsubscribe', 'Choose the mails that you get with your reminders. Reminders', '/dashboard/reminders'],
  ['/rsvp', 'Ask the person who sent it to you. Home', '/'],
  ['/update', 'Ask the person who sent it to you. Home', '/'],
])('a link %s that has ended says what to do instead', async (path, words, to) => {
  const client = createClient()
  for (const page of [await client.visit(`${path}/ended`), await client.submit(`${path}/ended`, {})]) {
    expect(page.status).toBe(404)
    expect(visibleText(page)).toContain(words)
    expect(page.text).toMatch(new RegExp(`<a class="button"[^>]* href="${to}"`))
  }
})
