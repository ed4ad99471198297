import { beforeEach, describe, expect, test } from 'vitest'
import { createClient, visibleText } from '../support/client'
import { readPage, removePosts, storePost, storePosts } from '../support/posts'

const visit = (slug: string) => readPage(`/blog/${slug}`)
const page = async (slug: string) => (await visit(slug)).text
const encodedUrl = encodeURIComponent('http://localhost:3000/blog/tea')

const tea = {
  slug: 'tea',
  title: 'Tea & "talk"',
  excerpt: 'Why it helps.',
  author: 'Ada Lovelace',
  tags: ['friendship', 'small talk'],
  readTime: 7,
  content: '<h2>First</h2><p>Boil <em>fresh</em> water.</p>',
  metaDescription: 'All about tea.',
  featuredImage: '/blog-pictures/ring.svg',
  publishedAt: new Date('2026-11-03T08:30:00Z'),
}

beforeEach(removePosts)

describe('an article', () => {
  test('shows title, excerpt, author, date and read time', async () => {
    await storePost(tea)
    expect(visibleText(await visit('tea'))).toContain(
      'Tea & "talk" Why it helps. Ada Lovelace 3 November 2026 · 7 min read',
    )
    expect(await page('tea')).toContain('<time dateTime="2026-11-03T08:30:00.000Z">3 November 2026</time>')
  })

  test('shows its HTML unchanged', async () => {
    await storePost(tea)
    expect(await page('tea')).toContain(tea.content)
  })

  test('links each tag to its list', async () => {
    await storePost(tea)
    expect(await page('tea')).toContain('href="/blog?tag=friendship">friendship</a>')
    expect(await page('tea')).toContain('href="/blog?tag=small+talk">small talk</a>')
  })

  test('has its picture with an alternative text', async () => {
    await storePosts([tea, { slug: 'plain' }, { slug: 'other', featuredImage: 'https://example.com/a.jpg' }])
    expect(await page('tea')).toMatch(
      /<img class="article-picture" src="data:image\/svg\+xml,%3Csvg[^"]+" alt="A ring of buds/,
    )
    expect(await page('other')).toMatch(/src="https:\/\/example.com\/a.jpg" alt=""/)
    expect(await page('plain')).not.toContain('class="article-picture"')
  })

  test('has an author box and a list of Related Articles', async () => {
    await storePosts([{ title: 'Another' }, tea])
    const words = visibleText(await visit('tea'))
    expect(words).toMatch(/Share this article.*Ada Lovelace.*Related Articles.*Another/)
  })

  test('has no related articles when there are none', async () => {
    await storePost(tea)
    expect(visibleText(await visit('tea'))).not.toContain('Related Articles')
  })
})

describe('sharing', () => {
  test.each([
    ['Twitter', `https://twitter.com/intent/tweet?url=${encodedUrl}&amp;text=Tea%20%26%20%22talk%22`],
    ['LinkedIn', `https://www.linkedin.com/sharing/share-offsite/?url=${encodedUrl}`],
    ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${encodedUrl}`],
  ])('by %s has the URL of the page; by Twitter also the title', async (network, href) => {
    await storePost(tea)
    const [link = ''] = new RegExp(`<a [^>]*>${network}</a>`).exec(await page('tea')) ?? []
    expect(link).toContain(`href="${href}"`)
    expect(link).toContain('rel="noopener"')
  })
})

describe('a missing article', () => {
  test.each(['no-such', 'draft', '%00'])(
    "redirects to /blog with the toast 'Blog post not found': %s",
    async (slug) => {
      await storePost({ slug: 'draft', published: false })
      const client = createClient()
      const response = await client.visit(`/blog/${slug}`)
      expect(response).toHaveRedirect('/blog')
      expect(response).toSendToast('Blog post not found')
      expect(visibleText(await client.visit('/blog'))).toContain('Blog post not found')
      expect(visibleText(await client.visit('/blog'))).not.toContain('Blog post not found')
    },
  )
})

describe('metadata', () => {
  const json = async (slug: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await page(slug))?.[1] ?? '')

  test('title, description, canonical URL and the feed', async () => {
    await storePosts([tea, { slug: 'über-жизнь', excerpt: 'In short.' }])
    expect(await page('TEA')).toContain('<title>Tea &amp; &quot;talk&quot; · Budkeeper</title>')
    expect(await page('TEA')).toContain('<meta name="description" content="All about tea."/>')
    expect(await page('TEA')).toContain('rel="canonical" href="http://localhost:3000/blog/tea"')
    expect(await page('TEA')).toContain('href="/blog/rss.xml"')
    const other = await page(encodeURIComponent('über-жизнь'))
    expect(other).toContain('<meta name="description" content="In short."/>')
    expect(other).toContain(`href="http://localhost:3000/blog/${encodeURIComponent('über-жизнь')}"`)
  })

  test('Open Graph, with a picture that social networks show', async () => {
    await storePosts([tea, { slug: 'plain' }, { slug: 'other', featuredImage: 'https://example.com/a.jpg' }])
    const html = await page('tea')
    for (const [property, content] of [
      ['og:type', 'article'],
      ['og:url', 'http://localhost:3000/blog/tea'],
      ['og:image', 'http://localhost:3000/blog-pictures/ring.png'],
      ['article:published_time', '2026-11-03T08:30:00.000Z'],
      ['article:tag', 'friendship'],
      ['article:tag', 'small talk'],
    ]) {
      expect(html).toContain(`<meta property="${property}" content="${content}"/>`)
    }
    expect(await page('plain')).toContain('content="http://localhost:3000/social.png"')
    expect(await page('other')).toContain('<meta property="og:image" content="https://example.com/a.jpg"/>')
  })

  test('JSON-LD, with an escaped title', async () => {
    await storePosts([tea, { slug: 'evil', title: '</script><script>alert(1)</script>' }])
    expect(await json('tea')).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'Tea & "talk"',
      datePublished: '2026-11-03T08:30:00.000Z',
      author: { name: 'Ada Lovelace' },
      mainEntityOfPage: 'http://localhost:3000/blog/tea',
    })
    expect((await json('evil')).headline).toBe('</script><script>alert(1)</script>')
    expect(await page('evil')).not.toContain('<script>alert(1)')
  })
})

test('the sitemap lists published posts with their date', async () => {
  await storePosts([tea, { slug: 'über-жизнь' }, { slug: 'draft', published: false }])
  const { text } = await readPage('/sitemap.xml')
  expect(text).toContain(
    '<loc>http://localhost:3000/blog/tea</loc><lastmod>2026-11-03T08:30:00.000Z</lastmod>',
  )
  expect(text).toContain(`/blog/${encodeURIComponent('über-жизнь')}</loc>`)
  expect(text).not.toContain('draft')
})
