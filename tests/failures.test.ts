import { describe, expect, test, vi } from 'vitest'
import { log } from '~/base/node/log.server'
import { createClient, visibleText } from './support/client'
import { isRemote } from './support/database'
import { createBud, signedIn } from './support/factories'
import { withoutTable } from './support/outage'
import { kindsWithBuds } from './support/parity'
import { records } from './support/records'

describe('an internal error', () => {
  test.each(records)(
    'redirects from the form and the deletion of a $one to the list with a message',
    async ({ many, edit, remove, saved, api, create }) => {
      const user = await signedIn()
      const { _id } = await create(user.user)
      await withoutTable(many, async () => {
        for (const response of [
          await user.visit(`${edit}/${_id}`),
          await user.submit(`${remove}/${_id}`, {}),
        ]) {
          expect(response).toHaveRedirect(saved)
          expect(response).toSendToast('Something went wrong')
        }
      })
      expect((await user.get(`${api}/${_id}`)).status).toBe(200)
    },
  )

  test.each(records)(
    'shows the failure of the list of $many inside the dashboard',
    async ({ many, list }) => {
      const user = await signedIn()
      await withoutTable(many, async () => {
        const page = await user.visit(list)
        expect(page.status).toBe(500)
        expect(visibleText(page)).toContain(`Failed to fetch ${many} Try again`)
        expect(page.text).toContain('<nav id="sidebar"')
      })
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

  // The log of another process cannot be observed.
  test.skipIf(isRemote)('is logged with the id that the response has', async () => {
    const user = await signedIn()
    const child = vi.spyOn(log, 'child')
    await withoutTable('buds', async () => {
      const { headers } = await user.get('/api/v1/buds')
      expect(child).toHaveBeenCalledWith({ requestId: headers.get('X-Request-Id') })
    })
    child.mockRestore()
  })

  test.each(kindsWithBuds)('returns the form of a $one with everything that was typed', async (group) => {
    const user = await signedIn()
    const ada = await createBud(user.user, { Firstname: 'Ada', Surname: 'King' })
    await withoutTable(group.many, async () => {
      const page = await user.submit(group.add, { ...group.asForm, selectedBuds: ada._id })
      expect(page.status).toBe(500)
      expect(visibleText(page)).toContain(
        group.one === 'event' ? 'Error creating event' : 'Something went wrong',
      )
      expect(visibleText(page)).toContain('Ada King')
      expect(page.text).toContain(`value="${group.asForm.Name}"`)
    })
  })

  test('redirects to the login with a message if the demo account cannot be opened', async () => {
    await withoutTable('users', async () => {
      const response = await createClient().submit('/login', { intent: 'demo' })
      expect(response).toHaveRedirect('/login')
      expect(response).toSendToast('Something went wrong')
    })
  })
})

test('the error page reports a body that is too large or not a form, and a disallowed method', async () => {
  const client = createClient()
  const text = { headers: { 'Content-Type': 'text/plain' }, body: 'a' }
  for (const [response, status] of [
    [await client.send('POST', '/login', text), 415],
    [await client.submit('/login', { Email: 'a'.repeat(3_000_000) }), 413],
    [await client.submit('/', {}), 405],
  ] as const) {
    expect(response.status).toBe(status)
    expect(visibleText(response)).toMatch(
      /Error Page (This request could not be understood\.|Error Page Method not allowed)/,
    )
  }
})
