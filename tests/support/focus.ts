import type { Page, PageScreenshotOptions } from 'playwright-core'
import sharp from 'sharp'

/** The kinds of controls that have been checked, each with a width or a theme. */
const checked = new Set<string>()

/**
 * Returns the controls whose keyboard focus is not visible. It is visible if the number of pixels that change by a
 * contrast of 3:1 is at least the number in a 1 px border around the control (WCAG 2.4.13, level AAA, requires 2 px).
 * Checks one control of each kind, once at each width and once in each theme.
 */
export async function controlsWithoutVisibleFocus(page: Page) {
  // Browsers show the focus only after a key press.
  await page.keyboard.press('Tab')
  // A disappearing toast would count as a change.
  await page
    .locator('.toasts')
    .evaluateAll((all) => all.map((one) => one.style.setProperty('display', 'none')))
  const found = await page.evaluateHandle(controlsByKind)
  const setting = await page.evaluate(() => [innerWidth, getComputedStyle(document.body).backgroundColor])
  const faults = []
  for (const [n, kind] of (await found.evaluate((all) => all.map(({ kind }) => kind))).entries()) {
    const keys = setting.map((part) => `${part} ${kind}`)
    if (keys.every((key) => checked.has(key))) continue
    const focus = await found.evaluate(focusOne, n)
    if (!focus) continue
    const { border, clip } = focus
    const focused = await takePixels(page, clip)
    if (!(await found.evaluate(isStillThere, n))) continue
    for (const key of keys) checked.add(key)
    await found.evaluate((all, n) => all[n]?.control.blur(), n)
    const changed = countContrasting(focused, await takePixels(page, clip))
    if (changed < border) faults.push(`${kind}: ${changed} of ${border} pixels`)
  }
  return faults
}

/** The controls that Tab reaches. Kind: tags and classes of the control, parent and grandparent, and its state. */
function controlsByKind() {
  const selector = 'a[href], button, input, select, textarea, summary, [tabindex]'
  const root = document.querySelector('dialog:modal, :popover-open') ?? document
  const isReached = (one: HTMLElement) =>
    one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility({ visibilityProperty: true })
  const kindOf = (one: Element) => {
    const names = []
    for (let part: Element | null = one; part && names.length < 3; part = part.parentElement) {
      names.unshift([part.localName, ...part.classList].join('.'))
    }
    const state = ['type', 'aria-current', 'aria-invalid', 'aria-checked', 'aria-disabled']
    return names.join(' > ') + state.map((name) => one.getAttribute(name) ?? '').join(' ')
  }
  return [...root.querySelectorAll<HTMLElement>(selector)]
    .filter(isReached)
    .map((control) => ({ control, kind: kindOf(control) }))
}

/**
 * Focuses a control. Returns the area to compare, and the perimeter in pixels of the control's visible part. Sides
 * shorter than 24 px count as 24 px.
 */
function focusOne(all: { control: HTMLElement }[], n: number) {
  const control = all[n]?.control
  control?.focus()
  // A control like 'Back to top' disappears when the page scrolls.
  if (!control || control !== document.activeElement) return undefined
  // Sticky bars at the edges of the window may cover a control.
  control.scrollIntoView({ block: 'center' })
  const { left, right, top, bottom } = control.getBoundingClientRect()
  const width = Math.min(right, innerWidth) - Math.max(left, 0)
  const height = Math.min(bottom, innerHeight) - Math.max(top, 0)
  const [x, y] = [Math.max(left - 100, 0), Math.max(top - 100, 0)]
  return {
    border: Math.round(2 * (Math.max(width, 24) + Math.max(height, 24))),
    clip: {
      x,
      y,
      width: Math.min(right + 100, innerWidth) - x,
      height: Math.min(bottom + 100, innerHeight) - y,
    },
  }
}

/** 'Back to top' disappears at the top of the page. */
function isStillThere(all: { control: HTMLElement }[], n: number) {
  const control = all[n]?.control
  const visible = { visibilityProperty: true, opacityProperty: true }
  return control === document.activeElement && control?.checkVisibility(visible) === true
}

/** The pixels of the window, or of a part of it, without the blinking caret. */
export async function takePixels(page: Page, clip?: PageScreenshotOptions['clip']) {
  const png = await page.screenshot({ caret: 'hide', clip })
  return sharp(png).removeAlpha().raw().toBuffer()
}

/** How many pixels differ by a contrast of 3:1 or more. */
export function countContrasting(one: Buffer, other: Buffer) {
  let count = 0
  for (let at = 0; at < one.length; at += 3) {
    if (one[at] === other[at] && one[at + 1] === other[at + 1] && one[at + 2] === other[at + 2]) continue
    const [dark, light] = [luminance(one, at), luminance(other, at)].sort((a, b) => a - b) as [number, number]
    if ((light + 0.05) / (dark + 0.05) >= 3) count += 1
  }
  return count
}

/** Relative luminance of a pixel, as WCAG defines it. */
function luminance(picture: Buffer, at: number) {
  const [red, green, blue] = [0, 1, 2].map((n) => linear[picture[at + n] ?? 0] ?? 0) as [
    number,
    number,
    number,
  ]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = Array.from({ length: 256 }, (_, value) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
})
