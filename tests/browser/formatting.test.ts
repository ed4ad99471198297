import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  axeViolations,
  call,
  expectToFit,
  fill,
  newDatabase,
  overflow,
  pathOf,
  press,
  settled,
  signInAsAdmin,
  widths,
  withBrowser,
} from '../support/browser'
import { formattedHtml } from '../support/formatted-html'

const { openPage } = withBrowser(newDatabase)

/** Publishes an article without `sanitize`, checks that it is stored unchanged, and returns its path. */
async function publish(page: Page, content: string, title = `Formatted ${crypto.randomUUID()}`) {
  await signInAsAdmin(page)
  const input = { title, excerpt: 'x', author: 'Ada', content, published: true }
  const { post } = await call(page, 'POST', '/api/v1/blog/admin', input)
  expect(post.content).toBe(content)
  return `/blog/${post.slug}`
}

const styleOf = (page: Page, selector: string, property: string) =>
  page
    .locator(`.prose ${selector}`)
    .evaluate((it, name) => getComputedStyle(it).getPropertyValue(name), property)

const spacer = '<div style="height:3000px"></div>'
const sample = `<p id="centred" style="text-align:center">a</p><p id="right" align="right">b</p>
<p><span id="red" style="color:#c00;font-size:30px">c</span></p><p><a href="#far">Far</a> <a href="#old">Old</a></p>
<details><summary>More</summary><p>Hidden at first.</p></details>${spacer}<h2 id="far">Far below</h2>${spacer}
<p><a name="old"></a>An old anchor</p>${spacer}`

async function expectFormatted(page: Page) {
  await page.locator('#centred').waitFor()
  expect(await styleOf(page, '#centred', 'text-align')).toBe('center')
  expect(await styleOf(page, '#right', 'text-align')).toMatch(/right$/)
  expect(await styleOf(page, '#red', 'color')).toBe('rgb(204, 0, 0)')
  expect(await styleOf(page, '#red', 'font-size')).toBe('30px')
}

const isInView = (page: Page, selector: string) =>
  expect.poll(() =>
    page.locator(selector).evaluate((it) => {
      const { top } = it.getBoundingClientRect()
      return top >= 0 && top < innerHeight
    }),
  )

test('an article is formatted when freshly rendered, from the cache, after a 304, and with a toast', async () => {
  const page = await openPage()
  const path = await publish(page, sample)
  for (const _ of ['rendered', 'cached', 'not modified']) {
    await page.goto(path)
    await expectFormatted(page)
  }
  const redirect = await page.request.get('/blog/no-such-post', { maxRedirects: 0 })
  expect(redirect.headers()['set-cookie']).toContain('toast')
  await page.goto(path)
  await page.getByText('Blog post not found').waitFor()
  await expectFormatted(page)
})

test('an article is formatted after navigation from a screen with React', async () => {
  const page = await openPage()
  const title = `Formatted ${crypto.randomUUID()}`
  const path = await publish(page, sample, title)
  const follow = async (name: string) => {
    await settled(page)
    await page.getByRole('link', { name, exact: true }).first().click()
  }
  await page.goto('/terms')
  await follow('Blog')
  await page.getByRole('heading', { name: 'Notes on keeping people close' }).waitFor()
  await follow(title)
  await expectFormatted(page)
  expect(pathOf(page)).toBe(path)
  await page.goBack()
  await page.getByRole('heading', { name: 'Notes on keeping people close' }).waitFor()
  await page.goForward()
  await expectFormatted(page)
})

