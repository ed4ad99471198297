import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const worker = read('public/sw.js')

test('the page without a network has the colours and the mark of the product', () => {
  const colours = worker.match(/light-dark\(.*?\)\)|oklch\([^)]*\)/g) ?? []
  expect(colours.length).toBeGreaterThan(5)
  for (const colour of colours) expect(read('app/base/components/tokens.css')).toContain(colour)
  const shapes = worker.match(/<(circle|path) [^>]*\/>/g) ?? []
  expect(shapes).toEqual(read('public/favicon.svg').match(/<(circle|path) [^>]*\/>/g))
})

test('the service worker stores nothing, and answers no request but those of pages', () => {
  expect(worker).not.toMatch(/\bcaches\b|indexedDB|\.put\(|postMessage/)
  expect(worker.match(/respondWith/g)).toHaveLength(1)
  expect(worker).toContain("request.mode === 'navigate'")
})
