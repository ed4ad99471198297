import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('each section of docs/product.md that a comment refers to exists', () => {
  const product = readFileSync('docs/product.md', 'utf8')
  const sections = [...product.matchAll(/^#+ (\d+(?:\.\d+)?)/gm)].map(([, number]) => number)
  const named = ['app', 'drizzle', 'tests']
    .flatMap((folder) => filesIn(folder))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      return [...text.matchAll(/\bproduct (\d+(?:\.\d+)?)/gi)].map(([, number]) => `${file}: ${number}`)
    })
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !sections.includes(name.split(': ')[1]))).toEqual([])
})

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .map((name) => join(folder, name))
}

test('only two files know names that Remix does not document, so that a move to React Router is in one place', () => {
  const names = /__remix|serverHandoffStream|\bassets\.routes\b/
  const files = filesIn('app')
    .filter((file) => names.test(readFileSync(file, 'utf8')))
    .sort()
  expect(files).toEqual(['app/base/http/routers.server.ts', 'app/entry.server.tsx'])
})
