import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createClient } from './support/client'
import { signedIn } from './support/factories'
import { modules, paths } from './support/routes'

/** Every URL that the product document names. */
const specified = `
  / /blog /blog/:slug /register /login /forgot-password /reset-password/:token /confirm-email/:token
  /terms /privacy-policy /about /contact /robots.txt /sitemap.xml
  /dashboard /dashboard/AddBud /dashboard/EditBud/:id /dashboard/DeleteBud/:id /dashboard/AllCircles
  /dashboard/AddCircle /dashboard/EditCircle/:id /dashboard/DeleteCircle/:id /dashboard/AllEvents
  /dashboard/AddEvent /dashboard/EditEvent/:id /dashboard/DeleteEvent/:id /dashboard/Calendar
  /dashboard/profile /dashboard/Admin /dashboard/subscription
  /dashboard/blog /dashboard/blog/new /dashboard/blog/edit/:id
  /api/v1/auth/register /api/v1/auth/login /api/v1/auth/demo /api/v1/auth/logout
  /api/v1/auth/forgot-password /api/v1/auth/reset-password/:token
  /api/v1/settings/registration
  /api/v1/users/current-user /api/v1/users/update-user
  /api/v1/subscriptions/status /api/v1/subscriptions/create-checkout-session
  /api/v1/subscriptions/cancel /api/v1/subscriptions/resume
  /webhooks/stripe /webhooks/postmark /jobs/expire-trials
  /api/v1/buds /api/v1/buds/:id
  /api/v1/circles /api/v1/circles/:id
  /api/v1/events /api/v1/events/:id
  /api/v1/blog/admin /api/v1/blog/admin/all /api/v1/blog/admin/:id /api/v1/blog /api/v1/blog/tags
  /api/v1/blog/:slug
  /api/v1/admin/access-codes /api/v1/admin/settings /api/v1/admin/users
  /api/v1/admin/users/:id/toggle-test
`
  .trim()
  .split(/\s+/)

test('the route table has every module in app/routes and no other', () => {
  const files = readdirSync('app/routes', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.replace('app/', ''))
  expect(modules.toSorted()).toEqual(files.toSorted())
})

test.each(specified)('%s is in the route table', (path) => {
  expect(paths).toContain(path)
})

const otherLetterCases = `
  /LOGIN /BLOG /Blog/RSS.xml /api/v1/Blog/TAGS /Forgot-Password /PRIVACY-policy /Terms /Robots.TXT
  /DASHBOARD/addbud /dashboard/ADDBUD /API/V1/Users/Current-User /api/v1/BUDS /dashboard/allcircles
  /dashboard/allevents /dashboard/calendar /Dashboard/addcircle /dashboard/ADDEVENT /API/v1/Circles
  /Dashboard/SUBSCRIPTION /API/v1/Subscriptions/STATUS /api/V1/EVENTS
`
  .trim()
  .split(/\s+/)

test.each(otherLetterCases)('%s responds in any letter case', async (path) => {
  expect((await (await signedIn()).visit(path)).status).toBe(200)
})

test("an unknown URL shows 'Page Not Found' with a link to /dashboard", async () => {
  const response = await createClient().visit('/no-such-page')
  expect(response.status).toBe(404)
  expect(response.text).toContain('Page Not Found')
  expect(response.text).toContain('We can&#x27;t seem to find the page you are looking for!')
  expect(response.text).toMatch(/<a[^>]+href="\/dashboard"/)
})

test.each([
  '/api/v1',
  '/api/v1/',
  '/api/v1/no-such',
  '/API/v1/no/such',
  '/api/v1/buds/1/2',
  '/api/v1/circle',
  '/api/v1/events/1/2',
])('an unknown API path gets a 404 in JSON: %s', async (path) => {
  const response = await createClient().get(path)
  expect(response.status).toBe(404)
  expect(response.body).toEqual({ msg: expect.any(String) })
})
