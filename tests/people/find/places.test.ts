import { expect, test } from 'vitest'
import { places } from '~/people/find/places'
import { paths } from '../../support/routes'

/** Screens that are no place to go to: of admins alone, Find itself, and those that a form leads to. */
const others = ['Admin', 'blog', 'blog/new', 'Find', 'bulk', 'merge', 'export'].map(
  (path) => `/dashboard/${path}`,
)

test('Find leads to each screen of the dashboard', () => {
  const screens = paths.filter((path) => path.startsWith('/dashboard') && !/[:*]/.test(path))
  const known = places.map(({ to }) => to.replace(/\/$/, ''))
  expect([...known, ...others].sort()).toEqual(screens.sort())
})
