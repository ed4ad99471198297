import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import type { Client } from '../../support/client'
import { signedIn } from '../../support/factories'

const profile = '/dashboard/profile'
const save = (client: Client, findKey?: 'on') =>
  client.submit(profile, { intent: 'find-key', ...(findKey && { findKey }) })

/** Whether the checkbox of the profile is checked, and whether the top bar of the dashboard has the hint. */
async function keyOf(client: Client) {
  const { document } = new JSDOM((await client.visit(profile)).text).window
  const box = document.querySelector<HTMLInputElement>('input[name=findKey]')
  const dashboard = new JSDOM((await client.visit('/dashboard')).text).window.document
  return { box: box?.checked, hint: dashboard.querySelector('.find-key') !== null }
}

test('the key / is on by default; the profile switches it off and on again', async () => {
  const client = await signedIn()
  expect(await keyOf(client)).toEqual({ box: true, hint: true })
  const off = await save(client)
  expect(off).toHaveRedirect(profile)
  expect(off).toSendToast('Keyboard settings updated successfully')
  expect(await keyOf(client)).toEqual({ box: false, hint: false })
  await save(client, 'on')
  expect(await keyOf(client)).toEqual({ box: true, hint: true })
})

test('a cookie remembers the choice for a year, for the server only', async () => {
  const client = await signedIn()
  const { cookies } = await save(client)
  const cookie = cookies.find((one) => one.startsWith('find-key=')) ?? ''
  expect(cookie.split('; ').slice(1)).toEqual(
    expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=31536000']),
  )
})

test('a cookie that the server did not sign is ignored', async () => {
  const client = await signedIn()
  client.storeCookie(`find-key=${Buffer.from('"off"').toString('base64')}.forged; Path=/`)
  expect(await keyOf(client)).toEqual({ box: true, hint: true })
})

test('the demo account may switch the key off, and the choice changes no stored data', async () => {
  const client = await signedIn({ traits: ['demo'] })
  const user = async () => (await client.get('/api/v1/users/current-user')).body
  const before = await user()
  await save(client)
  expect(await keyOf(client)).toEqual({ box: false, hint: false })
  expect(await user()).toEqual(before)
})
