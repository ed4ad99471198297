import { expect, test } from 'vitest'
import { connect } from '../../api/mcp/support'
import { answer, invited } from '../../events/guests/support'
import { bearer, storeToken } from '../../integrations/tokens/support'
import { value, withBud } from '../../people/proposals/support'
import { signedIn } from '../../support/factories'
import { changesOf, undoLast } from '../../support/history'
import { apply, card, dryRun } from '../imports/support'

type Client = Awaited<ReturnType<typeof signedIn>>

/** The titles of all change sets with their makers, newest first. */
const madeBy = async (client: Client) =>
  (await changesOf(client)).map(({ title, via }) => `${title}: ${via.kind} ${via.name}`.trimEnd())

test('the history says which program has made a change, and who has undone it', async () => {
  const client = await signedIn()
  const { secret } = await storeToken(client.user, { scope: 'write', name: 'Script' })
  await client.post('/api/v1/buds', { Firstname: 'Ada' })
  const byProgram = await client.send('POST', '/api/v1/buds', {
    headers: { ...bearer(secret), 'Content-Type': 'application/json' },
    body: JSON.stringify({ Firstname: 'Ben' }),
  })
  const assistant = await connect(secret)
  const proposal = { bud: byProgram.body.bud._id, phones: [value('+1 703 555 0199', 'mobile')] }
  await assistant.callTool({ name: 'propose_contact_details', arguments: proposal })
  expect(await madeBy(client)).toEqual([
    'Proposal for Ben added: assistant Script',
    'Ben added: api Script',
    'Ada added: person',
  ])
  await undoLast(client)
  expect((await changesOf(client))[0]).toMatchObject({ kind: 'undo', via: { kind: 'person', name: '' } })
  expect((await client.visit('/dashboard/History')).text).toContain('by Script')
})

test('the history says which guest has answered, and whose details were filled in', async () => {
  const { user, path } = await invited()
  await answer(path)
  expect((await madeBy(user))[0]).toBe("Cem Kaya's answer to Picnic edited: guest Cem Kaya")
  const { user: other, propose } = await withBud()
  await propose({ email0Value: 'ada@example.com' })
  expect((await madeBy(other))[0]).toBe('Proposal for Ada Lovelace added: guest Ada Lovelace')
})

test('the history says which file was imported', async () => {
  const client = await signedIn()
  const { _id } = await dryRun(client, card('FN:Ada', 'N:;Ada;;;') + card('FN:Ben', 'N:;Ben;;;'))
  await apply(client, _id)
  expect(await madeBy(client)).toEqual([expect.stringMatching(/: import people\.vcf$/)])
})
