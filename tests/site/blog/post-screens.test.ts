import { desc } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { formatDay } from '~/base/components/day'
import { db } from '~/base/db/db.server'
import { posts } from '~drizzle/schema'
import { visibleText } from '../../support/client'
import { createPost, signedIn } from '../../support/factories'
import { formIn, typed } from '../../support/form'
import { withoutTable } from '../../support/outage'

const list = '/dashboard/blog'
const add = '/dashboard/blog/new'
const api = '/api/v1/blog/admin'
const requiredFields = {
  title: 'Ten minutes a week',
  excerpt: 'A small routine.',
  content: '<p>Call two people.</p>',
  author: 'Ada Lovelace',
}

let admin: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  await db.delete(posts)
  admin = await signedIn({ traits: ['admin'] })
})

const stored = () => db.select().from(posts).orderBy(desc(posts._id))
const newest = async () => (await stored())[0]
const create = (fields: object = {}) => admin.submit(add, { ...requiredFields, ...fields })

describe('the list', () => {
  test("shows 'No blog posts yet' without posts", async () => {
    const page = await admin.visit(list)
    expect(visibleText(page)).toContain('No blog posts yet')
    expect(page.text).not.toContain('<table')
    expect(page.text).toContain('href="/dashboard/blog/new"')
  })

  test('is a table of title, badge, excerpt, author, status, dates, and links to published posts and the editor', async () => {
    const post = await createPost({ title: 'First', author: 'Grace', featured: true, published: true })
    const draft = await createPost({ title: 'Second' })
    const page = await admin.visit(list)
    expect(visibleText(page)).toContain('Title Author Status Created Published Actions')
    const day = formatDay(post.createdAt)
    expect(visibleText(page)).toContain(`First Featured A small routine. Grace Published ${day} ${day}`)
    expect(visibleText(page)).toContain(`Second A small routine. Ada Draft ${day} –`)
    expect(page.text.match(/Featured</g)).toHaveLength(1)
    expect(page.text).toMatch(/<a[^>]+href="\/blog\/first" target="_blank"/)
    expect(page.text).not.toContain('/blog/second')
    for (const { _id } of [post, draft]) expect(page.text).toContain(`href="/dashboard/blog/edit/${_id}"`)
  })

  test('comes in pages of 20, and shows the last for a page past the end', async () => {
    for (let n = 1; n <= 21; n++) await createPost({ title: `Post ${n}.` })
    for (const query of ['', '?page=nonsense']) {
      const text = visibleText(await admin.visit(list + query))
      expect(text).toContain('Post 21.')
      expect(text).not.toContain('Post 1.')
    }
    for (const page of ['2', '3', '99']) {
      expect(visibleText(await admin.visit(`${list}?page=${page}`))).toContain('Post 1.')
    }
  })

  test("that cannot be loaded shows 'Error fetching blog posts'", async () => {
    const page = await withoutTable('posts', () => admin.visit(list))
    expect(page.status).toBe(500)
    expect(visibleText(page)).toContain('Error fetching blog posts')
  })
})

describe('the buttons of the list', () => {
  test('publish and unpublish a post, and return to the same page', async () => {
    const { _id } = await createPost()
    const form = new RegExp(`<input[^>]*value="${_id}"/><button[^>]*value="(\\w+)"[^>]*>(\\w+)<`)
    const status = async () => form.exec((await admin.visit(list)).text)?.slice(1)
    expect(await status()).toEqual(['publish', 'Draft'])
    for (const [intent, path, next] of [
      ['publish', `${list}?page=2`, ['unpublish', 'Published']],
      ['unpublish', list, ['publish', 'Draft']],
    ] as const) {
      const response = await admin.submit(path, { _id, intent })
      expect(response).toHaveRedirect(path)
      expect(response).toSendToast(`Post ${intent}ed successfully`)
      expect(await status()).toEqual(next)
    }
  })

  test('delete a post after a confirmation without JavaScript, and return to the same page', async () => {
    const { _id } = await createPost({ title: 'First & last' })
    const path = `${list}?page=2&delete=${_id}`
    const page = await admin.visit(path)
    expect(visibleText(page)).toContain(
      'Delete Confirmation Are you sure you want to delete First & last? Cancel Yes, Delete',
    )
    expect(page.text).toMatch(/<dialog[^>]+open/)
    const [, dialog = ''] = page.text.split('<dialog')
    expect(dialog).toMatch(new RegExp(`name="_id"[^>]*value="${_id}"`))
    expect(dialog).toMatch(/name="intent"[^>]*value="delete"/)
    const response = await admin.submit(path, { _id, intent: 'delete' })
    expect(response).toHaveRedirect(`${list}?page=2`)
    expect(response).toSendToast('Blog post deleted successfully')
    expect(await stored()).toEqual([])
  })

  test("show 'Error updating post status' or 'Error deleting blog post' on any failure", async () => {
    for (const [intent, message] of Object.entries({
      publish: 'Error updating post status',
      unpublish: 'Error updating post status',
      delete: 'Error deleting blog post',
    })) {
      for (const response of [
        await admin.submit(list, { _id: uuid(), intent }),
        await admin.submit(list, { _id: 'nonsense', intent }),
        await withoutTable('posts', () => admin.submit(list, { _id: uuid(), intent })),
      ]) {
        expect(response).toHaveRedirect(list)
        expect(response).toSendToast(message)
      }
    }
  })

  test('get 400 without an id or a known intent', async () => {
    const invalid: Record<string, string>[] = [
      {},
      { intent: 'publish' },
      { _id: 'x' },
      { _id: 'x', intent: 'burn' },
    ]
    for (const fields of invalid) expect((await admin.submit(list, fields)).status).toBe(400)
  })
})

