import { expect, test } from 'vitest'
import { databaseEnv } from '../support/create-database.mjs'
import { startServer } from '../support/server.mjs'

const admin = { ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: 'Blue-Heron-42' }

test('over HTTPS every cookie has the prefix __Host- and is accepted', async () => {
  const env = { ...(await databaseEnv('cookies')), ...admin }
  const app = await startServer({ ...env, APP_URL: 'https://budkeeper.example' })
  const login = await fetch(`${app.url}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ Email: admin.ADMIN_EMAIL, Password: admin.ADMIN_PASSWORD }),
  })
  const cookies = login.headers.getSetCookie()
  const names = cookies.map((cookie) => cookie.split('=')[0])
  expect(names.sort()).toEqual(['__Host-browser', '__Host-session', '__Host-toast'])
  for (const cookie of cookies) {
    expect(cookie.split('; ')).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'Path=/']))
    expect(cookie).not.toContain('Domain')
  }
  const Cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ')
  const screen = await fetch(`${app.url}/dashboard`, { headers: { Cookie }, redirect: 'manual' })
  expect(screen.status).toBe(200)
  expect(await screen.text()).toContain('Login successful')
  await app.stop()
})
