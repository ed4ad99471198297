import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setAccessCodeRequired } from '~/account/accounts/registration.server'
import { createClient, visibleText } from '../../support/client'
import { signedIn } from '../../support/factories'
import { withoutTable } from '../../support/outage'

const screen = '/dashboard/Admin?tab=settings'
const api = '/api/v1/admin/settings'

let admin: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  admin = await signedIn({ traits: ['admin'] })
})
afterEach(() => setAccessCodeRequired(false))

const hasField = async () => (await createClient().visit('/register')).text.includes('name="accessCode"')
const readSwitch = async () => /<button[^>]*role="switch"[^>]*>/.exec((await admin.visit(screen)).text)?.[0]

describe('the switch', () => {
  test('shows whether registration requires a code and sends the opposite value; /register shows the change at once', async () => {
    expect(await readSwitch()).toMatch(/aria-checked="false".*name="requireAccessCode" value="true"/)
    for (const [requireAccessCode, state] of [
      [true, 'enabled'],
      [true, 'enabled'],
      [false, 'disabled'],
    ] as const) {
      const sent = { intent: 'settings', requireAccessCode: String(requireAccessCode) }
      const response = await admin.submit(screen, sent)
      expect(response).toHaveRedirect(screen)
      expect(response).toSendToast(`Access code requirement ${state}`)
      expect(await hasField()).toBe(requireAccessCode)
      const { body } = await createClient().get('/api/v1/settings/registration')
      expect(body).toEqual({ requireAccessCode })
      const attributes = `aria-checked="${requireAccessCode}".*name="requireAccessCode" value="${!requireAccessCode}"`
      expect(await readSwitch()).toMatch(new RegExp(attributes))
    }
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

test('the API changes the setting, and refuses values other than true and false', async () => {
  for (const [requireAccessCode, state] of [
    [true, 'enabled'],
    ['false', 'disabled'],
  ] as const) {
    const stored = { requireAccessCode: requireAccessCode === true }
    const response = await admin.patch(api, { requireAccessCode })
    expect(response.body).toEqual({ msg: `Access code requirement ${state}`, ...stored })
    expect((await admin.get(api)).body).toEqual(stored)
    expect(await hasField()).toBe(stored.requireAccessCode)
  }
  for (const body of [
    {},
    { requireAccessCode: 'yes' },
    { requireAccessCode: null },
    { requireAccessCode: 1 },
  ]) {
    const refused = { status: 400, body: { msg: 'requireAccessCode must be true or false' } }
    expect(await admin.patch(api, body)).toMatchObject(refused)
  }
})
