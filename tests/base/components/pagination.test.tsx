import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { Pagination, shownPages } from '~/base/components/pagination'

afterEach(cleanup)

function show(page: number, pages: number, path = '/') {
  const element = <Pagination page={page} pages={pages} />
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] })
  render(<RouterProvider router={router} />)
}

const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test.each([
  [1, 2, '1 2'],
  [1, 3, '1 2 3'],
  [1, 4, '1 2 ... 4'],
  [2, 4, '1 2 3 4'],
  [3, 5, '1 2 3 4 5'],
  [3, 6, '1 2 3 4 ... 6'],
  [4, 6, '1 ... 3 4 5 6'],
  [5, 9, '1 ... 4 5 6 ... 9'],
  [7, 9, '1 ... 6 7 8 9'],
  [9, 9, '1 ... 8 9'],
])('page %d of %d has the buttons %s', (page, pages, expected) => {
  expect(shownPages(page, pages).join(' ')).toBe(expected)
})

test('Prev and Next wrap around, and the current page is marked', () => {
  show(1, 3)
  expect([href('Prev'), href('Next')]).toEqual(['/?page=3', '/?page=2'])
  cleanup()
  show(3, 3)
  expect([href('Prev'), href('Next')]).toEqual(['/?page=2', '/?page=1'])
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('3')
})

test('the links keep the other query parameters', () => {
  show(2, 3, '/dashboard?search=a%26b&sort=A-Z&page=2&delete=x')
  expect(href('Next')).toBe('/dashboard?search=a%26b&sort=A-Z&page=3')
})
