import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setAccessCodeRequired } from '~/accounts/registration.server'
import { createClient, visibleText } from '../support/client'
import { signedIn } from '../support/factories'
import { withoutTable } from '../support/outage'

type Client = Awaited<ReturnType<typeof signedIn>>

const screen = '/dashboard/Admin?tab=settings'
const api = '/api/v1/admin/settings'

let admin: Client

beforeEach(async () => {
  admin = await signedIn({ traits: ['admin'] })
})
afterEach(() => setAccessCodeRequired(false))

const hasField = async () => (await createClient().visit('/register')).text.includes('name="accessCode"')
const switchIn = ({ text }: { text: string }) => /<button[^>]*role="switch"[^>]*>/.exec(text)?.[0] ?? ''

describe('the switch', () => {
  test('shows whether registration requires a code, and /register follows at once', async () => {
    for (const [value, msg] of [
      ['true', 'Access code requirement enabled'],
      ['true', 'Access code requirement enabled'],
      ['false', 'Access code requirement disabled'],
    ] as const) {
      const response = await admin.submit(screen, { intent: 'settings', requireAccessCode: value })
      expect(response).toHaveRedirect(screen)
      expect(response).toSendToast(msg)
      expect(await hasField()).toBe(value === 'true')
      expect(switchIn(await admin.visit(screen))).toContain(`aria-checked="${value}"`)
      expect((await createClient().get('/api/v1/settings/registration')).body).toEqual({
        requireAccessCode: value === 'true',
      })
    }
  })

  test('sends the opposite of its value', async () => {
    expect(switchIn(await admin.visit(screen))).toMatch(/name="requireAccessCode" value="true"/)
    await setAccessCodeRequired(true)
    expect(switchIn(await admin.visit(screen))).toMatch(/name="requireAccessCode" value="false"/)
  })

  test("shows 'Failed to update settings' when saving fails; when the setting cannot be loaded, the tab shows an error", async () => {
    await withoutTable('settings', async () => {
      const response = await admin.submit(screen, { intent: 'settings', requireAccessCode: 'true' })
      expect(response).toHaveRedirect(screen)
      expect(response).toSendToast('Failed to update settings')
      const page = await admin.visit(screen)
      expect(page.status).toBe(500)
      expect(visibleText(page)).toContain('Admin Access Codes Users Settings')
    })
  })
})

test('there are no other settings', async () => {
  expect(visibleText(await admin.visit(screen))).toContain('More system settings are coming soon.')
})

describe('the API', () => {
  test('reads and changes the setting', async () => {
    expect(await admin.get(api)).toMatchObject({ status: 200, body: { requireAccessCode: false } })
    expect(await admin.patch(api, { requireAccessCode: true })).toMatchObject({
      status: 200,
      body: { msg: 'Access code requirement enabled', requireAccessCode: true },
    })
    expect((await admin.get(api)).body).toEqual({ requireAccessCode: true })
    expect(await hasField()).toBe(true)
    const off = await admin.send('PATCH', api, { body: new URLSearchParams({ requireAccessCode: 'false' }) })
    expect(off.body).toEqual({ msg: 'Access code requirement disabled', requireAccessCode: false })
  })

  test.each([{}, { requireAccessCode: 'yes' }, { requireAccessCode: null }, { requireAccessCode: 1 }])(
    'refuses %j',
    async (body) => {
      expect(await admin.patch(api, body)).toMatchObject({
        status: 400,
        body: { msg: 'requireAccessCode must be true or false' },
      })
    },
  )
})
