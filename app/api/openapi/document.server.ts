import { z } from 'zod'
import { type JsonSchema, jsonSchemaOf } from '~/api/calls/json-schema.server'
import { capitalised } from '~/base/components/initial'
import { message } from '~/base/http/operation.server'
import { env } from '~/base/node/env.server'
import { exampleCompleter, requestOf, responseOf } from './examples.server'
import { type GuideExample, readGuide, type Section } from './guide.server'
import { operations, type RoutedOperation } from './operations.server'
import {
  errorStatusesOf,
  headersOf,
  type Reference,
  type Response,
  reference,
  sharedHeaders,
  sharedParameters,
  sharedResponse,
  sharedResponses,
} from './parts.server'

export type Parameter = {
  name: string
  in: string
  description?: string
  required?: boolean
  schema: JsonSchema
  style?: string
  explode?: boolean
}
type Content = Record<string, { schema: JsonSchema; example?: unknown }>

export type OperationObject = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: (Parameter | Reference)[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response | Reference>
  /** Who may make the call, if not every user. */
  'x-access': string
  'x-codeSamples': { lang: string; label: string; source: string }[]
  'x-examples': GuideExample[]
}

type Schemas = Record<string, JsonSchema>
type Text = { tag: string; description: string; examples: GuideExample[] }

const apiError = z
  .object({ msg: z.string(), errors: z.record(z.string(), z.array(z.string())).optional() })
  .meta({
    id: 'Error',
    description: '`msg` says what is wrong; `errors`, if present, says it for each field',
  })

let document: ReturnType<typeof buildDocument> | undefined

/** The OpenAPI 3.1 document of the API, built when somebody asks for it, once (product 23). */
export function openApi() {
  document ??= buildDocument()
  return document
}

function buildDocument() {
  const guide = readGuide()
  const schemas: Schemas = {}
  jsonSchemaOf(apiError, 'output', schemas)
  const paths: Record<string, Record<string, OperationObject>> = {}
  for (const operation of operations) {
    const { path, method } = operation
    const described = describe(operation, textOf(guide, operation), schemas)
    paths[path] = { ...paths[path], [method.toLowerCase()]: described }
  }
  completeExamples(paths, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Budkeeper API',
      version: '1',
      description: introduction(guide),
      contact: { name: 'Budkeeper', url: `${env.APP_URL}/contact` },
      license: { name: 'All rights reserved', url: `${env.APP_URL}/terms` },
    },
    servers: [{ url: '/api/v1' }],
    tags: guide
      .filter(({ calls }) => calls.length > 0)
      .map(({ title, text }) => ({ name: title, description: text })),
    paths,
    components: {
      schemas: sorted(schemas),
      responses: sharedResponses,
      headers: sharedHeaders,
      parameters: sharedParameters,
      securitySchemes,
    },
  }
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description: 'The cookie that `POST /auth/login` sets',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'bud_…',
    description: 'An API token. One with the scope `read` can only make GET calls, and call `POST /mcp`',
  },
}

/** The sections of the guide that have no calls. */
function introduction(guide: Section[]) {
  const sections = guide.filter(({ calls }) => calls.length === 0)
  return sections.map(({ title, text }) => `## ${title}\n\n${text}`).join('\n\n')
}

function textOf(guide: Section[], { call }: RoutedOperation): Text {
  for (const { title, calls } of guide) {
    const found = calls.find((text) => text.call === call)
    if (found) return { tag: title, ...found }
  }
  throw new Error(`docs/api/ has no section '## ${call}'`)
}

function describe(operation: RoutedOperation, text: Text, schemas: Schemas): OperationObject {
  const { operationId, summary, access } = operation
  const [first, ...more] = text.examples
  const body = bodyOf(operation, schemas)
  return {
    operationId,
    summary,
    description: text.description || `${summary}.`,
    tags: [text.tag],
    security: securityOf(access),
    parameters: parametersOf(operation, schemas),
    ...(body && { requestBody: body }),
    responses: responsesOf(operation, schemas),
    'x-access': accessTexts[access],
    'x-codeSamples': first ? [{ lang: 'Shell', label: 'curl', source: first.request }] : [],
    'x-examples': [...(first ? [first] : []), ...more],
  }
}

const accessTexts = {
  public: 'No session',
  shared: 'No session',
  user: 'Session only',
  token: '',
  tokenOnly: 'API token only',
  admin: 'Admins',
}

function securityOf(access: RoutedOperation['access']): Record<string, string[]>[] {
  if (access === 'public' || access === 'shared') return []
  if (access === 'tokenOnly') return [{ token: [] }]
  return [{ session: [] }, ...(access === 'token' ? [{ token: [] }] : [])]
}

