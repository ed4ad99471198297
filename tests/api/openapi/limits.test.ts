import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonSchema } from '~/api/calls/json-schema.server'
import { openApi } from '~/api/openapi/document.server'
import { db } from '~/base/db/db.server'
import { buds } from '~drizzle/schema'
import { createDevice } from '../../integrations/devices/support'
import { type Client, createClient } from '../../support/client'
import {
  createBud,
  createCircle,
  createEvent,
  createImport,
  createInteraction,
  createPasskey,
  createPost,
  createProposal,
  createRelation,
  createSmartList,
  createWebhook,
  signedIn,
} from '../../support/factories'

/** A value that a limit allows, and one beyond it, in a field of a body or query. */
type Case = { call: Call; path: string[]; limit: string; allowed: unknown[]; refused: unknown }
type Call = { method: string; path: string; access: string; body?: JsonSchema; query?: JsonSchema }

const { paths, components } = openApi()

const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]): Call[] => {
    const access = operation['x-access']
    const name = operation.requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1)
    const parameters = operation.parameters.flatMap((parameter) => ('$ref' in parameter ? [] : parameter))
    const properties = Object.fromEntries(
      parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, schema]),
    )
    return [
      ...(name ? [{ method, path, access, body: components.schemas[name] as JsonSchema }] : []),
      ...(Object.keys(properties).length > 0 ? [{ method, path, access, query: { properties } }] : []),
    ]
  }),
)

/** Documented values that are no limits, and limits that no valid value reaches. */
const exceptions: Record<string, string> = {
  'hobbies[]': 'other values are dropped, so that an option can be removed',
  'preferences[]': 'as hobbies',
  'industry[]': 'as hobbies',
  'origination[]': 'as hobbies',
  avatar: 'a file',
  repeat: 'no rule is so long',
  scope: 'belongs to an occurrence of a series',
  'skipped[]': 'belongs to a series',
  skipped: 'belongs to a series',
  credential: 'its parts belong together',
  timeZone: 'no name of a time zone is so long',
  filter: 'a JSON text',
  ids: 'needs as many buds',
  buds: 'as ids',
}

let cases: Case[]

function casesOf(call: Call, schema: JsonSchema, path: string[]): Case[] {
  if (nameOf(path) in exceptions) return []
  const value = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, items, properties = {} } = value
  const at = (limit: string, n: number | undefined, beyond: 1 | -1, make: (n: number) => unknown) =>
    n ? [{ call, path, limit: `${limit} ${n}`, allowed: [make(n)], refused: make(n + beyond) }] : []
  const text = (n: number) => textOf(n, path, value)
  const list = (n: number) => Array.from({ length: n }, (_, index) => elementOf(items, path, index))
  return [
    ...at('maxLength', maxLength, 1, text),
    ...at('minLength', minLength, -1, text),
    ...at('maxItems', maxItems, 1, list),
    ...at('minItems', minItems, -1, list),
    ...at('minimum', minimum, -1, Number),
    ...at('maximum', maximum, 1, Number),
    ...(value.enum ? [{ call, path, limit: 'enum', allowed: value.enum, refused: 'no such value' }] : []),
    ...(items ? casesOf(call, items, [...path, '[]']) : []),
    ...Object.entries(properties).flatMap(([name, property]) => casesOf(call, property, [...path, name])),
  ]
}

const nameOf = (path: string[]) => path.join('.').replaceAll('.[]', '[]')

/** A valid text of that length. */
function textOf(n: number, path: string[], { format }: JsonSchema) {
  const name = nameOf(path)
  if (n === 0) return ''
  if (format === 'idn-email')
    return n > 6 ? `${uuid()}${'1'.repeat(n)}`.slice(0, n - 6).concat('@a.org') : '1@a.org'
  if (format === 'password') return 'Vk9-Lw2x'.repeat(n).slice(0, n)
  if (name === 'links[].value' && n > 10) return `https://a/${'1'.repeat(n - 10)}`
  if (name === 'url') return `https://a.org/${'1'.repeat(n - 14)}`
  if (name === 'featuredImage') return `/${'1'.repeat(n - 1)}`
  return '1'.repeat(n)
}

function elementOf(schema: JsonSchema = {}, path: string[], index: number): unknown {
  const { type, format, pattern, properties, anyOf, enum: values } = schema
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, elementOf(part, [...path, '[]', name], index)]),
    )
  if (anyOf) return elementOf(anyOf[0], path, index)
  if (values) return values[0]
  if (format === 'uuid') return /circles|before/.test(path.join()) ? ids.circle : ids.buds[index]
  if (type === 'integer') return 1
  if (pattern?.includes('-')) return '2026-01-01'
  return format === 'idn-email' ? '1@a.org' : `${index}`
}

let user: Client
let admin: Client
const ids = { buds: [] as string[] } as { buds: string[] } & Record<string, string | string[]>

