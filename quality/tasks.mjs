import { chromium } from 'playwright-core'
import { findChromium } from '../tests/support/chromium.mjs'
import { createReport } from './report.mjs'

const devices = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true },
}

/** Milliseconds on a processor that Chromium slows four times. */
const [slowdown, paintLimit, contentLimit] = [4, 100, 300]

/**
 * What people do most often, with the limit of presses. A press is a click, a tap, a key or a field that is typed into.
 * Parts of a date count one by one. A task begins on the list of buds, the dinner on that of events.
 */
const tasks = {
  'register to first bud': { limit: 8, run: register },
  'five people': { limit: 8, run: addFive },
  'find one': { limit: 5, run: findOne },
  'log a call with a sentence': { limit: 4, mayScroll: false, run: logCall },
  'dinner with four, links copied': { limit: 16, run: inviteFour },
  'set a birthday': { limit: 4, mayScroll: false, run: setBirthday },
  'import the contacts of a phone': { limit: 5, run: importContacts },
  'undo a deletion': { limit: 3, run: undoDeletion },
  'change a photo': { limit: 2, mayScroll: false, run: changePhoto },
  // On a phone the menu is one press more.
  'what comes next week': { limit: 4, run: openNextWeek },
}

/** Counts the presses of the tasks, and times paints, navigations and shifts of the layout. */
export async function taskWalks({ serve }) {
  const { check, skip, result } = createReport()
  const executablePath = findChromium()
  if (!executablePath) {
    skip('the tasks need Chromium, which is not installed here')
    return result
  }
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  await serve(async ({ url }) => {
    for (const [device, settings] of Object.entries(devices))
      await walkAll(browser, { url, device, settings }, check)
  })
  await browser.close()
  return result
}

async function walkAll(browser, { url, device, settings }, check) {
  const times = { paint: [], content: [], shift: 0 }
  for (const [name, { limit, mayScroll = true, run }] of Object.entries(tasks)) {
    const context = await browser.newContext({ ...settings, baseURL: url })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(observe)
    const person = createPerson(page, times)
    await run(person, page)
    await person.settle()
    const { presses, scrolls } = person
    const isMet = presses <= limit && (mayScroll || scrolls === 0)
    check(`${device}: ${name}`, isMet, `${presses} presses (at most ${limit}), ${scrolls} scrolls`)
    await context.close()
  }
  times.shift = await shiftOfScreens(browser, { url, settings })
  const p75 = (list) => Math.round(list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.75)])
  const { paint, content, shift } = times
  check(`${device}: press to next paint`, p75(paint) <= paintLimit, `p75 ${p75(paint)} ms of ${paint.length}`)
  const slowest = Math.round(Math.max(...content))
  check(`${device}: press to content`, slowest <= contentLimit, `at most ${slowest} ms of ${content.length}`)
  check(`${device}: layout shift`, shift === 0, String(shift))
}

const screens = [
  '',
  '/Today',
  '/Together',
  '/AllCircles',
  '/AllEvents',
  '/Calendar',
  '/AddBud',
  '/AddEvent',
  '/import',
  '/profile',
]

/** By how much the layout of loading screens shifts. */
async function shiftOfScreens(browser, { url, settings }) {
  const context = await browser.newContext({ ...settings, baseURL: url })
  const page = await context.newPage()
  await page.addInitScript(observe)
  await signIn(page)
  let shift = 0
  for (const screen of screens) {
    await page.goto(`/dashboard${screen}`)
    await page.waitForLoadState('networkidle')
    shift += await page.evaluate(() => globalThis.observed.shift)
  }
  await context.close()
  return shift
}

/** In the page: collects the durations of events up to the next paint, and the shifts that no press causes. */
function observe() {
  const observed = { paints: [], shift: 0, content: 0 }
  globalThis.observed = observed
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) observed.paints.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) observed.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const heading = () => document.querySelector('h1')?.textContent
  let observer
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      // A press that opened no screen is not timed with the next one.
      observer?.disconnect()
      const former = heading()
      observer = new MutationObserver(() => {
        if (!heading() || heading() === former) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => (observed.content = performance.now() - timeStamp)))
      })
      observer.observe(document, { subtree: true, childList: true, characterData: true })
    },
    true,
  )
}

