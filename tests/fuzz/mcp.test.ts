import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assistant, callOf, hashOfRows, message, send } from '../api/mcp/support'
import { storeToken } from '../integrations/tokens/support'
import {
  createBud,
  createCircle,
  createEvent,
  createInteraction,
  createUser,
  signedInAs,
} from '../support/factories'
import { oddBytes, oddText, oddType, oddValue, options, timeout } from '../support/fuzz'
import { changesOf } from '../support/history'

const calls = Number(process.env.FUZZ_CALLS ?? 1_000)
const words = (text: string) => text.trim().split(/\s+/)
const hostileNames = words(
  '__proto__ constructor prototype toString hasOwnProperty id[] ownerId scope _id then',
)

/** Two accounts with a record of each kind. Nobody reads or proposes for the second one. */
async function prepare() {
  const { user, secret, tools } = await assistant('write')
  const stranger = await createUser()
  const ids: string[] = []
  for (const owner of [user, stranger]) {
    const bud = await createBud(owner, {
      Firstname: 'Ada',
      notes: 'x\u202e',
      dates: [{ label: '', year: null, month: 2, day: 29 }],
    })
    const selectedBuds = [bud._id]
    const others = [
      createCircle(owner, { selectedBuds }),
      createEvent(owner, { selectedBuds }),
      createInteraction(owner, { selectedBuds }),
    ]
    ids.push(bud._id, ...(await Promise.all(others)).map(({ _id }) => _id))
  }
  const names = [...new Set(tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {})))]
  return { user, secret, stranger, ids, tools, names }
}

test(`${calls} calls of tools with random and hostile arguments are answered, and change nothing but proposals`, {
  timeout: 600_000,
}, async () => {
  const { user, secret, stranger, ids, tools, names } = await prepare()
  const { secret: reader } = await storeToken(user, { scope: 'read' })
  // The first use of a token is recorded.
  for (const token of [secret, reader]) await send(token, message('ping'))
  const hashes = async () => [await hashOfRows(user._id), await hashOfRows(stranger._id)]
  const otherChanges = async () => {
    const titles = (await changesOf(await signedInAs(user._id), '?limit=100')).map(({ title }) => title)
    return titles.filter((title) => title !== 'Proposal for Ada added')
  }
  const changesBefore = await otherChanges()
  // After the sign-in, which is a row too.
  const before = await hashes()
  expect(before[0]?.tables).toEqual(
    expect.arrayContaining(words('buds circles events interactions api_tokens users')),
  )
  const id = fc.constantFrom(...ids, ids[0]?.toUpperCase(), `${ids[0]}\0`)
  const row = fc.dictionary(
    fc.constantFrom(...words('label value street city year month day __proto__')),
    fc.oneof(oddText, fc.integer(), fc.constant(null)),
  )
  const phone = fc.record({
    value: fc.constantFrom('+1 703 555 0199', '1', ''),
    label: fc.constantFrom('', 'home'),
  })
  const value = fc.oneof(
    { weight: 4, arbitrary: id },
    { weight: 2, arbitrary: fc.array(fc.oneof(id, row, phone), { maxLength: 12 }) },
    { weight: 2, arbitrary: fc.array(phone, { maxLength: 3 }) },
    { weight: 2, arbitrary: fc.constantFrom(1, 0, -1, 50, 51, 1e21, 0.5, true, null, {}, []) },
    { weight: 3, arbitrary: oddValue },
  )
  const [bud, circle, event, interaction] = ids
  const ofTool: Record<string, unknown> = {
    get_circle: circle,
    get_event: event,
    get_interaction: interaction,
  }
  /** A value that the field of a tool accepts, if it is none of the lists of contact details. */
  const fitting = (name: string, field: string) =>
    ({ id: ofTool[name] ?? bud, bud, buds: [bud], circle, event, q: 'ada', search: 'a', page: 1, limit: 5 })[
      field
    ] ??
    { from: '2026-01-01T00:00', to: '2026-12-31T00:00', sort: 'A-Z', dates: [{ month: 2, day: 29 }] }[field]
  const valueFor = (name: string, field: string) => {
    const fits = fitting(name, field)
    const likely = fits === undefined ? fc.array(phone, { maxLength: 3 }) : fc.constant(fits)
    return fc.oneof({ weight: 3, arbitrary: likely }, { weight: 1, arbitrary: value })
  }
  const tool = fc.constantFrom(...tools)
  const input = tool.chain(({ name, inputSchema }) => {
    const own = Object.keys(inputSchema.properties ?? {})
    const some = fc
      .subarray(own)
      .chain((chosen) =>
        fc.tuple(...chosen.map((field) => fc.tuple(fc.constant(field), valueFor(name, field)))),
      )
    const any = fc.array(fc.tuple(fc.constantFrom(...names, ...hostileNames), value), { maxLength: 5 })
    const fields = fc.oneof({ weight: 4, arbitrary: some }, { weight: 1, arbitrary: any }).map(toJson)
    return fc.tuple(
      fc.constant(name),
      fc.oneof(
        { weight: 12, arbitrary: fields },
        { weight: 1, arbitrary: oddValue.map((odd) => JSON.stringify(odd) ?? 'null') },
      ),
    )
  })
  const name = fc.oneof(
    { weight: 1, arbitrary: fc.oneof(oddText, fc.constantFrom(...hostileNames)) },
    { weight: 30, arbitrary: fc.constant(null) },
  )
  const outcomes = { ok: 0, refused: 0, protocol: 0 }
  const used = new Set<string>()
  await fc.assert(
    fc.asyncProperty(input, name, fc.integer({ min: 0, max: 9 }), async ([tool, input], odd, n) => {
      const body = JSON.stringify(callOf(odd ?? tool, '?')).replace(
        '"arguments":"?"',
        () => `"arguments":${input}`,
      )
      const response = await send(n === 0 ? reader : secret, body)
      expect(response.status, response.text).toBeLessThan(500)
      const { result, error } = response.body
      expect(response.text).not.toContain(stranger.Email)
      if (response.status !== 200 || error) outcomes.protocol += 1
      else if (result.isError) {
        outcomes.refused += 1
        expect(result.content[0].text).not.toMatch(/select |insert |violates|at .*\.ts/i)
      } else {
        outcomes.ok += 1
        used.add(tool)
      }
    }),
    { ...options, numRuns: calls },
  )
  expect(await hashes()).toEqual(before)
  const proposals = async (owner: { _id: string }) =>
    (await (await signedInAs(owner._id)).get('/api/v1/proposals')).body.totalProposals
  expect(await proposals(stranger)).toBe(0)
  expect(await otherChanges()).toEqual(changesBefore)
  if (calls < 1_000) return
  // The calls are worth something only if many of them get through.
  expect(await proposals(user)).toBeGreaterThan(0)
  expect([...used].sort()).toEqual(tools.map(({ name }) => name).sort())
  expect(Math.min(...Object.values(outcomes)), JSON.stringify(outcomes)).toBeGreaterThan(20)
})

