import axe from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type Cookie,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { findChromium } from './chromium.mjs'
import { admin } from './env.mjs'
import { startServer } from './server.mjs'

export const widths = { desktop: 1280, phone: 360 } as const
export const themes = ['light', 'dark'] as const

/** Each width once: one with JavaScript, the other without. `screens.test.ts` proves the layout at both widths. */
export const browserSettings = [
  { width: 'phone', javaScript: true },
  { width: 'desktop', javaScript: false },
] as const

export type Setting = {
  width?: keyof typeof widths
  theme?: (typeof themes)[number]
  javaScript?: boolean
  timezoneId?: string
  hasTouch?: boolean
  /** Whether animations run. */
  motion?: boolean
}

const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const password = admin.ADMIN_PASSWORD
export const uniqueEmail = () => `visitor-${crypto.randomUUID().slice(-12)}@example.com`

export const launchBrowser = (more: string[] = []) =>
  chromium.launch({ executablePath: findChromium(), args: [...args, ...more] })

/** Holds back the answers to these requests until the returned function is called. */
export async function holdBack(page: Page, url: string | RegExp) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** The browser of all files that run in this process. It ends with the process. */
const shared = globalThis as { browserUnderTest?: Promise<Browser> }

/** Pages are opened at `APP_URL`, if it is given, because passkeys belong to that origin. */
async function startAt(env: Record<string, string> = {}) {
  const { url, stop } = await startServer({ ...admin, ...env })
  return { url: env.APP_URL ?? url, stop }
}

/** The environment of a server with the sample posts, for tests that need known posts or change settings. */
export const newDatabase = { DATABASE_URL: '', DATA_DIR: ':memory:' }

/**
 * Remix writes 'Tried to prefetch' when a link is hovered or focused before the browser has its route, 'manifest patches'
 * without a network, and an AbortError when a navigation interrupts another one whose data is arriving.
 */
const expectedMessages = [
  'Failed to load resource',
  'Tried to prefetch',
  'Failed to fetch manifest patches',
  'AbortError: signal is aborted',
  'signal is aborted',
]

/** Chromium warns of a style sheet that Remix prefetched because a link had the focus, if the link is not followed. */
const prefetchedStyles =
  /^The resource \S+\/assets\/[\w.-]+\.css was preloaded using link preload but not used/

const isExpected = (message: string) =>
  prefetchedStyles.test(message) || expectedMessages.some((text) => message.startsWith(text))

/**
 * A browser and the app for the tests of a file. A warning or error in the console fails the test. Without `env` the
 * app is the one that all files share.
 */
export function withBrowser(env?: Record<string, string>) {
  let browser: Browser
  let app: { url: string; stop: () => unknown }
  let contexts: BrowserContext[] = []
  let consoleErrors: string[] = []

  beforeAll(async () => {
    const url = process.env.TEST_BASE_URL || (env ? '' : inject('sharedServer'))
    app = url ? { url, stop: () => {} } : await startAt(env)
    shared.browserUnderTest ??= launchBrowser()
    browser = await shared.browserUnderTest
  })
  afterEach(async ({ task }) => {
    const open = contexts.flatMap((context) => context.pages())
    const errors = consoleErrors
    if (task.result?.state === 'fail') errors.push(...(await Promise.all(open.map(describePage))))
    await Promise.all(contexts.map((context) => context.close()))
    contexts = []
    consoleErrors = []
    if (errors.length > 0) throw new Error(errors.join('\n'))
  })
  afterAll(() => app?.stop())

  async function openPage(setting: Setting = {}) {
    const { width = 'desktop', theme = 'light', javaScript = true, motion = false } = setting
    const context = await browser.newContext({
      baseURL: app.url,
      viewport: { width: widths[width], height: 800 },
      colorScheme: theme,
      javaScriptEnabled: javaScript,
      timezoneId: setting.timezoneId,
      hasTouch: setting.hasTouch,
      reducedMotion: motion ? 'no-preference' : 'reduce',
      extraHTTPHeaders: { 'X-Forwarded-For': `10.0.${random()}.${random()}` },
    })
    context.setDefaultTimeout(120_000)
    contexts.push(context)
    const page = await context.newPage()
    page.on('console', (message) => {
      const text = message.text()
      if (['error', 'warning'].includes(message.type()) && !isExpected(text)) consoleErrors.push(text)
    })
    page.on('pageerror', ({ message }) => {
      if (!isExpected(message)) consoleErrors.push(message)
    })
    return page
  }

  async function openAsAdmin(path: string, setting?: Setting) {
    const page = await openPage(setting)
    await signInAsAdmin(page)
    await page.goto(path)
    await settled(page)
    return page
  }

  return { openPage, openAsAdmin }
}

/** The URL and the visible text, for the message of a failed test. */
const describePage = async (page: Page) =>
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not help
  `${page.url()}: ${await page.innerText('body', { timeout: 1_000 }).catch(String)}`

const random = () => Math.floor(Math.random() * 250)

/** Registers a new account and signs in with it. */
export async function signIn(page: Page, Firstname = 'Ada') {
  const account = { Firstname, Surname: 'Lovelace', Email: uniqueEmail(), Password: password }
  await call(page, 'POST', '/api/v1/auth/register', account)
  await signInByForm(page, account)
  return account
}

/** As a person signs in: the forms of the next five minutes do not ask for the password again. */
async function signInByForm(page: Page, { Email, Password }: { Email: string; Password: string }) {
  const response = await page.request.post('/login', { form: { Email, Password } })
  expect(new URL(response.url()).pathname).toBe('/dashboard')
}