describe('the editor', () => {
  test('has the fields of the specification', async () => {
    const text = (await admin.visit(add)).text.replaceAll('<!-- -->', '')
    const field = (name: string) =>
      new RegExp(`<(input|textarea)[^>]*name="${name}"[^>]*>`).exec(text)?.[0] ?? ''
    for (const name of ['title', 'excerpt', 'content', 'author']) expect(field(name)).toContain('required')
    for (const name of ['tags', 'featured', 'published', 'featuredImage', 'metaDescription']) {
      expect(field(name)).not.toBe('')
      expect(field(name)).not.toContain('required')
    }
    expect(text).toMatch(/href="\/dashboard\/blog"[^>]*>Cancel</)
    expect(field('excerpt')).toContain('rows="3"')
    expect(field('content')).toContain('rows="20"')
    expect(field('metaDescription')).toContain('maxLength="160"')
    expect(field('author')).toContain('value="Ada Lovelace"')
    for (const label of ['Publish Immediately', 'Featured', '0/160', 'Cancel', 'Preview', 'Create Post']) {
      expect(text).toContain(label)
    }
  })

  test('creates one post, also when its form is sent twice, and redirects to the list', async () => {
    const _id = uuid()
    for (let n = 0; n < 2; n++) {
      const response = await create({ _id, published: 'true' })
      expect(response).toHaveRedirect(list)
      expect(response).toSendToast('Blog post created successfully')
    }
    const post = { ...requiredFields, _id, published: true, slug: 'ten-minutes-a-week' }
    expect(await stored()).toMatchObject([post])
  })

  test('creates a draft when nothing is ticked, and stores line breaks as LF', async () => {
    await create({ content: '<p>a</p>\r\n<p>b</p>', excerpt: 'a\r\nb' })
    expect(await newest()).toMatchObject({ content: '<p>a</p>\n<p>b</p>', excerpt: 'a\nb' })
    expect(await newest()).toMatchObject({ published: false, featured: false, publishedAt: null })
  })

  test('shows the stored post, and saves changes', async () => {
    const fields = { ...requiredFields, metaDescription: 'What helps.', featuredImage: '/a.png' }
    const { _id } = await createPost({ ...fields, tags: ['networking', 'relationships'], featured: true })
    const page = await admin.visit(`/dashboard/blog/edit/${_id}`)
    const form = Object.fromEntries(formIn(page))
    expect(form).toMatchObject({ ...fields, tags: 'networking, relationships', featured: 'true' })
    expect(form).not.toHaveProperty('published')
    for (const shown of ['11/160', 'Update Post', '<img class="picture-preview" src="/a.png"']) {
      expect(page.text.replaceAll('<!-- -->', '')).toContain(shown)
    }
    const response = await admin.submit(`/dashboard/blog/edit/${_id}`, { ...requiredFields, title: 'Eleven' })
    expect(response).toHaveRedirect(list)
    expect(response).toSendToast('Blog post updated successfully')
    expect(await newest()).toMatchObject({ title: 'Eleven', tags: [], featured: false, featuredImage: '' })
  })

  test('returns a rejected form with its input', async () => {
    const kept = { tags: 'a, b', published: 'true', metaDescription: 'x'.repeat(161) }
    const page = await create({ ...kept, title: ' ' })
    expect(page.status).toBe(400)
    expect(visibleText(page)).toContain('Please check 2 fields')
    expect(visibleText(page)).toContain('Title is required')
    expect(visibleText(page)).toContain('Meta description must be at most 160 characters')
    expect(Object.fromEntries(formIn(page))).toMatchObject(kept)
    expect(await stored()).toEqual([])
  })

  test('accepts content of 200,000 characters of any script', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(requiredFields)) form.set(name, value)
    form.set('content', '本'.repeat(200_000))
    expect(await admin.submit(add, form)).toHaveRedirect(list)
    expect((await newest())?.content).toHaveLength(200_000)
  })

  test("shows 'Preview feature coming soon' for the button 'Preview', and keeps the input", async () => {
    const page = await create({ excerpt: '', intent: 'preview' })
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/data-type="info"><p>Preview feature coming soon/)
    expect(page.text).toContain('value="Ten minutes a week"')
    expect(visibleText(page)).not.toContain('Excerpt is required')
    expect(await stored()).toEqual([])
  })

  test("redirects from a missing post to the list with 'Error loading blog post', and saves nothing", async () => {
    for (const id of ['1', uuid()]) {
      const path = `/dashboard/blog/edit/${id}`
      for (const response of [await admin.visit(path), await admin.submit(path, requiredFields)]) {
        expect(response).toHaveRedirect(list)
        expect(response).toSendToast('Error loading blog post')
      }
    }
    expect(await stored()).toEqual([])
  })

  test("shows 'Error saving blog post' on a server error", async () => {
    const page = await withoutTable('posts', () => create())
    expect(page.status).toBe(500)
    expect(visibleText(page)).toContain('Error saving blog post')
    expect(page.text).toContain('value="Ten minutes a week"')
  })

  test('reports a conflict with another change, and saves when submitted again', async () => {
    const { _id } = await createPost(requiredFields)
    const path = `/dashboard/blog/edit/${_id}`
    const form = formIn(await admin.visit(path))
    await admin.patch(`${api}/${_id}`, { title: 'First' })
    const page = await admin.submit(path, typed(form, { title: 'Second' }))
    expect(page.status).toBe(412)
    expect(visibleText(page)).toContain('This post has changed since you opened it')
    expect(visibleText(page)).toContain('Saved now: First')
    expect(await admin.submit(path, formIn(page))).toHaveRedirect(list)
    expect((await newest())?.title).toBe('Second')
  })
})

