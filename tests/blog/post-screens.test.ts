import { desc } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/db/db.server'
import { posts } from '~drizzle/schema'
import { visibleText } from '../support/client'
import { createPost, signedIn } from '../support/factories'
import { withoutTable } from '../support/outage'

type Client = Awaited<ReturnType<typeof signedIn>>

const list = '/dashboard/blog'
const requiredFields = {
  title: 'Ten minutes a week',
  excerpt: 'A small routine.',
  content: '<p>Call two people.</p>',
  author: 'Ada Lovelace',
}

let admin: Client

beforeEach(async () => {
  await db.delete(posts)
  admin = await signedIn({ traits: ['admin'] })
})

const stored = () => db.select().from(posts).orderBy(desc(posts._id))
const newest = async () => (await stored())[0]

const withoutPosts = (work: () => Promise<void>) => withoutTable('posts', work)

describe('the list', () => {
  test("shows 'No blog posts yet' without posts", async () => {
    const page = await admin.visit(list)
    expect(visibleText(page)).toContain('No blog posts yet')
    expect(page.text).not.toContain('<table')
    expect(page.text).toContain('href="/dashboard/blog/new"')
  })

  test('is a table of title, badge, excerpt, author, status and dates', async () => {
    const post = await createPost({ title: 'First', author: 'Grace', featured: true, published: true })
    await createPost({ title: 'Second' })
    const page = await admin.visit(list)
    expect(visibleText(page)).toContain('Title Author Status Created Published Actions')
    const day = post.createdAt.toISOString().slice(0, 10)
    expect(visibleText(page)).toContain(`First Featured A small routine. Grace Published ${day} ${day}`)
    expect(visibleText(page)).toContain(`Second A small routine. Ada Draft ${day} –`)
    expect(page.text.match(/Featured</g)).toHaveLength(1)
  })

  test('links to published posts in a new tab, and to the editor of each post', async () => {
    const published = await createPost({ title: 'First', published: true })
    const draft = await createPost({ title: 'Second' })
    const { text } = await admin.visit(list)
    expect(text).toMatch(/<a[^>]+href="\/blog\/first" target="_blank"/)
    expect(text).not.toContain('/blog/second')
    for (const { _id } of [published, draft]) expect(text).toContain(`href="/dashboard/blog/edit/${_id}"`)
  })

  test('comes in pages of 20, and shows the last for a page past the end', async () => {
    for (let n = 1; n <= 21; n++) await createPost({ title: `Post ${n}.` })
    expect(visibleText(await admin.visit(list))).toContain('Post 21.')
    expect(visibleText(await admin.visit(list))).not.toContain('Post 1.')
    for (const page of ['2', '3', '99']) {
      expect(visibleText(await admin.visit(`${list}?page=${page}`))).toContain('Post 1.')
    }
    expect(visibleText(await admin.visit(`${list}?page=nonsense`))).toContain('Post 21.')
  })

  test("that cannot be loaded shows 'Error fetching blog posts'", async () => {
    await withoutPosts(async () => {
      const page = await admin.visit(list)
      expect(page.status).toBe(500)
      expect(visibleText(page)).toContain('Error fetching blog posts')
    })
  })
})

describe('the status button', () => {
  test('publishes and unpublishes a post, and returns to the same page', async () => {
    const { _id } = await createPost()
    const published = await admin.submit(`${list}?page=2`, { _id, intent: 'publish' })
    expect(published).toHaveRedirect(`${list}?page=2`)
    expect(published).toSendToast('Post published successfully')
    expect(await newest()).toMatchObject({ published: true, publishedAt: expect.any(Date) })
    const unpublished = await admin.submit(list, { _id, intent: 'unpublish' })
    expect(unpublished).toHaveRedirect(list)
    expect(unpublished).toSendToast('Post unpublished successfully')
    expect(await newest()).toMatchObject({ published: false, publishedAt: expect.any(Date) })
  })

  test('is in a form that submits the opposite', async () => {
    const { _id } = await createPost({ published: true })
    const form = new RegExp(`<input[^>]*value="${_id}"/><button[^>]*value="(\\w+)"[^>]*>(\\w+)<`)
    expect(form.exec((await admin.visit(list)).text)?.slice(1)).toEqual(['unpublish', 'Published'])
    await admin.submit(list, { _id, intent: 'unpublish' })
    expect(form.exec((await admin.visit(list)).text)?.slice(1)).toEqual(['publish', 'Draft'])
  })

  test("shows 'Error updating post status' on any failure", async () => {
    for (const _id of [uuid(), 'nonsense']) {
      const response = await admin.submit(list, { _id, intent: 'publish' })
      expect(response).toHaveRedirect(list)
      expect(response).toSendToast('Error updating post status')
    }
    await withoutPosts(async () => {
      expect(await admin.submit(list, { _id: uuid(), intent: 'unpublish' })).toSendToast(
        'Error updating post status',
      )
    })
  })

  test.each<Record<string, string>>([{}, { intent: 'publish' }, { _id: 'x' }, { _id: 'x', intent: 'burn' }])(
    '%j gets 400',
    async (fields) => {
      expect((await admin.submit(list, fields)).status).toBe(400)
    },
  )
})

