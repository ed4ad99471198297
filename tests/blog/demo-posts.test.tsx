import { describe, expect, test } from 'vitest'
import { demoPosts } from '~drizzle/demo/posts'

const allowed = ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'blockquote', 'strong', 'em', 'a']
const pages = ['/', '/register', '/privacy-policy']

const published = demoPosts.filter((post) => post.published)
const drafts = demoPosts.filter((post) => !post.published)

/** Finds missing end tags, which browsers ignore. */
function parseStrictly(content: string) {
  const xml = `<body xmlns="http://www.w3.org/1999/xhtml">${content}</body>`
  return new DOMParser().parseFromString(xml, 'application/xhtml+xml')
}

function parse(content: string) {
  return new DOMParser().parseFromString(content, 'text/html').body
}

test('there are fourteen published posts, one of them featured, and two drafts', () => {
  expect(published).toHaveLength(14)
  expect(drafts).toHaveLength(2)
  expect(demoPosts.filter((post) => post.featured)).toHaveLength(1)
  expect(published.filter((post) => post.featured)).toHaveLength(1)
})

test('slugs, titles and days are unique', () => {
  for (const key of ['slug', 'title', 'days'] as const) {
    expect(new Set(demoPosts.map((post) => post[key])).size).toBe(demoPosts.length)
  }
})

test('each tag has several published posts, those of the footer among them', () => {
  const tags = published.flatMap((post) => post.tags)
  for (const tag of ['networking', 'relationships', 'productivity']) expect(tags).toContain(tag)
  for (const tag of new Set(demoPosts.flatMap((post) => post.tags))) {
    expect(tags.filter((other) => other === tag).length).toBeGreaterThanOrEqual(3)
  }
})

describe.each(demoPosts.map((post) => [post.slug, post] as const))('%s', (slug, post) => {
  test('has a slug, an author, an excerpt and a description within their limits', () => {
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(post.author).toMatch(/^The Budkeeper /)
    expect(post.title).not.toBe('')
    expect(post.excerpt.length).toBeGreaterThan(40)
    expect(post.metaDescription.length).toBeGreaterThan(60)
    expect(post.metaDescription.length).toBeLessThanOrEqual(160)
    expect(post.featuredImage).toMatch(/^(\/blog-pictures\/[\w.-]+)?$/)
    expect(Number.isInteger(post.days) && post.days > 0).toBe(true)
    expect(new Set(post.tags).size).toBe(post.tags.length)
  })

  test('is well-formed, and a browser serialises it unchanged', () => {
    expect(parseStrictly(post.content).querySelector('parsererror')).toBeNull()
    expect(parse(post.content).innerHTML).toBe(post.content)
  })

  test('uses the allowed tags, and no attribute but href', () => {
    for (const element of parse(post.content).querySelectorAll('*')) {
      expect(allowed).toContain(element.localName)
      expect(element.getAttributeNames()).toEqual(element.localName === 'a' ? ['href'] : [])
    }
  })

  test('links by https, or to a page of this site or a published post', () => {
    const known = [...pages, ...published.map((other) => `/blog/${other.slug}`)]
    for (const link of parse(post.content).querySelectorAll('a')) {
      const href = link.getAttribute('href') ?? ''
      if (!href.startsWith('https://')) expect(known).toContain(href)
      expect(href).not.toBe(`/blog/${slug}`)
    }
  })

  test('has 500 to 1,100 words, headings in order and no empty element', () => {
    const body = parse(post.content)
    const words = body.textContent?.trim().split(/\s+/).length ?? 0
    expect(words).toBeGreaterThanOrEqual(500)
    expect(words).toBeLessThanOrEqual(1_100)
    expect(body.querySelector('h2, h3')?.localName).toBe('h2')
    for (const element of body.querySelectorAll('*')) expect(element.textContent?.trim()).not.toBe('')
  })
})
