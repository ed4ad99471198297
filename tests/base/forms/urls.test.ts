import { expect, test } from 'vitest'
import { isWebUrl } from '~/base/forms/rules'

// Node 20 compiles functions that are called often, and its `URL.canParse` answers something else from then on.
test('a link with letters beyond ASCII is one, however often such links are read', () => {
  const links = [
    'https://a.example/',
    'https://bücher.example/',
    'https://a.example/é',
    'https://пример.example/',
  ]
  const refused = Array.from({ length: 50_000 }, (_, n) => links[n % links.length] as string).filter(
    (link) => !isWebUrl(link),
  )
  expect(refused).toEqual([])
})
