import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('docs/dependencies.md has a reason for each direct dependency, and for no other', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const rows = readFileSync('docs/dependencies.md', 'utf8').matchAll(/^(`.*`\*?) \| .*\w/gm)
  const named = [...rows].flatMap(([, names = '']) => names.replace(/[`*]/g, '').split(', '))
  expect(named.toSorted()).toEqual([...Object.keys(dependencies), ...Object.keys(devDependencies)].toSorted())
})
