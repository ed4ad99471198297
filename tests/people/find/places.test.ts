import { expect, test } from 'vitest'
import { places } from '~/people/find/places'
import { paths } from '../../support/routes'

/** For admins only, Find itself, what a form leads to, a download, and what 'Your data' leads to. */
const others = ['Admin', 'blog', 'blog/new', 'Find', 'bulk', 'merge', 'export', 'delete-account'].map(
  (path) => `/dashboard/${path}`,
)

test('Find leads to each screen of the dashboard', () => {
  const screens = paths.filter((path) => path.startsWith('/dashboard') && !/[:*]/.test(path))
  const known = places.map(({ to }) => to.replace(/\/$/, ''))
  expect([...known, ...others].sort()).toEqual(screens.sort())
})
