import { mkdirSync } from 'node:fs'
import { makeReady } from './ready.mjs'

/** Takes the pictures of the README from the running app with its sample contents. */
makeReady({ build: true })

const { chromium } = await import('playwright-core')
const { findChromium } = await import('../tests/support/chromium.mjs')
const { startServer } = await import('../tests/support/server.mjs')

const pictures = [
  { name: 'landing', path: '/', width: 1280, height: 800 },
  { name: 'buds', path: '/dashboard', width: 1280, height: 800 },
  { name: 'calendar', path: '/dashboard/Calendar', width: 1280, height: 800 },
  {
    name: 'calendar-dark',
    path: '/dashboard/Calendar?view=week',
    width: 1280,
    height: 800,
    colorScheme: 'dark',
  },
  { name: 'bud', path: '/dashboard?search=Bo&sort=A-Z', open: 'View / Edit', width: 1280, height: 800 },
  {
    name: 'circle',
    path: '/dashboard/AllCircles?search=Ashdowns',
    open: 'View / Edit',
    show: 'Common Hobbies',
    width: 1280,
    height: 800,
  },
  { name: 'phone', path: '/dashboard', width: 360, height: 720 },
]
const folder = 'docs/pictures'
mkdirSync(folder, { recursive: true })

const server = await startServer({ DATA_DIR: ':memory:' })
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const { name, path, open, show, width, height, colorScheme = 'light' } of pictures) {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width, height }, colorScheme })
  const page = await context.newPage()
  if (path.startsWith('/dashboard')) await context.request.post('/api/v1/auth/demo')
  await page.goto(path, { waitUntil: 'networkidle' })
  if (open) {
    await page.getByRole('link', { name: open }).first().click()
    await page.waitForLoadState('networkidle')
  }
  if (show) await page.getByText(show).evaluate((text) => text.scrollIntoView({ block: 'center' }))
  await page.screenshot({ path: `${folder}/${name}.png` })
  await context.close()
}
await browser.close()
await server.stop()