test('details open, and fragment links scroll to their targets, also from other pages', async () => {
  const page = await openPage()
  const path = await publish(page, sample)
  await page.goto(path)
  expect(await page.getByText('Hidden at first.').isVisible()).toBe(false)
  await page.getByText('More', { exact: true }).click()
  expect(await page.getByText('Hidden at first.').isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Far' }).click()
  await isInView(page, '#far').toBe(true)
  await page.goto(path)
  await page.getByRole('link', { name: 'Old' }).click()
  await isInView(page, '[name=old]').toBe(true)
  await page.goto('/about')
  await page.goto(`${path}#far`)
  await isInView(page, '#far').toBe(true)
})

test('the HTML of editors and word processors is no wider than the window, and is saved unchanged by the API and the form', async () => {
  const page = await openPage()
  for (const content of Object.values(formattedHtml)) {
    await page.goto(await publish(page, content))
    await expectToFit(page, Object.values(widths))
  }
  await page.goto('/dashboard/blog/new')
  await settled(page)
  const Content = Object.values(formattedHtml).join('\n')
  await fill(page, { Title: 'All of it', Excerpt: 'x', Author: 'Ada', Content })
  await press(page, 'Create Post')
  await page.getByText('Blog post created successfully').waitFor()
})

test('black text stays readable in the dark theme', async () => {
  const page = await openPage({ theme: 'dark' })
  const coloured =
    '<p style="color:#000">a</p><p>b <a href="/">c</a></p><blockquote>d</blockquote><pre>e</pre><p><mark>f</mark></p><figure><figcaption>g</figcaption></figure>'
  await page.goto(await publish(page, coloured))
  expect(await axeViolations(page)).toEqual([])
  await page.goto(await publish(page, '<table><tr><td bgcolor="#ffffcc">a</td></tr></table>'))
  expect(await axeViolations(page)).toEqual([])
  await page.goto(await publish(page, '<p>a</p>'))
  expect(await page.locator('.prose').evaluate((it) => getComputedStyle(it).colorScheme)).not.toBe('light')
})

const properties =
  'display position z-index color background-color background-image border-top-width border-top-left-radius padding-left margin-top width height font-size font-weight line-height text-align text-decoration-line list-style-type opacity visibility transform cursor overflow-x clip-path float content box-shadow gap'.split(
    ' ',
  )

test('the class names of an article get no styles of the site', async () => {
  const page = await openPage()
  await page.goto(await publish(page, '<p>a</p>'))
  const changed = await page.evaluate((names) => {
    const rulesOf = (list: CSSRuleList): CSSRule[] =>
      [...list].flatMap((rule) => [
        rule,
        ...('cssRules' in rule ? rulesOf(rule.cssRules as CSSRuleList) : []),
      ])
    const selectors = [...document.styleSheets]
      .flatMap((sheet) => rulesOf(sheet.cssRules))
      .map((rule) => (rule as CSSStyleRule).selectorText ?? '')
      .join()
    const classes = [...new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name ?? ''))]
    const prose = document.querySelector('.prose') as Element
    const looks = (html: string) => {
      prose.innerHTML = html
      return [...prose.querySelectorAll('*')].flatMap((element) =>
        ['', '::before', '::after'].map((pseudo) => {
          const style = getComputedStyle(element, pseudo)
          return names.map((name) => style.getPropertyValue(name)).join()
        }),
      )
    }
    const html = (name: string) =>
      ['div', 'p', 'a', 'ul', 'section', 'header']
        .map(
          (tag) =>
            `<${tag} class="${name}" title="${name}"><span>a</span><h2>b</h2><nav><a href="/">c</a></nav></${tag}>`,
        )
        .join('')
    const plain = JSON.stringify(looks(html('')))
    const different = classes.filter(
      (name) => name !== 'prose' && JSON.stringify(looks(html(name))) !== plain,
    )
    return { different, count: classes.length }
  }, properties)
  expect(changed.count).toBeGreaterThan(50)
  expect(changed.different).toEqual([])
})

