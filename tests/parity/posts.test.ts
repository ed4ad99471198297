import { inArray } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/db.server'
import { posts } from '~drizzle/schema'
import { createPost, signedIn } from '../support/factories'

describe('a blog post', () => {
  const typed = {
    title: '  Ten minutes a week ',
    excerpt: ' A small routine.\n',
    content: '<h2>Hello</h2>\n<p>A & B <br></p>',
    author: ' Ada ',
    metaDescription: ' What helps. ',
    featuredImage: ' /a.png ',
  }
  const asForm = { ...typed, tags: ' networking, , relationships ', featured: 'true' }
  const asJson = { ...typed, tags: ['networking', ' ', 'relationships '], featured: true, published: false }

  async function postsOf(...ids: string[]) {
    const rows = await db.select().from(posts).where(inArray(posts._id, ids)).orderBy(posts._id)
    return rows.map(({ _id, slug, createdAt, ...rest }) => rest)
  }

  test('is stored in the same way by the form and the API', async () => {
    const admin = await signedIn({ traits: ['admin'] })
    const _id = uuid()
    expect(await admin.submit('/dashboard/blog/new', { ...asForm, _id })).toHaveRedirect('/dashboard/blog')
    const { body } = await admin.post('/api/v1/blog/admin', asJson)
    const [one, two] = await postsOf(_id, body.post._id)
    expect(one).toMatchObject({ content: '<h2>Hello</h2>\n<p>A &amp; B <br /></p>', author: 'Ada' })
    expect(two).toEqual(one)
  })

  test('is changed in the same way by the form and the API', async () => {
    const admin = await signedIn({ traits: ['admin'] })
    const [first, second] = [await createPost({ tags: ['x'] }), await createPost({ tags: ['x'] })]
    await admin.submit(`/dashboard/blog/edit/${first._id}`, asForm)
    await admin.patch(`/api/v1/blog/admin/${second._id}`, asJson)
    const [one, two] = await postsOf(first._id, second._id)
    expect(one).toMatchObject({ title: 'Ten minutes a week', tags: ['networking', 'relationships'] })
    expect(two).toEqual(one)
  })
})
