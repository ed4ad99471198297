import { expect, test } from 'vitest'
import { storeToken, withToken } from '../../integrations/tokens/support'
import { decide, value, waiting } from '../../people/proposals/support'
import { createClient, visibleText } from '../../support/client'
import { createBud, createProposal, signedIn } from '../../support/factories'
import { changesOf } from '../../support/history'
import { callerOf, callOf, send } from './support'

const phones = [value('+1 703 555 0199', 'mobile')]
const refused = { status: 403, body: { msg: 'An API token cannot do this. Sign in with your password.' } }
const readOnly = { status: 403, body: { msg: 'This API token can only read' } }

async function withAssistant(scope: 'read' | 'propose' | 'write' = 'propose', name = 'Kitchen assistant') {
  const owner = await signedIn()
  const bud = await createBud(owner.user, { Firstname: 'Ada', Surname: 'Lovelace' })
  const { secret } = await storeToken(owner.user, { scope, name })
  return { owner, bud, secret, program: withToken(secret) }
}

test('a token of the scope propose reads, proposes, and writes nothing else', async () => {
  const { owner, bud, secret, program } = await withAssistant()
  const { tools, call } = await callerOf(secret)
  expect(tools.map(({ name }) => name)).toContain('propose_contact_details')
  expect((await program.get(`/api/v1/buds/${bud._id}`)).status).toBe(200)
  expect((await call('propose_contact_details', { bud: bud._id, phones })).error).toBeUndefined()
  const [proposal] = await waiting(owner)
  const [change] = await changesOf(owner, '?limit=1')
  for (const [method, path, body] of [
    ['POST', '/api/v1/buds', { Firstname: 'Eve' }],
    ['PATCH', `/api/v1/buds/${bud._id}`, { Firstname: 'Eve' }],
    ['DELETE', `/api/v1/buds/${bud._id}`],
    ['POST', `/api/v1/buds/${bud._id}/log`, {}],
    ['POST', `/api/v1/changes/${change?._id}/undo`],
    ['PATCH', '/api/v1/users/settings', { digest: 'off' }],
  ] as const)
    expect(await program.send(method, path, body), path).toMatchObject(readOnly)
  expect(await waiting(owner)).toEqual([proposal])
  expect((await owner.get(`/api/v1/buds/${bud._id}`)).body.bud.phones).toEqual([])
})

test.each(['read', 'propose', 'write'] as const)(
  'no token of the scope %s decides about proposals or erases the history, and its owner does',
  async (scope) => {
    const { owner, bud, program } = await withAssistant(scope)
    const [accepted, rejected] = [
      await createProposal(owner.user, bud),
      await createProposal(owner.user, bud),
    ]
    const [change] = await changesOf(owner, '?limit=1')
    const calls = [
      ['POST', `/api/v1/proposals/${accepted._id}/accept`],
      ['POST', `/api/v1/proposals/${rejected._id}/reject`],
      ['DELETE', `/api/v1/changes/${change?._id}`],
    ] as const
    for (const [method, path] of calls) expect(await program.send(method, path, {})).toMatchObject(refused)
    expect(await waiting(owner)).toHaveLength(2)
    for (const [method, path] of calls)
      expect(
        (await owner.send(method, path, { headers: { 'Content-Type': 'application/json' }, body: '{}' }))
          .status,
      ).toBe(200)
    expect(await waiting(owner)).toEqual([])
  },
)

test('a proposal says whose it is, to the owner, to programs and to models, also after undo and merge', async () => {
  const { owner, bud, secret } = await withAssistant('propose', 'Kitchen <assistant>')
  const { call } = await callerOf(secret)
  await call('propose_contact_details', { bud: bud._id, phones })
  const { body } = await owner.post(`/api/v1/buds/${bud._id}/update-link`, {})
  await createClient().submit(new URL(body.url).pathname, { phone0Value: '5' })
  const sourcesOf = async () =>
    (await owner.get('/api/v1/proposals')).body.proposals.map(({ source }: { source: string }) => source)
  const sources = ['The bud themselves', 'Kitchen <assistant>']
  expect(await sourcesOf()).toEqual(sources)
  expect(
    (await call('list_proposals')).data.proposals.map(({ source }: { source: string }) => source),
  ).toEqual(sources)
  const text = visibleText(await owner.visit('/dashboard/review'))
  expect(text).toContain('From: The bud themselves')
  expect(text).toContain('From: Kitchen <assistant>')
  const [, ofAssistant] = await waiting(owner)
  await decide(owner, ofAssistant?._id, 'reject')
  expect(await sourcesOf()).toEqual(['The bud themselves'])
  const [rejection] = await changesOf(owner, '?limit=1')
  await owner.post(`/api/v1/changes/${rejection?._id}/undo`, {})
  expect(await sourcesOf()).toEqual(sources)
  const other = await createBud(owner.user, { Firstname: 'Ada', Surname: 'Lovelace' })
  const merged = await owner.post(`/api/v1/buds/${other._id}/merge`, { with: bud._id })
  expect(merged.status).toBe(200)
  expect(await sourcesOf()).toEqual(sources)
})

test('the section about assistants makes a token that may propose, unless another scope is chosen', async () => {
  const owner = await signedIn()
  const page = await owner.visit('/dashboard/developers')
  const section = /id="assistant"[\s\S]*?<\/section>/.exec(page.text)?.[0] ?? ''
  const checked = [...section.matchAll(/<input[^>]*type="radio"[^>]*>/g)]
    .map(([input]) => input)
    .filter((input) => /\schecked/.test(input))
  expect(checked).toHaveLength(1)
  expect(checked[0]).toContain('value="propose"')
  const form = {
    intent: 'make',
    form: 'assistant-token',
    name: 'Assistant',
    scope: 'propose',
    expiresAt: 'never',
  }
  const made = await owner.submit('/dashboard/developers', form)
  expect(made.status).toBe(201)
  const secret = /bud_[\w-]{43}/.exec(made.text)?.[0] ?? ''
  expect(made.text).toContain(`Bearer ${secret}`)
  const bud = await createBud(owner.user)
  const { body } = await send(secret, callOf('propose_contact_details', { bud: bud._id, phones }))
  expect(body.result.isError).toBeUndefined()
  const again = await owner.submit('/dashboard/developers', { ...form, name: '' })
  expect(again.status).toBe(400)
  const refusedSection = /id="assistant"[\s\S]*?<\/section>/.exec(again.text)?.[0]
  expect(refusedSection).toContain('Name is required')
})
