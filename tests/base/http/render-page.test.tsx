import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '~/base/http/render-page.server'

function Broken(): never {
  throw new Error('broken')
}

test('a page with a part that fails to render fails as a whole', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const page = (
    <Suspense>
      <Broken />
    </Suspense>
  )
  await expect(renderPage(page)).rejects.toMatchObject({
    message: 'A part of the page could not be rendered',
    cause: new Error('broken'),
  })
})

test('a page with all of its parts is rendered in one go', async () => {
  expect(await renderPage(<Suspense>here</Suspense>)).toBe('<!--$-->here<!--/$-->')
})
