import { render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllEnvs())

async function htmlOf(
  isServer: boolean,
  props: { to: string; discover?: 'none'; preventScrollReset?: true },
) {
  vi.stubEnv('SSR', isServer)
  vi.resetModules()
  const { Link } = await import('~/base/components/link')
  const element = (
    <Link {...props} prefetch="intent" className="button" aria-current="page">
      Circles
    </Link>
  )
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/dashboard?page=3'] })
  return render(<RouterProvider router={router} />).container.innerHTML
}

test.each([
  { to: '/dashboard/AllCircles', discover: 'none' as const },
  { to: '/blog?tag=tea%20time&search=a#posts' },
  { to: '?page=2&search=a', preventScrollReset: true as const },
])('the server renders a link to $to like the browser', async (props) => {
  const [server, browser] = [await htmlOf(true, props), await htmlOf(false, props)]
  expect(server).toBe(browser)
  expect(server).toContain('Circles')
})
