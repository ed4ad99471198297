import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addresses, modules } from './support/addresses'
import { createClient } from './support/client'
import { signedIn } from './support/factories'

/** Every URL that the product document names. */
const specified = [
  '/',
  '/blog',
  '/blog/:slug',
  '/register',
  '/login',
  '/forgot-password',
  '/reset-password/:token',
  '/confirm-email/:token',
  '/terms',
  '/privacy-policy',
  '/about',
  '/contact',
  '/robots.txt',
  '/sitemap.xml',
  '/dashboard',
  '/dashboard/AddBud',
  '/dashboard/EditBud/:id',
  '/dashboard/DeleteBud/:id',
  '/dashboard/AllCircles',
  '/dashboard/AddCircle',
  '/dashboard/EditCircle/:id',
  '/dashboard/DeleteCircle/:id',
  '/dashboard/AllEvents',
  '/dashboard/AddEvent',
  '/dashboard/EditEvent/:id',
  '/dashboard/DeleteEvent/:id',
  '/dashboard/Calendar',
  '/dashboard/profile',
  '/dashboard/Admin',
  '/dashboard/subscription',
  '/dashboard/blog',
  '/dashboard/blog/new',
  '/dashboard/blog/edit/:id',
  '/api/v1/auth/register',
  '/api/v1/auth/login',
  '/api/v1/auth/demo',
  '/api/v1/auth/logout',
  '/api/v1/auth/forgot-password',
  '/api/v1/auth/reset-password/:token',
  '/api/v1/settings/registration',
  '/api/v1/users/current-user',
  '/api/v1/users/update-user',
  '/api/v1/subscriptions/status',
  '/api/v1/subscriptions/create-checkout-session',
  '/api/v1/subscriptions/cancel',
  '/api/v1/subscriptions/resume',
  '/webhooks/stripe',
  '/webhooks/postmark',
  '/jobs/expire-trials',
  '/api/v1/buds',
  '/api/v1/buds/:id',
  '/api/v1/circles',
  '/api/v1/circles/:id',
  '/api/v1/events',
  '/api/v1/events/:id',
  '/api/v1/blog/admin',
  '/api/v1/blog/admin/all',
  '/api/v1/blog/admin/:id',
  '/api/v1/blog',
  '/api/v1/blog/tags',
  '/api/v1/blog/:slug',
  '/api/v1/admin/access-codes',
  '/api/v1/admin/settings',
  '/api/v1/admin/users',
  '/api/v1/admin/users/:id/toggle-test',
]

test('every module in app/routes is in the table, and every module in the table is there', () => {
  const files = readdirSync('app/routes', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.replace('app/', ''))
  expect(modules.toSorted()).toEqual(files.toSorted())
})

test.each(specified)('%s is in the table', (address) => {
  expect(addresses).toContain(address)
})

test.each([
  ['/LOGIN', 200],
  ['/BLOG', 200],
  ['/Blog/RSS.xml', 200],
  ['/api/v1/Blog/TAGS', 200],
  ['/Forgot-Password', 200],
  ['/PRIVACY-policy', 200],
  ['/Terms', 200],
  ['/Robots.TXT', 200],
  ['/DASHBOARD/addbud', 200],
  ['/dashboard/ADDBUD', 200],
  ['/API/V1/Users/Current-User', 200],
  ['/api/v1/BUDS', 200],
  ['/dashboard/allcircles', 200],
  ['/dashboard/allevents', 200],
  ['/dashboard/calendar', 200],
  ['/Dashboard/addcircle', 200],
  ['/dashboard/ADDEVENT', 200],
  ['/API/v1/Circles', 200],
  ['/Dashboard/SUBSCRIPTION', 200],
  ['/API/v1/Subscriptions/STATUS', 200],
  ['/api/V1/EVENTS', 200],
])('%s is reached in any letter case', async (address, status) => {
  const user = await signedIn()
  expect((await user.visit(address)).status).toBe(status)
})

test("an unknown address shows 'Page Not Found' with a link to /dashboard", async () => {
  const answer = await createClient().visit('/no-such-page')
  expect(answer.status).toBe(404)
  expect(answer.text).toContain('Page Not Found')
  expect(answer.text).toContain('We can&#x27;t seem to find the page you are looking for!')
  expect(answer.text).toMatch(/<a[^>]+href="\/dashboard"/)
})

test.each([
  '/api/v1',
  '/api/v1/',
  '/api/v1/no-such',
  '/API/v1/no/such',
  '/api/v1/buds/1/2',
  '/api/v1/circle',
  '/api/v1/events/1/2',
])('an unknown address of the API is a 404 in JSON: %s', async (address) => {
  const answer = await createClient().get(address)
  expect(answer.status).toBe(404)
  expect(answer.body).toEqual({ msg: expect.any(String) })
})