function parametersOf({ path, method, query, response, ifMatch }: RoutedOperation, schemas: Schemas) {
  const { properties = {}, required = [] } = query ? jsonSchemaOf(query, 'input', schemas) : {}
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']): Parameter => ({ name, in: 'path', required: true, schema: { type: 'string' } }),
  )
  const inQuery = Object.entries(properties).map(
    ([name, { description = queryTexts[name], ...schema }]): Parameter => ({
      name,
      in: 'query',
      ...(description && { description }),
      ...(required.includes(name) && { required: true }),
      schema,
      ...(schema.type === 'array' && { style: 'form', explode: false }),
    }),
  )
  return [
    ...inPath,
    ...inQuery,
    ...(ifMatch ? [reference('parameters', 'IfMatch')] : []),
    ...(method === 'GET' && !Array.isArray(response) ? [reference('parameters', 'IfNoneMatch')] : []),
  ]
}

const queryTexts: Record<string, string> = {
  page: 'The number of the page',
  limit: 'Rows on a page',
  search: 'Text that the rows contain, without regard to case',
  sort: 'The order of the rows',
}

/** A body is JSON, URL-encoded or multipart. A file is the body itself, or a field of a multipart form. */
function bodyOf({ operationId, body, file, protocol }: RoutedOperation, schemas: Schemas) {
  if (file) return fileBody(file)
  if (!body) return undefined
  const name = `${capitalised(operationId)}Body`
  const schema = jsonSchemaOf(body, 'input', schemas)
  schemas[name] = schema
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  const types = ['application/json', ...(protocol ? [] : forms)]
  const content: Content = Object.fromEntries(
    types.map((type) => [type, { schema: reference('schemas', name) }]),
  )
  return { required: Boolean(schema.required), content }
}

function fileBody({ field, types }: NonNullable<RoutedOperation['file']>) {
  const schema = { type: 'string', format: 'binary' }
  const form = { type: 'object', properties: { [field]: schema }, required: [field] }
  const content: Content = Object.fromEntries(types.map((type) => [type, { schema }]))
  return { required: true, content: { ...content, 'multipart/form-data': { schema: form } } }
}

const successTexts = { 200: 'OK', 201: 'Created', 202: 'Accepted: the work continues in the background' }

function responsesOf(operation: RoutedOperation, schemas: Schemas) {
  const { method, response, status = 200, protocol, endsSession } = operation
  const isFile = Array.isArray(response)
  const content: Content = isFile
    ? Object.fromEntries(response.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
    : { 'application/json': { schema: jsonSchemaOf(response, 'output', schemas) } }
  const hasTag = !isFile && !protocol && (method === 'GET' || response !== message)
  const headers = [
    ...(isFile ? ['Content-Disposition', 'Link'] : []),
    ...(hasTag ? ['ETag'] : []),
    ...(endsSession ? ['Clear-Site-Data'] : []),
  ]
  const successes = [status].flat().map((code) => [
    code,
    {
      description: successTexts[code],
      ...(headers.length > 0 && { headers: headersOf(...headers) }),
      content,
    },
  ])
  const others = [...(method === 'GET' && !isFile ? [304] : []), ...errorStatusesOf(operation)]
  const errors = others.map((code) => [code, sharedResponse(code)])
  return Object.fromEntries([
    ...successes,
    ...errors,
    ...(protocol ? protocolResponses(protocol, schemas) : []),
  ])
}

/** An error of the protocol, or of the API before the protocol begins. */
function protocolResponses({ error }: NonNullable<RoutedOperation['protocol']>, schemas: Schemas) {
  const schema = { anyOf: [reference('schemas', 'Error'), jsonSchemaOf(error, 'output', schemas)] }
  const content: Content = { 'application/json': { schema } }
  return [
    [202, { description: 'A notification: there is no response' }],
    [400, { description: 'No message, or one that the protocol does not allow', content }],
    [404, { description: 'No such method', content }],
  ]
}

/** Sets the examples of bodies and responses, without elisions. */
function completeExamples(paths: Record<string, Record<string, OperationObject>>, schemas: Schemas) {
  const found = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => {
      const [example] = operation['x-examples']
      const success = Object.entries(operation.responses).find(([status]) =>
        status.startsWith('2'),
      )?.[1] as Response
      const target = success.content?.['application/json']
      return example && target && target.schema.format !== 'binary'
        ? [{ operation, example, target, value: responseOf(example) }]
        : []
    })
  const complete = exampleCompleter(
    schemas,
    found.map(({ value, target }) => ({ value, schema: target.schema })),
  )
  for (const { operation, example, target, value } of found) {
    target.example = complete(value, target.schema)
    const json = operation.requestBody?.content['application/json']
    const body = requestOf(example)
    if (json && body) json.example = body
  }
}

function sorted<T>(entries: Record<string, T>) {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)))
}
