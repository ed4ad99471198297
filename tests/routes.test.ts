import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createClient } from './support/client'
import { signedIn } from './support/factories'
import { modules, paths } from './support/routes'

test('the route table has every module in app/routes and no other', () => {
  const files = readdirSync('app/routes', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.replace('app/', ''))
  expect(modules.toSorted()).toEqual(files.toSorted())
})

test('the browser tests open every screen of the dashboard', () => {
  const subscription = readFileSync('tests/support/subscription-screen.ts', 'utf8')
  const files = readdirSync('tests/browser').map((name) => readFileSync(`tests/browser/${name}`, 'utf8'))
  const screens = paths.filter((path) => /^\/dashboard(?!\/(Delete|\*))/.test(path))
  expect(screens.length).toBeGreaterThan(10)
  const text = files.join() + subscription
  for (const path of screens)
    expect.soft(text.includes(path.replace('/:id', '')), `${path} is in a file of tests/browser`).toBe(true)
})

const otherLetterCases = `
  /LOGIN /BLOG /Blog/RSS.xml /api/v1/Blog/TAGS /Forgot-Password /PRIVACY-policy /Terms /Robots.TXT
  /DASHBOARD/addbud /dashboard/ADDBUD /API/V1/Users/Current-User /api/v1/BUDS /dashboard/allcircles
  /dashboard/allevents /dashboard/calendar /Dashboard/addcircle /dashboard/ADDEVENT /API/v1/Circles
  /Dashboard/SUBSCRIPTION /API/v1/Subscriptions/STATUS /api/V1/EVENTS
`
  .trim()
  .split(/\s+/)

test('a path responds in any letter case', async () => {
  const user = await signedIn()
  for (const path of otherLetterCases) expect((await user.visit(path)).status, path).toBe(200)
})

test("an unknown URL shows 'Page Not Found' with a link to /dashboard", async () => {
  const response = await createClient().visit('/no-such-page')
  expect(response.status).toBe(404)
  expect(response.text).toContain('Page Not Found')
  expect(response.text).toContain('We can&#x27;t seem to find the page you are looking for!')
  expect(response.text).toMatch(/<a[^>]+href="\/dashboard"/)
})

test('an unknown URL below /dashboard keeps the bars, and sends visitors to /', async () => {
  const response = await (await signedIn()).visit('/dashboard/no/such-page')
  expect(response.status).toBe(404)
  expect(response.text).toContain('Page Not Found')
  expect(response.text).toContain('id="sidebar"')
  expect((await createClient().visit('/dashboard/no/such-page')).headers.get('Location')).toBe('/')
})

test('each screen of the demo account says that it is one, and leads to /register', async () => {
  const note = /Demo account\..*<a[^>]+href="\/register"/
  const demo = await signedIn({ traits: ['demo'] })
  for (const path of ['/dashboard', '/dashboard/Today', '/dashboard/AddEvent'])
    expect((await demo.visit(path)).text, path).toMatch(note)
  expect((await (await signedIn()).visit('/dashboard')).text).not.toMatch(note)
})

test('an unknown API path gets a 404 in JSON', async () => {
  for (const path of ['/api/v1', '/api/v1/', '/API/v1/no/such', '/api/v1/buds/1/2', '/api/v1/circle']) {
    const response = await createClient().get(path)
    expect([path, response.status]).toEqual([path, 404])
    expect(response.body).toEqual({ msg: expect.any(String) })
  }
})