describe('deleting', () => {
  test('is confirmed without JavaScript too', async () => {
    const { _id } = await createPost({ title: 'First & last' })
    const page = await admin.visit(`${list}?delete=${_id}`)
    expect(visibleText(page)).toContain(
      'Delete Confirmation Are you sure you want to delete First & last? Cancel Yes, Delete',
    )
    expect(page.text).toMatch(/<dialog[^>]+open/)
    const [, dialog = ''] = page.text.split('<dialog')
    expect(dialog).toMatch(new RegExp(`name="_id"[^>]*value="${_id}"`))
    expect(dialog).toMatch(/name="intent"[^>]*value="delete"/)
  })

  test('deletes the post and returns to the same page', async () => {
    const { _id } = await createPost()
    const response = await admin.submit(`${list}?page=2&delete=${_id}`, { _id, intent: 'delete' })
    expect(response).toHaveRedirect(`${list}?page=2`)
    expect(response).toSendToast('Blog post deleted successfully')
    expect(await stored()).toEqual([])
  })

  test("shows 'Error deleting blog post' on failure", async () => {
    const response = await admin.submit(list, { _id: uuid(), intent: 'delete' })
    expect(response).toHaveRedirect(list)
    expect(response).toSendToast('Error deleting blog post')
  })
})

