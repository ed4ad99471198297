import { expect, test } from 'vitest'
import { type Client, createClient, visibleText } from '../../support/client'
import { password, signedIn, signedInAs } from '../../support/factories'
import { mailsTo, mailTo, resetTokenIn } from '../../support/mailbox'

const path = '/api/v1/auth/change-password'
const newPassword = 'Green-Heron-43'
const statusOf = async (client: Pick<Client, 'get'>) => (await client.get('/api/v1/buds')).status
const logIn = async (Email: string, Password: string) =>
  (await createClient().post('/api/v1/auth/login', { Email, Password })).status

test.each(['form', 'api'])(
  'a change by the %s ends the other sessions and reset links, and is mailed',
  async (by) => {
    const client = await signedIn()
    const { _id, Email } = client.user
    const other = await signedInAs(_id)
    await createClient().post('/api/v1/auth/forgot-password', { Email })
    const token = resetTokenIn(await mailTo(Email))
    const msg = 'Password changed successfully'
    if (by === 'api')
      expect(await client.post(path, { password, newPassword })).toMatchObject({ status: 200, body: { msg } })
    else {
      const response = await client.submit('/dashboard/security', {
        intent: 'password',
        password,
        newPassword,
      })
      expect(response).toHaveRedirect('/dashboard/security')
      expect(response).toSendToast(msg)
    }
    expect([await statusOf(client), await statusOf(other)]).toEqual([200, 401])
    expect([await logIn(Email, password), await logIn(Email, newPassword)]).toEqual([401, 200])
    const chosen = { password: 'Red-Heron-44', confirmPassword: 'Red-Heron-44' }
    expect((await createClient().post(`/api/v1/auth/reset-password/${token}`, chosen)).status).toBe(400)
    const mail = await mailTo(Email, { tag: 'password-changed' })
    for (const body of [mail.TextBody, mail.HtmlBody])
      expect(body).toContain('all other devices were signed out')
  },
)

test('a wrong password is 401, a new one that registration refuses 400, and nothing changes', async () => {
  const client = await signedIn()
  const { Email } = client.user
  const other = await signedInAs(client.user._id)
  const wrong = 'The password is wrong'
  expect(await client.post(path, { password: 'x', newPassword })).toMatchObject({
    status: 401,
    body: { msg: wrong, errors: { password: [wrong] } },
  })
  for (const [chosen, msg] of [
    ['short', 'Password must be at least 8 characters'],
    ['x'.repeat(129), 'Password must be at most 128 characters'],
    ['password123', 'This password is too common'],
    [undefined, 'Password must be at least 8 characters'],
  ]) {
    expect(await client.post(path, { password, newPassword: chosen })).toMatchObject({
      status: 400,
      body: { msg, errors: { newPassword: [msg] } },
    })
    const screen = await client.submit('/dashboard/security', {
      intent: 'password',
      password,
      newPassword: chosen ?? '',
    })
    expect([screen.status, screen.text.includes(msg ?? '')]).toEqual([400, true])
    expect(screen.text).not.toContain(password)
  }
  expect([await statusOf(other), await logIn(Email, password)]).toEqual([200, 200])
  expect(await mailsTo(Email)).toEqual([])
})

test('the screen says that API tokens and feeds stay, and they do', async () => {
  const client = await signedIn()
  const { secret } = (await client.post('/api/v1/tokens', { name: 'x', scope: 'read' })).body
  const { url } = (await client.post('/api/v1/feeds', { kind: 'all' })).body
  expect(visibleText(await client.visit('/dashboard/security'))).toContain(
    'Passkeys stay: you can remove them below. So do API tokens, calendar feeds and webhooks: see Developers',
  )
  await client.post(path, { password, newPassword })
  const headers = { Authorization: `Bearer ${secret}` }
  expect((await createClient().send('GET', '/api/v1/buds', { headers })).status).toBe(200)
  expect((await createClient().get(new URL(url).pathname)).status).toBe(200)
})

test('guesses at the password count with those at the login', async () => {
  const client = await signedIn()
  for (let n = 0; n < 3; n++)
    expect((await client.post(path, { password: 'x', newPassword })).status).toBe(401)
  for (let n = 0; n < 2; n++) expect(await logIn(client.user.Email, 'not the password')).toBe(401)
  const response = await client.post(path, { password, newPassword })
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
})

test('the demo account is refused, whatever the body', async () => {
  const demo = await signedIn({ traits: ['demo'] })
  for (const body of [{}, { password, newPassword }]) {
    expect(await demo.post(path, body)).toMatchObject({
      status: 403,
      body: { msg: 'The demo account cannot be changed' },
    })
  }
})
