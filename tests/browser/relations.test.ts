import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, expectAccessible, signIn, withBrowser } from '../support/browser'

const { openPage } = withBrowser()

/** Adds people to whom a bud is related, and resolves to their ids. */
async function addRelatives(page: Page, id: string, kind: string, names: string[]) {
  const ids: string[] = []
  for (const Firstname of names) {
    const { bud } = await call(page, 'POST', '/api/v1/buds', { Firstname, Surname: 'Featherstonehaugh' })
    await call(page, 'POST', `/api/v1/buds/${id}/relations`, { kind, with: bud._id })
    ids.push(bud._id)
  }
  return ids
}

test('a family of 60 is drawn without overlap at 360 pixels, and named as a list', async () => {
  const page = await openPage({ width: 'phone' })
  await signIn(page)
  const { bud } = await call(page, 'POST', '/api/v1/buds', { Firstname: 'Wilhelmina', Surname: 'Stone' })
  const children = await addRelatives(page, bud._id, 'child', [
    'Ann',
    'Ben',
    'Cleo',
    'Dan',
    'Eve',
    'Finn',
    'Gus',
  ])
  for (const [n, child] of children.entries())
    await addRelatives(
      page,
      child,
      'child',
      ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((letter) => `${letter}${n}`),
    )
  await addRelatives(page, bud._id, 'partner', ['Hal'])
  await addRelatives(page, bud._id, 'parent', ['Ida', 'Jon'])
  await page.goto(`/dashboard/Relations/${bud._id}`)
  const faults = await page.locator('.relation-drawing > div > svg').evaluate((drawing) => {
    const boxes = [...drawing.querySelectorAll('rect')].map((rect) => rect.getBoundingClientRect())
    const isApart = (a: DOMRect, b: DOMRect) =>
      a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
    const frame = drawing.getBoundingClientRect()
    const texts = [...drawing.querySelectorAll('text')]
    const faces = [...(drawing.parentElement?.querySelectorAll('.badge') ?? [])]
    return {
      people: boxes.length,
      overlaps: boxes.filter((box, n) => boxes.some((other, at) => at < n && !isApart(box, other))).length,
      outside: boxes.filter(
        ({ left, right, top, bottom }) =>
          left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom,
      ).length,
      faceless: boxes.filter((box) => {
        const isInside = ({ left, right, top, bottom }: DOMRect) =>
          Math.abs(left - box.left - 5.5) < 1 && right < box.left + 45 && top > box.top && bottom < box.bottom
        return faces.filter((face) => isInside(face.getBoundingClientRect())).length !== 1
      }).length,
      cut: texts.filter((text) => {
        const box = text.closest('svg')?.querySelector('rect')?.getBoundingClientRect()
        const own = text.getBoundingClientRect()
        return !box || own.left < box.left || own.right > box.right
      }).length,
      small: texts.filter((text) => Number.parseFloat(getComputedStyle(text).fontSize) < 12).length,
      scale: frame.width / (drawing as SVGSVGElement).viewBox.baseVal.width,
      crossed: [...drawing.querySelectorAll('path')].filter((path) => {
        const points = Array.from({ length: path.getTotalLength() / 3 }, (_, n) =>
          path.getPointAtLength(n * 3),
        )
        return points.some(({ x, y }) =>
          boxes.some(
            (box) =>
              frame.left + 2 + x > box.left + 3 &&
              frame.left + 2 + x < box.right - 3 &&
              frame.top + 2 + y > box.top + 3 &&
              frame.top + 2 + y < box.bottom - 3,
          ),
        )
      }).length,
      clipped: [...drawing.querySelectorAll('path')].filter((path) => {
        const { x, y, width, height } = path.getBBox()
        const { viewBox } = drawing as SVGSVGElement
        const [right, bottom] = [viewBox.baseVal.width - 2, viewBox.baseVal.height - 2]
        return x < -2 || y < -2 || x + width > right || y + height > bottom
      }).length,
      lines: drawing.querySelectorAll('path').length,
    }
  })
  const none = { overlaps: 0, outside: 0, faceless: 0, cut: 0, small: 0, crossed: 0, clipped: 0 }
  // The parents have one line to their child together.
  expect(faults).toEqual({ people: 60, lines: 58, scale: 1, ...none })
  const self = await page.locator('.relation-drawing .self').boundingBox()
  expect(Math.abs((self?.x ?? 0) + (self?.width ?? 0) / 2 - 180)).toBeLessThan(2)
  const list = await page.locator('.relation-list').textContent()
  for (const name of ['Ann', 'Gus', 'A0', 'G6', 'Hal', 'Ida'])
    expect(list).toContain(`${name} Featherstonehaugh`)
  await expectAccessible(page)
})
