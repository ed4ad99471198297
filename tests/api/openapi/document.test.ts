import { readdirSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import type { api } from '~/api/calls/api.server'
import { openApi } from '~/api/openapi/document.server'
import { guideTexts } from '~/api/openapi/guide.server'
import { type ClientResponse, createClient } from '../../support/client'
import { signedIn } from '../../support/factories'
import { responseChecker } from '../../support/openapi'
import { apiRoutes } from '../../support/routes'

type Endpoint = { loader: ReturnType<typeof api> }

/** The paths of the route table, as the endpoint of each module names them. */
const endpoints = await Promise.all(
  apiRoutes.map(async ({ path, module }) => {
    // Vitest caches the result of a glob, which would miss a new file.
    const { loader }: Endpoint = await import(/* @vite-ignore */ `${process.cwd()}/app/${module}`)
    return { path: path.replace(/:(\w+)/g, '{$1}'), named: loader.path }
  }),
)

const document = openApi()

function validatorOf(schemas: object) {
  const ajv = addFormats.default(new Ajv2020({ strict: false }))
  return ajv.addFormat('idn-email', /^[^@\s]+@[^@\s]+$/).addSchema(schemas, 'openapi')
}
const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ call: `${method} ${path}`, path, operation })),
)

describe('the OpenAPI document', () => {
  test('has every path of the route table, and no other', () => {
    expect(endpoints.map(({ named }) => named)).toEqual(endpoints.map(({ path }) => path))
    expect(Object.keys(document.paths).sort()).toEqual(endpoints.map(({ path }) => path).sort())
  })

  test('is valid OpenAPI 3.1, with a name of its own for each operation', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
    const names = documented.map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
  })

  test('has an example of each body and response, which is valid', () => {
    const ajv = validatorOf(document)
    for (const { call, operation } of documented) {
      const responses = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
      const contents = [operation.requestBody, ...responses.map(([, response]) => response)]
      for (const content of contents) {
        const json = (content as typeof operation.requestBody)?.content?.['application/json']
        if (!json || json.schema.format === 'binary') continue
        if (!json.example && content === operation.requestBody) continue
        expect(json.example, `${call} has no example in docs/api/`).toBeDefined()
        const schema = JSON.parse(JSON.stringify(json.schema).replaceAll('"#/', '"openapi#/'))
        const isValid = ajv.validate(schema, json.example)
        expect([call, isValid || ajv.errorsText()]).toEqual([call, true])
      }
    }
  })

  test('has no default that breaks its own schema', () => {
    const ajv = validatorOf(document)
    const broken: string[] = []
    let count = 0
    const visit = (node: unknown, path: string) => {
      if (node === null || typeof node !== 'object') return
      if ('default' in node && 'type' in node) {
        count++
        const schema = JSON.parse(JSON.stringify(node).replaceAll('"#/', '"openapi#/'))
        if (!ajv.validate(schema, node.default)) broken.push(`${path}: ${ajv.errorsText()}`)
      }
      for (const [key, value] of Object.entries(node)) visit(value, `${path}/${key}`)
    }
    visit(document, '#')
    expect(count).toBeGreaterThan(50)
    expect(broken).toEqual([])
  })

  test('has all of the text of docs/api/: only a sentence of its own is the caption of an example', () => {
    const texts = guideTexts.flat()
    expect(new Set(texts).size).toBe(readdirSync('docs/api').length)
    const captions = [...texts.join('\n').matchAll(/([^\n]+(?:\n[^\n]+)*:)\n+```sh/g)].map(
      ([, caption = '']) => caption,
    )
    expect(captions.length).toBeGreaterThan(10)
    expect(captions.filter((caption) => /[.!?]\s/.test(caption))).toEqual([])
  })

  test('has links to the reference and to other sites, and none to a file', () => {
    expect(JSON.stringify(document)).toContain('](/developers#post-tokens)')
    expect(JSON.stringify(document)).not.toMatch(/\]\((?!\/developers|https:)/)
  })

  test('is the same for everybody, may be stored by shared caches, and has an ETag', async () => {
    const response = await createClient().get('/api/v1/openapi.json')
    expect(response.status).toBe(200)
    expect(response.body).toEqual(JSON.parse(JSON.stringify(document)))
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=60')
    const headers = { 'If-None-Match': response.headers.get('ETag') ?? '' }
    expect(await createClient().send('GET', '/api/v1/openapi.json', { headers })).toMatchObject({
      status: 304,
      text: '',
    })
  })
})

test('an empty value in a query is the same as none', async () => {
  const user = await signedIn()
  for (const { path, operation } of documented) {
    if (path.includes('{') || !operation.security.some(({ token }) => token)) continue
    const names = operation.parameters.flatMap((parameter) =>
      'in' in parameter && parameter.in === 'query' ? [parameter.name] : [],
    )
    if (names.length === 0 || !document.paths[path]?.get) continue
    const query = names.map((name) => `${name}=`).join('&')
    const [without, empty] = [await user.get(`/api/v1${path}`), await user.get(`/api/v1${path}?${query}`)]
    // A file has the time at which it was made.
    const contentOf = ({ body, text }: ClientResponse) => (body ? text : '')
    expect.soft([path, empty.status, contentOf(empty)]).toEqual([path, without.status, contentOf(without)])
  }
})

describe('the check of each response in the tests', () => {
  const check = responseChecker(document)
  const get = {
    method: 'GET',
    path: '/api/v1/Settings/registration?x',
    status: 200,
    headers: new Headers({ 'Content-Type': 'application/json', ETag: '"1"' }),
  }
  const withLink = new Headers({ 'Content-Type': 'application/json', Link: '</>' })
  const text = (body: unknown) => JSON.stringify(body)

  test('accepts what is documented', () => {
    check({ ...get, text: text({ requireAccessCode: true }) })
    check({ ...get, method: 'DELETE', status: 405, text: text({ msg: 'Method not allowed' }) })
    check({ ...get, path: '/api/v1/nothing', status: 404, text: text({ msg: 'Not found' }) })
  })

  test.each([
    ['a wrong type', { text: text({ requireAccessCode: 'true' }) }],
    ['an unknown field', { text: text({ requireAccessCode: true, codes: 7 }) }],
    ['a missing field', { text: text({}) }],
    ['another status', { status: 201, text: text({ requireAccessCode: true }) }],
    ['another media type', { headers: new Headers({ 'Content-Type': 'text/html' }), text: '<p>' }],
    ['a header of other responses', { headers: withLink, text: text({ requireAccessCode: true }) }],
    ['an unknown field of an error', { status: 500, text: text({ msg: 'No', cause: 'secret' }) }],
    ['an unknown path', { path: '/api/v1/nothing', text: text({}) }],
  ])('refuses %s', (_, response) => {
    expect(() => check({ ...get, ...response })).toThrow()
  })
})
