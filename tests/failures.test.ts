import { describe, expect, test } from 'vitest'
import { createClient, visibleText } from './support/client'
import { createBud, signedIn } from './support/factories'
import { withoutTable } from './support/outage'
import { budRowsOf, groups } from './support/parity'

describe('an internal error', () => {
  test('redirects from the form of a bud to the list with a message', async () => {
    const user = await signedIn()
    const bud = await createBud(user.user)
    await withoutTable('buds', async () => {
      const response = await user.visit(`/dashboard/EditBud/${bud._id}`)
      expect(response).toHaveRedirect('/dashboard')
      expect(response).toSendToast('Something went wrong')
    })
  })

  test('redirects from the deletion of a bud to the list with a message', async () => {
    const user = await signedIn()
    const bud = await createBud(user.user)
    await withoutTable('buds', async () => {
      const response = await user.submit(`/dashboard/DeleteBud/${bud._id}`, {})
      expect(response).toHaveRedirect('/dashboard')
      expect(response).toSendToast('Something went wrong')
    })
    expect(await budRowsOf(user.user)).toHaveLength(1)
  })

  test.each(groups)(
    'redirects from the form and the deletion of a $one to the list with a message',
    async (group) => {
      const user = await signedIn()
      const { _id } = await group.create(user.user)
      await withoutTable(group.many, async () => {
        for (const response of [
          await user.visit(`${group.edit}/${_id}`),
          await user.submit(`${group.remove}/${_id}`, {}),
        ]) {
          expect(response).toHaveRedirect(group.saved)
          expect(response).toSendToast('Something went wrong')
        }
      })
      expect((await user.get(`${group.api}/${_id}`)).status).toBe(200)
    },
  )

  test('shows the error of a screen inside the dashboard', async () => {
    const user = await signedIn()
    await withoutTable('buds', async () => {
      const page = await user.visit('/dashboard/AddCircle')
      expect(page.status).toBe(500)
      expect(page.text).toContain('<title>Error Page · Budkeeper</title>')
      expect(visibleText(page)).toContain('Error Page')
      expect(page.text).toContain('<nav id="sidebar"')
    })
  })

  test.each(groups)('returns the form of a $one with everything that was typed', async (group) => {
    const user = await signedIn()
    const ada = await createBud(user.user, { Firstname: 'Ada', Surname: 'King' })
    await withoutTable(group.many, async () => {
      const page = await user.submit(group.add, { ...group.asForm, selectedBuds: ada._id })
      expect(page.status).toBe(500)
      expect(visibleText(page)).toContain('Something went wrong')
      expect(visibleText(page)).toContain('Ada King')
      expect(page.text).toContain(`value="${group.asForm.Name}"`)
    })
  })

  test('redirects from the demo account to the login with a message', async () => {
    await withoutTable('users', async () => {
      const response = await createClient().submit('/login', { intent: 'demo' })
      expect(response).toHaveRedirect('/login')
      expect(response).toSendToast('Something went wrong')
    })
  })
})

describe('the error page', () => {
  const page = (path: string, method: string, type: string, body: string) =>
    createClient().send(method, path, { headers: { 'Content-Type': type }, body })

  test.each([
    ['a body that is not a form', 415, () => page('/login', 'POST', 'text/plain', 'a')],
    [
      'a form that is too large',
      413,
      () => createClient().submit('/login', { Email: 'a'.repeat(3_000_000) }),
    ],
    ['a method that is not allowed', 405, () => page('/', 'POST', 'application/x-www-form-urlencoded', '')],
  ])('reports %s as an error of the client', async (_what, status, send) => {
    const response = await send()
    expect(response.status).toBe(status)
    expect(visibleText(response)).toMatch(
      /Error Page (This request could not be understood\.|Error Page Method not allowed)/,
    )
  })
})