function createPerson(page, times) {
  const person = { presses: 0, scrolls: 0 }
  const isInView = (control) =>
    control.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })
  async function act(control, work) {
    await control.waitFor()
    if (!(await isInView(control))) person.scrolls++
    person.presses++
    await work()
    await person.settle()
  }
  return Object.assign(person, {
    /** Collects what the page has measured, which is lost with its document. What a press changes may move. */
    async settle() {
      times.paint.push(...(await page.evaluate(() => globalThis.observed.paints.splice(0))))
    },
    act,
    press: (control) => act(control, () => control.click()),
    type: (control, text) => act(control, () => control.fill(text)),
    key: async (key) => {
      person.presses++
      await page.keyboard.press(key)
    },
    /** Presses what leads to the screen with this heading. The page times it from the press, without what Playwright does. */
    async go(control, heading) {
      await page.evaluate(() => {
        globalThis.observed.content = 0
      })
      await person.press(control)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await page.waitForFunction(() => globalThis.observed.content)
      times.content.push(await page.evaluate(() => globalThis.observed.content))
    },
  })
}

const password = 'Blue-Heron-4242'
const control = (page, role, name) => page.getByRole(role, { name, exact: true }).first()

/** An account with 40 people, made by the API, on its list of buds. Resolves to a function that posts to the API. */
async function signIn(page) {
  const user = { Firstname: 'Ann', Email: `ann-${crypto.randomUUID()}@example.com`, Password: password }
  const post = async (path, data) => {
    const response = await page.request.post(`/api/v1${path}`, { data })
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
    return response.json()
  }
  await post('/auth/register', user)
  await post('/auth/login', user)
  const names = ['Maya', 'Ben', 'Cleo', 'Dan', 'Ella', 'Finn', 'Gwen', 'Judith']
  const surnames = ['Okafor', 'Lind', 'Quist', 'Zeller', 'Ashdown']
  for (const Surname of surnames)
    for (const Firstname of names) await post('/buds', { Firstname, Surname, cadenceDays: 30 })
  await page.goto('/dashboard')
  await page.waitForLoadState('networkidle')
}

const said = (page, text) => page.getByText(text).first().waitFor()

async function register(person, page) {
  await page.goto('/register')
  await page.waitForLoadState('networkidle')
  const field = (label) => page.getByLabel(label, { exact: true })
  await person.type(field('Firstname'), 'Ann')
  await person.type(field('Email'), `ann-${crypto.randomUUID()}@example.com`)
  await person.type(field('Password'), password)
  await person.press(page.getByRole('checkbox'))
  await person.press(control(page, 'button', 'Submit'))
  await person.press(control(page, 'button', 'Continue as Ann'))
  await person.type(field('Names'), 'Bo Cox')
  await person.press(control(page, 'button', 'Add names'))
  await said(page, 'Bud added successfully')
}

async function addFive(person, page) {
  await signIn(page)
  await person.press(page.locator('.add-names > summary'))
  const names = ['Ann Bell', 'Bo Cox', 'Cy Dunn', 'Di Eve', 'Ed Fox']
  await person.type(page.getByLabel('Names', { exact: true }), names.join('\n'))
  // Each name is a press, though all stand in one field.
  person.presses += names.length - 1
  await person.press(control(page, 'button', 'Add names'))
  await said(page, '5 buds added successfully')
}

async function findOne(person, page) {
  await signIn(page)
  const link = page.locator('.find-link')
  if (await link.isVisible()) {
    await person.press(link)
    await person.type(page.locator('main input[name=q]'), 'jud')
    await person.key('Enter')
    return person.press(page.getByRole('link', { name: /Judith/ }).first())
  }
  await person.key('/')
  for (const letter of 'jud') await person.key(letter)
  await page
    .getByRole('option', { name: /Judith/ })
    .first()
    .waitFor()
  await person.key('Enter')
  await page.getByRole('heading', { level: 1, name: /Judith/ }).waitFor()
}