beforeAll(async () => {
  const owner = await signedIn()
  user = owner
  admin = await signedIn({ traits: ['admin'] })
  const bud = await createBud(owner.user)
  const ownerId = owner.user._id
  const rows = Array.from({ length: 501 }, () => ({ ownerId, _id: uuid(), Firstname: 'Ada' }))
  for (let n = 0; n < rows.length; n += 50) await db.insert(buds).values(rows.slice(n, n + 50))
  const event = await createEvent(owner.user)
  Object.assign(ids, {
    buds: rows.map(({ _id }) => _id),
    circle: (await createCircle(owner.user))._id,
    '/buds': bud._id,
    '/circles': (await createCircle(owner.user))._id,
    '/events': event._id,
    '/interactions': (await createInteraction(owner.user))._id,
    '/imports': (await createImport(owner.user))._id,
    '/passkeys': (await createPasskey(owner.user))._id,
    '/proposals': (await createProposal(owner.user, bud))._id,
    '/devices': (await createDevice(owner.user))._id,
    '/webhooks': (await createWebhook(owner.user))._id,
    '/relations': (await createRelation(owner.user, bud))._id,
    '/lists': (await createSmartList(owner.user))._id,
    '/blog': (await createPost())._id,
  })
  cases = calls.flatMap((call) =>
    Object.entries((call.body ?? call.query)?.properties ?? {}).flatMap(([name, schema]) =>
      casesOf(call, schema, [name]),
    ),
  )
})

describe('documented limits are true', () => {
  test('there are limits of many calls', () => {
    expect(cases.length).toBeGreaterThan(150)
    expect(new Set(cases.map(({ call }) => call)).size).toBeGreaterThan(30)
  })

  test.each(
    calls.map((call) => [`${call.method.toUpperCase()} ${call.path}${call.query ? '?' : ''}`, call] as const),
  )('%s', async (_, call) => {
    for (const { path, limit, allowed, refused } of cases.filter((one) => one.call === call)) {
      const [field = ''] = path
      const name = `${nameOf(path)}: ${limit}`
      for (const value of allowed) {
        const { status, body } = await send(call, path, value)
        const errors = status === 400 ? body.errors?.[field] : undefined
        const isHandled = status < 500 && status !== 429
        expect.soft([name, isHandled, errors]).toEqual([name, true, undefined])
      }
      const { status, body } = await send(call, path, refused)
      expect
        .soft([name, 'beyond', status, body?.errors])
        .toEqual([name, 'beyond', 400, expect.objectContaining({ [field]: expect.any(Array) })])
    }
  })
})

/** Sends the required fields, and the value at the path. */
async function send(call: Call, path: string[], value: unknown) {
  const schema = call.body ?? call.query ?? {}
  const required = (schema.required ?? []).map((name) => [
    name,
    elementOf(schema.properties?.[name], [name], 0),
  ])
  const base = { ...Object.fromEntries(required), ...fixedFields(call) }
  const fields = withValue(base, path, value, schema) as Record<string, unknown>
  const url = `/api/v1${call.path.replace('{id}', idFor(call.path)).replace(/\{\w+\}/g, '1')}`
  const client = await clientFor(call)
  const query = call.query ? `?${new URLSearchParams(textsOf(fields))}` : ''
  if (call.method === 'get') return client.get(url + query)
  const headers = { 'Content-Type': 'application/json' }
  return client.send(call.method.toUpperCase(), url + query, {
    headers,
    body: JSON.stringify(query ? {} : fields),
  })
}

/** Passwords and codes are throttled for each client and user. */
async function clientFor({ path, access }: Call) {
  if (access === 'No session') return createClient()
  if (path.startsWith('/auth')) return signedIn()
  return access === 'Admins' ? admin : user
}

function idFor(path: string) {
  const id = ids[path.slice(0, path.indexOf('/', 1))]
  if (path.includes('{id}') && !id) throw new Error(`limits.test.ts has no record for ${path}`)
  return String(id ?? '')
}

/** Other fields that a valid body needs. */
function fixedFields({ path }: Call) {
  if (path === '/auth/register')
    return { Email: `${uuid()}@a.org`, Password: textOf(8, [], { format: 'password' }) }
  if (path === '/events') return { startDate: '2030-01-01T10:00', endDate: '2030-01-01T10:00' }
  return {}
}

function textsOf(fields: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}

/** Sets the value at the path, with the elements and objects around it. */
function withValue(
  base: unknown,
  [name, ...rest]: string[],
  value: unknown,
  schema: JsonSchema = {},
): unknown {
  if (name === undefined) return value
  if (name === '[]') return [withValue(elementOf(schema.items, [], 0), rest, value, schema.items)]
  return { ...(base as object), [name]: withValue({}, rest, value, schema.properties?.[name]) }
}
