import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '~/base/http/render-page.server'

function Broken(): never {
  throw new Error('broken')
}

test('a page with a part that fails to render fails as a whole', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const page = (
    <Suspense>
      <Broken />
    </Suspense>
  )
  expect(() => renderPage(page)).toThrow('A part of the page could not be rendered')
})

test('a page with all of its parts is rendered in one go', () => {
  expect(renderPage(<Suspense>here</Suspense>)).toBe('<!--$-->here<!--/$-->')
})