const openJudith = (person, page) => person.go(control(page, 'link', 'Judith Ashdown'), 'Judith Ashdown')

async function logCall(person, page) {
  await signIn(page)
  await openJudith(person, page)
  const note = control(page, 'link', 'Note')
  if (await note.isVisible()) await person.press(note)
  await person.type(page.locator('#log-note'), 'She asked about the tiles')
  await person.press(page.locator('.timeline').getByRole('button', { name: 'Called', exact: true }))
  await said(page, 'Call logged')
}

async function inviteFour(person, page) {
  await signIn(page)
  await page.goto('/dashboard/AllEvents')
  await page.waitForLoadState('networkidle')
  await person.go(control(page, 'link', 'Add Event'), 'Add Event')
  const field = (label) => page.getByLabel(label, { exact: true })
  await person.type(field('Name'), 'Dinner')
  await person.act(field('Event type'), () => field('Event type').selectOption('Social'))
  await person.type(field('Location'), 'Home')
  await person.press(field('Buds'))
  const options = page.getByRole('listbox').getByRole('option')
  // A chosen one leaves the list.
  for (let n = 0; n < 4; n++) await person.press(options.first())
  await person.key('Escape')
  await person.press(control(page, 'button', 'When are they free?'))
  await person.press(control(page, 'button', 'Choose'))
  await person.press(control(page, 'button', 'Submit'))
  await said(page, 'Event added successfully')
  await person.go(control(page, 'link', 'Guests'), 'Guests of Dinner')
  await person.press(control(page, 'button', 'Make links'))
  await person.press(control(page, 'button', 'Copy all'))
}

async function setBirthday(person, page) {
  await signIn(page)
  await openJudith(person, page)
  await person.press(control(page, 'link', 'Add birthday'))
  const form = page.locator('.place-form')
  await person.type(form.getByLabel('Date', { exact: true }), '3 May')
  await person.press(form.getByRole('button', { name: 'Submit', exact: true }))
  await said(page, 'Bud edited successfully')
}

async function importContacts(person, page) {
  await signIn(page)
  await person.press(page.locator('.add-names > summary'))
  await person.go(page.getByRole('link', { name: /import the contacts/ }), /Import/)
  const cards = ['Ada Lovelace', 'Bo Cox'].map((name) => `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nEND:VCARD\n`)
  const file = { name: 'contacts.vcf', mimeType: 'text/vcard', buffer: Buffer.from(cards.join('')) }
  const input = page.getByLabel('File', { exact: true })
  await person.act(input, () => input.setInputFiles(file))
  await person.press(page.getByRole('button', { name: /^Import/ }))
  await said(page, '2 records added.')
}

async function undoDeletion(person, page) {
  await signIn(page)
  const { buds } = await (await page.request.get('/api/v1/buds')).json()
  await person.press(control(page, 'button', 'Delete'))
  await person.press(control(page, 'button', 'Yes, Delete'))
  await person.press(control(page, 'button', 'Undo'))
  await said(page, 'Change undone successfully')
  const { totalBuds } = await (await page.request.get('/api/v1/buds')).json()
  if (totalBuds < buds.length) throw new Error('The bud did not come back')
}

async function changePhoto(person, page) {
  await signIn(page)
  await openJudith(person, page)
  const input = page.getByLabel('Change photo')
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const photo = { name: 'face.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }
  await person.act(input, () => input.setInputFiles(photo))
  await said(page, 'Bud edited successfully')
}

async function openNextWeek(person, page) {
  await signIn(page)
  const menu = control(page, 'button', 'Menu')
  if (await menu.isVisible()) await person.press(menu)
  await person.go(page.locator('#sidebar').getByRole('link', { name: 'Calendar' }), /./)
  await person.press(
    page
      .getByRole('link', { name: 'Week' })
      .or(page.getByRole('button', { name: 'Week' }))
      .first(),
  )
  await person.press(
    page
      .getByRole('link', { name: /Next/ })
      .or(page.getByRole('button', { name: /Next/ }))
      .first(),
  )
}