test("an article cannot trigger the site's scripts by attributes", async () => {
  const page = await openPage()
  const content =
    '<p data-dismiss="html">dismiss</p><p data-theme-toggle>toggle</p><p><a href="#x" target="_blank" data-share>share</a></p>'
  await page.goto(await publish(page, content))
  await page.getByText('dismiss').click()
  await page.getByText('toggle').click()
  expect(await page.locator('html').getAttribute('data-theme')).toBe(null)
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'share', exact: true }).click()
  expect(await (await opened).evaluate(() => innerWidth)).not.toBe(600)
})

test('an article cannot use the ids of the page around it', async () => {
  const page = await openPage()
  await page.goto('/blog/ten-minutes-a-week')
  const ids = await page.locator('[id]:not(.prose *)').evaluateAll((all) => all.map(({ id }) => id))
  await signInAsAdmin(page)
  for (const id of ids) {
    const content = `<p id="${id}">a</p>`
    const input = { title: 'x', excerpt: 'x', author: 'x', content }
    const { errors } = await (await page.request.post('/api/v1/blog/admin', { data: input })).json()
    expect(errors.content).toContain(`id="${id}" of <p> would be removed`)
  }
  expect(ids).toContain('related-title')
})

test('no part of an article is drawn outside its box', async () => {
  const page = await openPage()
  const far = [
    'margin:0 -99px',
    'margin-top:-99px',
    'text-indent:-999px',
    'width:9999px;height:50px',
    'min-width:9999px',
    'letter-spacing:-90px',
    'box-shadow:0 0 0 999px red',
    'outline:999px solid red',
    'float:right;width:9999px',
    'font-size:999px;line-height:0',
    'display:inline-block;vertical-align:9999px',
  ]
  const boxes = far.map((style) => `<div style="color:red;background-color:red;${style}">aaaa</div>`).join('')
  await page.goto(await publish(page, `<p>a</p>${boxes}`))
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await hitsOutside(page)).toEqual([])
  const above = await page.locator('.prose').evaluate((it) => {
    scrollTo(0, 0)
    return it.getBoundingClientRect().top
  })
  const clip = { x: 0, y: 0, width: 1280, height: Math.floor(above) }
  const shown = await page.screenshot({ clip })
  await page.locator('.prose').evaluate((it) => {
    ;(it as HTMLElement).style.visibility = 'hidden'
  })
  expect((await page.screenshot({ clip })).equals(shown)).toBe(true)
})

test('elements with styles that the sanitiser refuses stay inside the box too', async () => {
  const page = await openPage()
  await page.goto(await publish(page, '<p>a</p>'.repeat(20)))
  const styles = [
    'position:fixed;inset:0;z-index:99999',
    'position:absolute;inset:-999px;z-index:99999',
    'position:sticky;top:-99px;margin:-999px',
    'transform:scale(99)',
    'position:relative;top:-300px;left:-300px',
  ]
  for (const style of styles) {
    await page
      .locator('.prose > p:nth-child(3)')
      .evaluate((it, value) => it.setAttribute('style', value), style)
    expect(await hitsOutside(page), style).toEqual([])
  }
  await page.locator('.prose').evaluate((it) => {
    ;(it as HTMLElement).style.cssText = 'contain:none;overflow:visible'
  })
  expect(await hitsOutside(page), 'without containment, parts are outside the box').not.toEqual([])
})

/** Points outside an article's box that show a part of the article. */
function hitsOutside(page: Page) {
  return page.evaluate(() => {
    const prose = document.querySelector('.prose') as Element
    const found: string[] = []
    for (let down = 0; down < document.documentElement.scrollHeight; down += innerHeight) {
      scrollTo(0, down)
      const place = prose.getBoundingClientRect()
      for (let x = 2; x < innerWidth; x += 16)
        for (let y = 2; y < innerHeight; y += 16) {
          if (x >= place.left && x <= place.right && y >= place.top && y <= place.bottom) continue
          const there = document.elementFromPoint(x, y)
          if (there !== null && prose.contains(there))
            found.push(`${x} ${y + down} ${there.outerHTML.slice(0, 99)}`)
        }
    }
    return found
  })
}