describe('content that the sanitiser would change', () => {
  const content = '<p onclick="steal()">Hello</p><script>alert(1)</script>'
  const changes = ['onclick="steal()" of <p> would be removed', '<script> and what is in it would be removed']
  const msg = 'Some of the content cannot be kept'

  test('is shown before saving, with the sanitised version', async () => {
    const page = await create({ content })
    expect(page.status).toBe(400)
    for (const text of [...changes, msg, 'Save without it']) expect(visibleText(page)).toContain(text)
    expect(page.text).toMatch(/<pre[^>]*>&lt;p&gt;Hello&lt;\/p&gt;<\/pre>/)
    expect(page.text).toContain('&lt;p onclick=&quot;steal()&quot;&gt;Hello')
    expect(page.text).toMatch(/<button[^>]*name="sanitize" value="true"/)
    expect(await stored()).toEqual([])
  })

  test('is sanitised and saved when the author accepts it', async () => {
    expect(await create({ content, sanitize: 'true' })).toHaveRedirect(list)
    const post = await newest()
    expect(post?.content).toBe('<p>Hello</p>')
    const path = `/dashboard/blog/edit/${post?._id}`
    const change = { ...requiredFields, title: 'x', content }
    expect((await admin.submit(path, change)).status).toBe(400)
    expect(await admin.submit(path, { ...change, sanitize: 'true' })).toHaveRedirect(list)
    expect(await newest()).toMatchObject({ title: 'x', content: '<p>Hello</p>' })
  })

  test('that becomes empty is rejected as missing', async () => {
    const accepted = await create({ content: '<script>alert(1)</script>', sanitize: 'true' })
    expect(accepted.status).toBe(400)
    expect(visibleText(accepted)).toContain('Content is required')
  })

  test('is rejected by the API unless the body has sanitize: true', async () => {
    const post = (fields: object) => admin.post(api, { ...requiredFields, content, ...fields })
    const refused = { status: 400, body: { msg, errors: { content: [msg, ...changes] } } }
    for (const fields of [{}, { sanitize: false }]) expect(await post(fields)).toMatchObject(refused)
    expect((await post({ sanitize: 'yes' })).status).toBe(400)
    expect(await stored()).toEqual([])
    const made = (await post({ sanitize: true })).body.post
    expect(made.content).toBe('<p>Hello</p>')
    const path = `${api}/${made._id}`
    expect(await admin.patch(path, { content })).toMatchObject(refused)
    const change = await admin.patch(path, { content: `${content}!`, sanitize: true })
    expect(change.body.post.content).toBe('<p>Hello</p>!')
  })

  test('gets a list of at most 20 changes, and must not exceed the limit after sanitising', async () => {
    const unknownTags = Array.from({ length: 33 }, (_, n) => `<x${n}>`).join('')
    const { body } = await admin.post(api, { ...requiredFields, content: unknownTags })
    expect(body.errors.content).toHaveLength(22)
    expect(body.errors.content.at(-1)).toBe('And 13 more')
    expect(await admin.post(api, { ...requiredFields, content: '&'.repeat(100_000) })).toMatchObject({
      status: 400,
      body: { msg: 'Content must be at most 200000 characters' },
    })
  })
})