describe('the editor', () => {
  test('has the fields of the specification', async () => {
    const page = await admin.visit('/dashboard/blog/new')
    const text = page.text.replaceAll('<!-- -->', '')
    const field = (name: string) =>
      new RegExp(`<(input|textarea)[^>]*name="${name}"[^>]*>`).exec(text)?.[0] ?? ''
    for (const name of ['title', 'excerpt', 'content', 'author']) expect(field(name)).toContain('required')
    for (const name of ['tags', 'featured', 'published', 'featuredImage', 'metaDescription']) {
      expect(field(name)).not.toBe('')
      expect(field(name)).not.toContain('required')
    }
    expect(field('excerpt')).toContain('rows="3"')
    expect(field('content')).toContain('rows="20"')
    expect(field('metaDescription')).toContain('maxLength="160"')
    expect(field('author')).toContain('value="Ada Lovelace"')
    for (const label of ['Publish Immediately', 'Featured', '0/160', 'Cancel', 'Preview', 'Create Post']) {
      expect(text).toContain(label)
    }
  })

  test('creates a post and redirects to the list', async () => {
    const response = await admin.submit('/dashboard/blog/new', {
      ...requiredFields,
      tags: 'networking, , relationships',
      featured: 'true',
      published: 'true',
      featuredImage: '/a.png',
      metaDescription: 'What helps.',
    })
    expect(response).toHaveRedirect(list)
    expect(response).toSendToast('Blog post created successfully')
    expect(await newest()).toMatchObject({
      ...requiredFields,
      tags: ['networking', 'relationships'],
      featured: true,
      published: true,
      featuredImage: '/a.png',
      metaDescription: 'What helps.',
      slug: 'ten-minutes-a-week',
    })
  })

  test('creates a draft when nothing is ticked', async () => {
    await admin.submit('/dashboard/blog/new', requiredFields)
    expect(await newest()).toMatchObject({ published: false, featured: false, publishedAt: null })
  })

  test('shows the stored post, and saves changes', async () => {
    const { _id } = await createPost({
      ...requiredFields,
      tags: ['networking', 'relationships'],
      featured: true,
      metaDescription: 'What helps.',
      featuredImage: '/a.png',
    })
    const { text } = await admin.visit(`/dashboard/blog/edit/${_id}`)
    for (const shown of [
      'value="Ten minutes a week"',
      'value="networking, relationships"',
      'value="/a.png"',
      '&lt;p&gt;Call two people.&lt;/p&gt;',
      '11/160',
      'Update Post',
      '<img class="picture-preview" src="/a.png"',
    ]) {
      expect(text.replaceAll('<!-- -->', '')).toContain(shown)
    }
    expect(/<input[^>]*name="featured"[^>]*>/.exec(text)?.[0]).toContain('checked')
    expect(/<input[^>]*name="published"[^>]*>/.exec(text)?.[0]).not.toContain('checked')
    const response = await admin.submit(`/dashboard/blog/edit/${_id}`, { ...requiredFields, title: 'Eleven' })
    expect(response).toHaveRedirect(list)
    expect(response).toSendToast('Blog post updated successfully')
    expect(await newest()).toMatchObject({ title: 'Eleven', tags: [], featured: false, featuredImage: '' })
  })

  test('returns a rejected form with its input', async () => {
    const page = await admin.submit('/dashboard/blog/new', {
      ...requiredFields,
      title: ' ',
      tags: 'a, b',
      published: 'true',
      metaDescription: 'x'.repeat(161),
    })
    expect(page.status).toBe(400)
    expect(visibleText(page)).toContain('Please check 2 fields')
    expect(visibleText(page)).toContain('Title is required')
    expect(visibleText(page)).toContain('Meta description must be at most 160 characters')
    expect(page.text).toContain('value="a, b"')
    expect(/<input[^>]*name="published"[^>]*>/.exec(page.text)?.[0]).toContain('checked')
    expect(await stored()).toEqual([])
  })

  test('accepts content of 200,000 characters of any script', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(requiredFields)) form.set(name, value)
    form.set('content', '本'.repeat(200_000))
    expect(await admin.submit('/dashboard/blog/new', form)).toHaveRedirect(list)
    expect((await newest())?.content).toHaveLength(200_000)
  })

  test('stores line breaks as LF', async () => {
    await admin.submit('/dashboard/blog/new', {
      ...requiredFields,
      content: '<p>a</p>\r\n<p>b</p>',
      excerpt: 'a\r\nb',
    })
    expect(await newest()).toMatchObject({ content: '<p>a</p>\n<p>b</p>', excerpt: 'a\nb' })
  })

  test("shows 'Preview feature coming soon' for the button 'Preview', and keeps the input", async () => {
    const page = await admin.submit('/dashboard/blog/new', {
      ...requiredFields,
      excerpt: '',
      intent: 'preview',
    })
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/data-type="info"><p>Preview feature coming soon/)
    expect(page.text).toContain('value="Ten minutes a week"')
    expect(visibleText(page)).not.toContain('Excerpt is required')
    expect(await stored()).toEqual([])
  })

  test("redirects from a missing post to the list with 'Error loading blog post'", async () => {
    for (const id of ['1', uuid()]) {
      const response = await admin.visit(`/dashboard/blog/edit/${id}`)
      expect(response).toHaveRedirect(list)
      expect(response).toSendToast('Error loading blog post')
    }
  })

  test('saves nothing for a deleted post', async () => {
    const response = await admin.submit(`/dashboard/blog/edit/${uuid()}`, requiredFields)
    expect(response).toHaveRedirect(list)
    expect(response).toSendToast('Error loading blog post')
    expect(await stored()).toEqual([])
  })

  test("shows 'Error saving blog post' on a server error", async () => {
    await withoutPosts(async () => {
      const page = await admin.submit('/dashboard/blog/new', requiredFields)
      expect(page.status).toBe(500)
      expect(visibleText(page)).toContain('Error saving blog post')
      expect(page.text).toContain('value="Ten minutes a week"')
    })
  })

  test('reports a conflict with another change, and saves when submitted again', async () => {
    const { _id } = await createPost(requiredFields)
    const path = `/dashboard/blog/edit/${_id}`
    const version = (text: string) => /name="_version" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const opened = version((await admin.visit(path)).text).replaceAll('&quot;', '"')
    await admin.submit(path, { ...requiredFields, title: 'First', _version: opened })
    const page = await admin.submit(path, { ...requiredFields, title: 'Second', _version: opened })
    expect(page.status).toBe(412)
    expect(visibleText(page)).toContain('This post has changed since you opened it')
    expect(visibleText(page)).toContain('Saved now: First')
    const stored = version(page.text).replaceAll('&quot;', '"')
    expect(await admin.submit(path, { ...requiredFields, title: 'Second', _version: stored })).toHaveRedirect(
      list,
    )
    expect((await newest())?.title).toBe('Second')
  })
})

