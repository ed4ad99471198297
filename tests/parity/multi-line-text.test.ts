import { describe, expect, test } from 'vitest'
import { signedIn } from '../support/factories'
import { kindsWithBuds } from '../support/parity'
import { bud } from '../support/records'

describe('multi-line text', () => {
  const lines = ['first', 'second', '', 'last']

  test.each([
    { ...bud, field: 'LastInteraction' },
    ...kindsWithBuds.map((group) => ({ ...group, field: 'Description' })),
  ])(
    'is stored with the same line ends by the form and the API: $one',
    async ({ add, api, one, field, minimal }) => {
      const user = await signedIn()
      // Browsers end the lines of a form with CR and LF.
      expect((await user.submit(add, { ...minimal, [field]: lines.join('\r\n') })).status).toBe(302)
      const [record] = (await user.get(api)).body[`${one}s`]
      expect(record[field]).toBe(lines.join('\n'))
      const { body } = await user.post(api, { ...minimal, [field]: lines.join('\n') })
      expect(body[one][field]).toBe(lines.join('\n'))
    },
  )

  test('counts each line end once towards the maximum length', async () => {
    const user = await signedIn()
    const Description = `${'x'.repeat(9)}\n`.repeat(200).trimEnd()
    const asSent = Description.replaceAll('\n', '\r\n')
    expect(Description.length).toBeLessThanOrEqual(2_000)
    expect(asSent.length).toBeGreaterThan(2_000)
    const screen = await user.submit('/dashboard/AddCircle', { Name: 'Book Club', Description: asSent })
    expect(screen).toHaveRedirect('/dashboard/allcircles')
  })

  test('keeps its ETag when a form sends it unchanged', async () => {
    const user = await signedIn()
    const { headers, body } = await user.post('/api/v1/circles', {
      Name: 'Book Club',
      Description: lines.join('\n'),
    })
    const path = `/dashboard/EditCircle/${body.circle._id}`
    const untouched = { Name: 'Book Club', Circletype: 'Other', Description: lines.join('\r\n') }
    expect(await user.submit(path, untouched)).toHaveRedirect('/dashboard/allcircles')
    expect((await user.get(`/api/v1/circles/${body.circle._id}`)).headers.get('ETag')).toBe(
      headers.get('ETag'),
    )
  })
})
