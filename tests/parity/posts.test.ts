import { inArray } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { posts } from '~drizzle/schema'
import { createPost, signedIn } from '../support/factories'

test('a blog post is stored and changed in the same way by the form and the API', async () => {
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
  const admin = await signedIn({ traits: ['admin'] })
  const _id = uuid()
  const [first, second] = [await createPost({ tags: ['x'] }), await createPost({ tags: ['x'] })]
  for (const [path, fields] of [
    ['/dashboard/blog/new', { ...asForm, _id }],
    [`/dashboard/blog/edit/${first._id}`, asForm],
  ] as const) {
    expect(await admin.submit(path, fields)).toHaveRedirect('/dashboard/blog')
  }
  const { body } = await admin.post('/api/v1/blog/admin', asJson)
  await admin.patch(`/api/v1/blog/admin/${second._id}`, asJson)
  for (const ids of [
    [_id, body.post._id],
    [first._id, second._id],
  ]) {
    const rows = await db.select().from(posts).where(inArray(posts._id, ids))
    const [one, two] = rows.map(({ _id, slug, createdAt, version, ...rest }) => rest)
    expect(one).toMatchObject({
      title: 'Ten minutes a week',
      content: '<h2>Hello</h2>\n<p>A &amp; B <br /></p>',
      author: 'Ada',
      tags: ['networking', 'relationships'],
    })
    expect(two).toEqual(one)
  }
})
