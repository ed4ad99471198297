import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { makeReady } from './ready.mjs'

/**
 * Takes screenshots of the running app with its sample data: those of the README, those of the landing page in both
 * themes, and the preview image for social networks.
 */
makeReady({ build: true })

const { default: sharp } = await import('sharp')
const { chromium } = await import('playwright-core')
const { findChromium } = await import('../tests/support/chromium.mjs')
const { startServer } = await import('../tests/support/server.mjs')

const desktop = { width: 1280, height: 800 }
const readme = [
  { name: 'landing', path: '/', ...desktop },
  { name: 'buds', path: '/dashboard?view=rows', ...desktop },
  { name: 'calendar', path: '/dashboard/Calendar', ...desktop },
  { name: 'calendar-dark', path: '/dashboard/Calendar?view=week', ...desktop, colorScheme: 'dark' },
  { name: 'bud', path: '/dashboard?search=Judith', open: 'Judith Ashdown', ...desktop },
  {
    name: 'circle',
    path: '/dashboard/AllCircles?search=Ashdowns',
    open: 'Ashdowns and Prossers',
    ...desktop,
  },
  { name: 'subscription', path: '/dashboard/subscription', isNewcomer: true, ...desktop },
]
/** A new account for the screenshot of the subscription screen, because the demo account needs no subscription. */
const newcomer = { Firstname: 'Robin', Email: 'robin@example.com', Password: randomUUID() }

/** The same shapes and widths as in `app/site/pages/app-picture.tsx`. */
const shapes = {
  desktop: { width: 1120, height: 800, widths: [800, 1600] },
  phone: { width: 360, height: 480, widths: [720] },
}
const landing = [
  { name: 'buds', path: '/dashboard?view=rows', shape: 'desktop' },
  { name: 'calendar', path: '/dashboard/Calendar', shape: 'desktop' },
  { name: 'calendar', path: '/dashboard/Calendar?view=agenda', shape: 'phone' },
]

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
})
try {
  await withServer(takeLandingScreenshots)
  // The landing page shows the new pictures after another build.
  makeReady({ build: true })
  await withServer(takeReadmeScreenshots)
  await withServer(takeSocialScreenshot)
} finally {
  await browser.close()
}

async function withServer(work) {
  const server = await startServer({ DATA_DIR: ':memory:' })
  await work(server.url).finally(() => server.stop())
}

async function takeReadmeScreenshots(baseURL) {
  mkdirSync('docs/pictures', { recursive: true })
  for (const { name, ...picture } of readme) {
    await takeScreenshot({ baseURL, ...picture }, (page) =>
      page.screenshot({ path: `docs/pictures/${name}.png` }),
    )
  }
}

async function takeLandingScreenshots(baseURL) {
  mkdirSync('app/site/pages/pictures', { recursive: true })
  for (const { name, path, shape } of landing) {
    const { widths, ...size } = shapes[shape]
    for (const colorScheme of ['light', 'dark']) {
      const picture = { baseURL, path, ...size, colorScheme, deviceScaleFactor: 2 }
      const png = await takeScreenshot(picture, (page) => page.screenshot())
      for (const width of widths) {
        const file = `app/site/pages/pictures/${name}-${shape}-${colorScheme}-${width}.avif`
        await sharp(png).resize({ width }).avif({ quality: 55, effort: 6 }).toFile(file)
      }
    }
  }
}

/** The top of the landing page, without links and buttons. */
async function takeSocialScreenshot(baseURL) {
  await takeScreenshot({ baseURL, path: '/', width: 1200, height: 630 }, async (page) => {
    await page.addStyleTag({
      content:
        '.site-header nav, .site-header button, .hero .calls, .hero .plan { display: none !important }',
    })
    const png = await page.screenshot()
    await sharp(png).png({ palette: true, quality: 90, effort: 10 }).toFile('public/social.png')
  })
}

async function signIn({ request }, isNewcomer) {
  if (!isNewcomer) return request.post('/api/v1/auth/demo')
  await request.post('/api/v1/auth/register', { data: newcomer })
  await request.post('/api/v1/auth/login', { data: newcomer })
}

/** Pictures are shown once they are decoded, which a busy machine does after the page is idle. */
const decodePictures = () =>
  Promise.all([...document.images].filter(({ complete }) => complete).map((image) => image.decode()))

async function takeScreenshot({ path, open, isNewcomer, width, height, ...options }, capture) {
  const viewport = { width, height }
  const context = await browser.newContext({
    viewport,
    bypassCSP: true,
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  if (path.startsWith('/dashboard')) await signIn(context, isNewcomer)
  await page.goto(path, { waitUntil: 'networkidle' })
  // The font is optional: a slow first visit is shown without it.
  await page.reload({ waitUntil: 'networkidle' })
  if (open) {
    await page.getByRole('link', { name: open }).first().click()
    await page.waitForURL(/\/(Bud|Circle)\//)
    // The network was idle before, and a navigation in the page does not reset that.
    await page.waitForTimeout(2_000)
  }
  const content = 'html { scrollbar-gutter: auto !important } .demo-note { display: none }'
  await page.addStyleTag({ content })
  await page.evaluate(decodePictures)
  const result = await capture(page)
  await context.close()
  return result
}