/** With `JSON.stringify`, a field `__proto__` would be lost. */
const toJson = (fields: [string, unknown][]) =>
  `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`).join()}}`

test('any message and any header of the protocol gets an answer that is no error of the server', {
  timeout,
}, async () => {
  const { secret } = await assistant()
  const method = fc.constantFrom(
    ...words(
      'initialize tools/list tools/call ping server/discover subscriptions/listen notifications/cancelled',
    ),
    ...words(
      'notifications/initialized logging/setLevel completion/complete resources/read prompts/get tasks/get __proto__',
    ),
  )
  const version = fc.constantFrom('2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28', '1', '9999-01-01')
  const meta = fc.dictionary(
    fc.constantFrom(
      ...words(
        'io.modelcontextprotocol/protocolVersion io.modelcontextprotocol/clientCapabilities io.modelcontextprotocol/clientInfo progressToken __proto__',
      ),
    ),
    fc.oneof(version, fc.constant({}), fc.constant({ name: 'x', version: '1' }), oddValue),
  )
  const params = fc.record(
    {
      name: oddText,
      arguments: oddValue,
      _meta: meta,
      protocolVersion: fc.oneof(version, oddText),
      capabilities: fc.constant({}),
      clientInfo: fc.constant({ name: 'x', version: '1' }),
      requestId: oddValue,
      cursor: oddValue,
    },
    { requiredKeys: [] },
  )
  const parts = {
    jsonrpc: fc.oneof({ weight: 5, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: oddValue }),
    id: fc.oneof({ weight: 5, arbitrary: fc.integer() }, { weight: 1, arbitrary: oddValue }),
    method: fc.oneof({ weight: 6, arbitrary: method }, { weight: 1, arbitrary: oddValue }),
    params: fc.oneof({ weight: 6, arbitrary: params }, { weight: 1, arbitrary: oddValue }),
    result: oddValue,
    error: oddValue,
  }
  const body = fc.record(parts, { requiredKeys: ['jsonrpc'] })
  const headers = fc.record(
    {
      'MCP-Protocol-Version': version,
      'Mcp-Method': method,
      'Mcp-Name': fc.constantFrom('find', '=?base64?eA==?=', 'x'),
      'Mcp-Session-Id': version,
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(body, headers, async (body, headers) => {
      const { status, text } = await send(secret, body, headers)
      expect(status, text).toBeLessThan(500)
    }),
    { ...options, numRuns: options.numRuns * 12 },
  )
  await fc.assert(
    fc.asyncProperty(oddType, oddBytes, async (type, bytes) => {
      const { status, text } = await send(secret, bytes, { 'Content-Type': type })
      expect(status, text).toBeOneOf([400, 413, 415])
    }),
    { ...options, numRuns: options.numRuns * 2 },
  )
})