/**
 * Returns a function that signs in. The first call creates the user by `enter` and `setUp`; later calls reuse the
 * session. Each call resolves to what `setUp` returned.
 */
export function account<T>(setUp: (page: Page) => Promise<T>, enter: (page: Page) => unknown = signIn) {
  let created: Promise<{ result: T; cookies: Cookie[] }> | undefined
  async function create(page: Page) {
    await enter(page)
    return { result: await setUp(page), cookies: await page.context().cookies() }
  }
  return async (page: Page) => {
    created ??= create(page)
    const { result, cookies } = await created
    await page.context().addCookies(cookies)
    return result
  }
}

/** Signs in as the admin. */
export const signInAsAdmin = (page: Page) =>
  call(page, 'POST', '/api/v1/auth/login', { Email: admin.ADMIN_EMAIL, Password: admin.ADMIN_PASSWORD })

/** Calls the API with the page's cookies. */
export async function call(page: Page, method: string, path: string, data?: unknown) {
  const response = await page.request.fetch(path, { method, data })
  expect(response.ok(), `${method} ${path}: ${response.status()}`).toBe(true)
  return response.json()
}

const rules = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const

/** The accessibility violations that axe finds on the page. */
export async function axeViolations(page: Page, which: keyof typeof rules = 'all') {
  await networkIdle(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    ({ type, values }) =>
      window.axe.run({
        runOnly: { type, values: [...values] },
        resultTypes: ['violations'],
        // axe cannot reach into a sandboxed frame, and its attempt is an error in the console.
        iframes: false,
      }),
    rules[which],
  )
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  )
}

/** Each width and each theme once with all rules. The other combinations can differ from these only in colours. */
const appearances = [
  { width: 'desktop', theme: 'light', which: 'all' },
  { width: 'phone', theme: 'dark', which: 'all' },
  { width: 'desktop', theme: 'dark', which: 'colours' },
  { width: 'phone', theme: 'light', which: 'colours' },
] as const

/** Checks that the page is accessible and no wider than the window, at both widths and in both themes. */
export async function expectAccessible(
  page: Page,
  check?: (width: keyof typeof widths, theme: (typeof themes)[number]) => Promise<void>,
) {
  for (const { width, theme, which } of appearances) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width: widths[width], height: 800 })
    await page.evaluate(() => scrollTo(0, 0))
    const appearance = `${page.url()}, ${width}, ${theme}`
    // In a window as high as the page, a sticky bar covers no control.
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width: widths[width], height: Math.max(800, height) })
    expect.soft(await axeViolations(page, which), appearance).toEqual([])
    await page.setViewportSize({ width: widths[width], height: 800 })
    await expect.poll(() => overflow(page), { message: appearance }).toBeLessThanOrEqual(0)
    await check?.(width, theme)
  }
}

/** Checks that the page is not wider than windows of these widths. */
export async function expectToFit(page: Page, pixels: number[]) {
  for (const width of pixels) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => overflow(page), { message: `${page.url()}, ${width}` }).toBeLessThanOrEqual(0)
  }
}

/**
 * Waits until the page is loaded and React answers: the network can rest before all scripts have begun to load, and a
 * button that is pressed then sends its form as without JavaScript.
 */
export async function settled(page: Page) {
  await networkIdle(page)
  await expect.poll(() => page.evaluate(isAlive)).toBe(true)
}

/** On a busy machine the end of a request that the browser gave up may not be reported: the network then never rests. */
async function networkIdle(page: Page) {
  await page.waitForLoadState('load')
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined)
}

/** Whether React runs, on a page that has it: static pages and those without JavaScript have no context of Remix. */
const isAlive = () =>
  !('__remixContext' in window) ||
  Object.keys(document.documentElement).some((key) => key.startsWith('__reactFiber'))

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const press = (page: Page, name: string) => button(page, name).click()

/** Chooses a file for an import. With JavaScript, the page sends it at once. */
export async function chooseFile(page: Page, { name, content }: { name: string; content: string }) {
  await settled(page)
  await page.getByLabel('File').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
}

/** Fills in the fields with these labels. */
export async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}

/** Opens the folded sections of a form. */
export async function unfold(page: Page) {
  const folded = page.locator('.folded:not([open]) > summary')
  await page.locator('.folded').first().waitFor()
  while ((await folded.count()) > 0) await folded.first().click()
}

/** The path of the page with its query. */
export const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

export const hasFocus = (locator: Locator) => locator.evaluate((it) => it === document.activeElement)
export const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Waits for a visible text, also one that only browsers without JavaScript show. */
export const expectShown = (page: Page, text: string) =>
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count
  expect.poll(() => page.locator('body').innerText()).toContain(text)

/** Fills in and submits the registration form of the current page. */
export async function fillRegistration(page: Page, Email: string) {
  await fill(page, { Firstname: 'Ada', Surname: 'Lovelace', Email, Password: password })
  await page.getByRole('checkbox').check()
  await press(page, 'Submit')
  await page.waitForURL(/\/login$/)
}

/** Fills in and submits the login form of the current page. */
export async function fillLogin(page: Page, Email: string) {
  await fill(page, { Email, Password: password })
  await press(page, 'Submit')
  await page.waitForURL(/\/dashboard$/)
}

/** The number of pixels by which the page is wider than the window. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

declare module 'vitest' {
  interface ProvidedContext {
    sharedServer: string
  }
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
