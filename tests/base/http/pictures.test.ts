import { describe, expect, test } from 'vitest'
import { hasForeignPictures } from '~/base/http/foreign-pictures'
import { createClient } from '../../support/client'
import { signedIn } from '../../support/factories'

const sourcesOf = (headers: Headers) =>
  /img-src ([^;]*)/.exec(headers.get('Content-Security-Policy') ?? '')?.[1]
const own = "'self' data: blob:"

describe('pictures of other sites', () => {
  test.each([
    '/dashboard',
    '/dashboard/BudBoard',
    '/dashboard/AddBud',
    '/dashboard/profile',
    '/dashboard/admin',
  ])('are not on %s', async (path) => {
    const client = await signedIn({ traits: ['admin'] })
    expect(sourcesOf((await client.visit(path)).headers)).toBe(own)
  })

  test.each(['/', '/login', '/register', '/contact', '/rsvp/no-such', '/blogs', '/dashboard/blogger'])(
    'are not on %s, which is public or missing',
    async (path) => {
      expect(sourcesOf((await createClient().visit(path)).headers)).toBe(own)
    },
  )

  test.each(['/blog', '/blog?page=1', '/BLOG', '/blog/no-such', '/dashboard/blog', '/dashboard/blog/new'])(
    'are on %s',
    async (path) => {
      const client = await signedIn({ traits: ['admin'] })
      expect(sourcesOf((await client.visit(path)).headers)).toBe(`${own} https:`)
      expect(hasForeignPictures(path)).toBe(true)
    },
  )
})
