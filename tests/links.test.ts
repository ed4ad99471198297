import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const files = ['.', 'docs', 'docs/api', '.github']
  .filter(existsSync)
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((file) => file.endsWith('.md'))

const withoutCode = (text: string) =>
  text.replace(/^( *)```.*?^\1```$/gms, '').replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, '_'))

/** The anchors of a document, as GitHub makes them: of headings, numbered where they repeat, and of tags with an id. */
function anchorsOf(file: string) {
  const text = readFileSync(file, 'utf8').replace(/^( *)```.*?^\1```$/gms, '')
  const seen = new Map<string, number>()
  const headings = [...text.matchAll(/^#{1,6} +(.*)$/gm)].map(([, heading = '']) => {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '')
    const slug = words
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-')
    const n = seen.get(slug) ?? 0
    seen.set(slug, n + 1)
    return n ? `${slug}-${n}` : slug
  })
  return new Set([...headings, ...[...text.matchAll(/ (?:id|name)="([^"]+)"/g)].map(([, id = '']) => id)])
}

describe.each(files)('%s', (file) => {
  test('links to files and headings that exist', () => {
    const links = [
      ...withoutCode(readFileSync(file, 'utf8')).matchAll(/\]\(<?([^)>\s]+)>?(?:\s+"[^"]*")?\)/g),
    ].map(([, link = '']) => link)
    const dead = links.filter((link) => {
      if (/^(https?|mailto):/.test(link) || link.startsWith('/')) return false
      const [path = '', anchor] = link.split('#')
      const target = path ? relative('.', join(dirname(file), path)) : file
      if (!existsSync(target)) return true
      return anchor !== undefined && (statSync(target).isDirectory() || !anchorsOf(target).has(anchor))
    })
    expect(dead).toEqual([])
  })
})

test('anchors are those of GitHub', () => {
  expect(anchorsOf('docs/api/tokens.md')).toContain('post-tokens')
  expect(anchorsOf('docs/api/accounts.md')).toContain('patch-userssettings')
  expect(anchorsOf('docs/operations.md')).toContain('app_url')
})

test('the sources of URLs within the documents are all looked at', () => {
  expect(files).toEqual(
    expect.arrayContaining(['README.md', 'SECURITY.md', 'CONTRIBUTING.md', join('docs', 'api', 'buds.md')]),
  )
})