describe('content that the sanitiser would change', () => {
  const given = '<p onclick="steal()">Hello</p><script>alert(1)</script>'
  const changes = ['onclick="steal()" of <p> would be removed', '<script> and what is in it would be removed']

  test('is shown before saving, with the sanitised version', async () => {
    const page = await admin.submit('/dashboard/blog/new', { ...requiredFields, content: given })
    expect(page.status).toBe(400)
    for (const text of [...changes, 'Some of the content cannot be kept', 'Save without it']) {
      expect(visibleText(page)).toContain(text)
    }
    expect(page.text).toMatch(/<pre[^>]*>&lt;p&gt;Hello&lt;\/p&gt;<\/pre>/)
    expect(page.text).toContain('&lt;p onclick=&quot;steal()&quot;&gt;Hello')
    expect(page.text).toMatch(/<button[^>]*name="sanitize" value="true"/)
    expect(await stored()).toEqual([])
  })

  test('is sanitised and saved when the author accepts it', async () => {
    const accepted = { ...requiredFields, content: given, sanitize: 'true' }
    expect(await admin.submit('/dashboard/blog/new', accepted)).toHaveRedirect(list)
    const post = await newest()
    expect(post?.content).toBe('<p>Hello</p>')
    const path = `/dashboard/blog/edit/${post?._id}`
    expect((await admin.submit(path, { ...requiredFields, content: given })).status).toBe(400)
    expect(await admin.submit(path, { ...accepted, title: 'x' })).toHaveRedirect(list)
    expect(await newest()).toMatchObject({ title: 'x', content: '<p>Hello</p>' })
  })

  test('that becomes empty is rejected as missing', async () => {
    const form = { ...requiredFields, content: '<script>alert(1)</script>' }
    const page = await admin.submit('/dashboard/blog/new', form)
    expect(visibleText(page)).toContain('<script> and what is in it would be removed')
    const accepted = await admin.submit('/dashboard/blog/new', { ...form, sanitize: 'true' })
    expect(accepted.status).toBe(400)
    expect(visibleText(accepted)).toContain('Content is required')
  })

  test('is rejected by the API unless the body has sanitize: true', async () => {
    const refused = {
      status: 400,
      body: {
        msg: 'Some of the content cannot be kept',
        errors: { content: ['Some of the content cannot be kept', ...changes] },
      },
    }
    const api = '/api/v1/blog/admin'
    expect(await admin.post(api, { ...requiredFields, content: given })).toMatchObject(refused)
    expect(await admin.post(api, { ...requiredFields, content: given, sanitize: false })).toMatchObject(
      refused,
    )
    expect((await admin.post(api, { ...requiredFields, content: given, sanitize: 'yes' })).status).toBe(400)
    expect(await stored()).toEqual([])
    const made = await admin.post(api, { ...requiredFields, content: given, sanitize: true })
    expect(made.body.post.content).toBe('<p>Hello</p>')
    const path = `${api}/${made.body.post._id}`
    expect(await admin.patch(path, { content: given })).toMatchObject(refused)
    expect((await admin.patch(path, { content: `${given}!`, sanitize: true })).body.post.content).toBe(
      '<p>Hello</p>!',
    )
  })

  test('lists at most 20 changes', async () => {
    const content = Array.from({ length: 33 }, (_, n) => `<x${n}>`).join('')
    const { body } = await admin.post('/api/v1/blog/admin', { ...requiredFields, content })
    expect(body.errors.content).toHaveLength(22)
    expect(body.errors.content.at(-1)).toBe('And 13 more')
  })

  test('must not exceed the limit after sanitising', async () => {
    const response = await admin.post('/api/v1/blog/admin', {
      ...requiredFields,
      content: '&'.repeat(100_000),
    })
    expect(response).toMatchObject({
      status: 400,
      body: { msg: 'Content must be at most 200000 characters' },
    })
  })
})
