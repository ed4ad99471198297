import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { ListHeader } from '~/base/components/list-header'

afterEach(cleanup)

const list = <ListHeader title="Buds" countText="3 Buds found" loadingText="Loading buds data..." />

test("a list that takes long to load says 'Loading buds data...'", async () => {
  const forever = () => new Promise<null>(() => undefined)
  const router = createMemoryRouter([
    { path: '/', element: list },
    { path: '/next', loader: forever, element: null },
  ])
  render(<RouterProvider router={router} />)
  expect(screen.getByRole('status').textContent).toBe('3 Buds found')
  void router.navigate('/next')
  await screen.findByText('Loading buds data...')
})
