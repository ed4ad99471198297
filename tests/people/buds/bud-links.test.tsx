import { cleanup, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { BudLinks } from '~/people/buds/bud-links'

afterEach(cleanup)

/** With a text for wide windows, which show the faces of four folded buds, and one for phones, which show none. */
test.each([
  [4, undefined],
  [5, '+2 (2 more buds)'],
  [7, '+4 (4 more buds)'],
  [8, '+1+5 (5 more buds)'],
  [30, '+23+27 (27 more buds)'],
])('of %s buds, the number of the folded ones adds up', (count, text) => {
  const buds = Array.from({ length: Math.min(count, 12) }, (_, n) => ({
    _id: String(n),
    Firstname: `Bud ${n}`,
    Surname: '',
  }))
  const props = { _id: 'circle', editPath: '/', none: '', planPath: '/' }
  const { container } = render(<BudLinks {...props} buds={buds} totalBuds={count} />, {
    wrapper: MemoryRouter,
  })
  const summary = container.querySelector('summary')
  for (const face of summary?.querySelectorAll('.badge') ?? []) face.remove()
  expect(summary?.textContent).toBe(text)
})
