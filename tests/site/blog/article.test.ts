import { beforeEach, describe, expect, test } from 'vitest'
import { createClient, visibleText } from '../../support/client'
import { readPage, removePosts, storePost, storePosts } from '../../support/posts'

const visit = (slug: string) => readPage(`/blog/${slug}`)
const page = async (slug: string) => (await visit(slug)).text
const origin = 'http://localhost:3000'

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
const others = [{ slug: 'plain' }, { slug: 'other', featuredImage: 'https://example.com/a.jpg' }]

beforeEach(removePosts)

describe('an article', () => {
  test('shows title, excerpt, author, date, read time, tag links and its HTML unchanged', async () => {
    await storePost(tea)
    const response = await visit('tea')
    expect(visibleText(response)).toContain(
      'Tea & "talk" Why it helps. Ada Lovelace 3 November 2026 · 7 min read',
    )
    for (const html of [
      '<time dateTime="2026-11-03T08:30:00.000Z">3 November 2026</time>',
      'href="/blog?tag=friendship">friendship</a>',
      'href="/blog?tag=small+talk">small talk</a>',
      tea.content,
    ]) {
      expect(response.text).toContain(html)
    }
  })

  test('has its picture, with an alternative text if it is a drawing of this site', async () => {
    await storePosts([tea, ...others])
    expect(await page('tea')).toMatch(
      /<img class="article-picture" src="data:image\/svg\+xml,%3Csvg[^"]+" alt="A ring of buds/,
    )
    expect(await page('other')).toMatch(/src="https:\/\/example.com\/a.jpg" alt=""/)
    expect(await page('plain')).not.toContain('class="article-picture"')
  })

  test('has an author box, and a list of Related Articles unless there are none', async () => {
    await storePost(tea)
    expect(visibleText(await visit('tea'))).not.toContain('Related Articles')
    await storePost({ title: 'Another' })
    const words = visibleText(await visit('tea'))
    expect(words).toMatch(/Share this article.*Ada Lovelace.*Related Articles.*Another/)
  })

  test('has links that share its URL on Twitter, LinkedIn and Facebook; Twitter gets its title', async () => {
    await storePost(tea)
    const html = await page('tea')
    const url = encodeURIComponent(`${origin}/blog/tea`)
    for (const [network, href] of Object.entries({
      Twitter: `https://twitter.com/intent/tweet?url=${url}&amp;text=Tea%20%26%20%22talk%22`,
      LinkedIn: `https://www.linkedin.com/sharing/share-offsite/?url=${url}`,
      Facebook: `https://www.facebook.com/sharer/sharer.php?u=${url}`,
    })) {
      const [link = ''] = new RegExp(`<a [^>]*>${network}</a>`).exec(html) ?? []
      expect(link).toContain(`href="${href}"`)
      expect(link).toContain('rel="noopener"')
    }
  })

  test("that is missing redirects to /blog with the toast 'Blog post not found'", async () => {
    await storePost({ slug: 'draft', published: false })
    for (const slug of ['no-such', 'draft', '%00']) {
      const response = await createClient().visit(`/blog/${slug}`)
      expect(response).toHaveRedirect('/blog')
      expect(response).toSendToast('Blog post not found')
    }
  })
})

describe('metadata', () => {
  const json = async (slug: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await page(slug))?.[1] ?? '')

  test('title, description, canonical URL and the feed', async () => {
    await storePosts([tea, { slug: 'über-жизнь', excerpt: 'In short.' }])
    const html = await page('TEA')
    expect(html).toContain('<title>Tea &amp; &quot;talk&quot; · Budkeeper</title>')
    expect(html).toContain('<meta name="description" content="All about tea."/>')
    expect(html).toContain(`rel="canonical" href="${origin}/blog/tea"`)
    expect(html).toContain('href="/blog/rss.xml"')
    const slug = encodeURIComponent('über-жизнь')
    expect(await page(slug)).toContain('<meta name="description" content="In short."/>')
    expect(await page(slug)).toContain(`href="${origin}/blog/${slug}"`)
  })

  test('Open Graph, with a picture that social networks show', async () => {
    await storePosts([tea, ...others])
    const html = await page('tea')
    for (const [property, content] of [
      ['og:type', 'article'],
      ['og:url', `${origin}/blog/tea`],
      ['og:image', `${origin}/blog-pictures/ring.png`],
      ['article:published_time', '2026-11-03T08:30:00.000Z'],
      ['article:tag', 'friendship'],
      ['article:tag', 'small talk'],
    ]) {
      expect(html).toContain(`<meta property="${property}" content="${content}"/>`)
    }
    expect(await page('plain')).toContain(`content="${origin}/social.png"`)
    expect(await page('other')).toContain('<meta property="og:image" content="https://example.com/a.jpg"/>')
  })

  test('JSON-LD, with an escaped title', async () => {
    await storePosts([tea, { slug: 'evil', title: '</script><script>alert(1)</script>' }])
    expect(await json('tea')).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'Tea & "talk"',
      datePublished: '2026-11-03T08:30:00.000Z',
      author: { name: 'Ada Lovelace' },
      mainEntityOfPage: `${origin}/blog/tea`,
    })
    expect((await json('evil')).headline).toBe('</script><script>alert(1)</script>')
    expect(await page('evil')).not.toContain('<script>alert(1)')
  })
})

test('the sitemap lists published articles with their date, the newest first', async () => {
  await storePosts([{ slug: 'über-жизнь' }, { slug: 'draft', published: false }, tea])
  const { text } = await readPage('/sitemap.xml')
  const articles = [...text.matchAll(/<loc>([^<]*\/blog\/.*?)<\/lastmod>/g)].map(([, article]) => article)
  expect(articles).toEqual([
    `${origin}/blog/tea</loc><lastmod>2026-11-03T08:30:00.000Z`,
    expect.stringMatching(/\/blog\/%C3%BCber-%D0.*<\/loc><lastmod>2026-01-/),
  ])
})
