import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openApi } from '~/api/openapi/document.server'
import type { Exchange } from './http-client'

const base = '/api/v1'

/** Headers that say nothing about a call. The scheme `session` documents `Set-Cookie`. */
const ordinaryHeaders = `
  cache-control connection content-encoding content-length content-security-policy content-type
  cross-origin-opener-policy cross-origin-resource-policy date keep-alive origin-agent-cluster referrer-policy set-cookie
  strict-transport-security transfer-encoding vary x-content-type-options x-frame-options x-request-id`
  .trim()
  .split(/\s+/)
const documentId = 'openapi'

/** Checks responses against an OpenAPI document. A validator is compiled when its response first comes. */
export function responseChecker(document: Pick<ReturnType<typeof openApi>, 'paths' | 'components'>) {
  const ajv = addFormats
    .default(new Ajv2020({ strict: false, allErrors: true }))
    .addSchema(document, documentId)
  const validators = new Map<string, ValidateFunction>()
  // A path without parameters comes before one with parameters, as in the router.
  const paths = Object.entries(document.paths)
    .map(([path, methods]) => ({ path, methods, pattern: patternOf(path) }))
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)
  return check

  /** Throws an error for a response that is not documented, or not as documented. */
  function check({ method, path, status, headers, text }: Exchange) {
    const isHead = method === 'HEAD'
    const pathname = new URL(path, 'http://localhost').pathname.replace(/\/$/, '')
    const found = paths.find(({ pattern }) => pattern.test(pathname.slice(base.length)))
    const operation = found?.methods[isHead ? 'get' : method.toLowerCase()]
    const name = `${method} ${path}: ${status}`
    if (!found || !operation) return assertError(name, { status, text, isHead })
    const at = ['paths', found.path, isHead ? 'get' : method.toLowerCase(), 'responses', String(status)]
    const response = resolve(operation.responses[status])
    if (!response) throw new Error(`${name} is not documented`)
    const known = Object.keys(response.value.headers ?? {}).map((header) => header.toLowerCase())
    for (const header of headers.keys())
      if (![...known, ...ordinaryHeaders].includes(header))
        throw new Error(`${name}: the header ${header} is not documented`)
    if (isHead || !text) return assertEmpty(name, Boolean(response.value.content) && !isHead)
    const mediaType = (headers.get('Content-Type') ?? '').replace(/;.*/, '')
    if (!response.value.content?.[mediaType]) throw new Error(`${name}: ${mediaType} is not documented`)
    if (mediaType !== 'application/json' || isFile(response.value.content[mediaType])) return
    const pointer = response.pointer ?? at.map(escaped).join('/')
    assertValid(name, `${documentId}#/${pointer}/content/application~1json/schema`, text)
  }

  function assertError(
    name: string,
    { status, text, isHead }: { status: number; text: string; isHead: boolean },
  ) {
    if (status < 400) throw new Error(`${name} is not documented`)
    if (!isHead) assertValid(name, `${documentId}#/components/schemas/Error`, text)
  }

  function assertValid(name: string, reference: string, text: string) {
    const validate = validators.get(reference) ?? ajv.compile({ $ref: reference })
    validators.set(reference, validate)
    if (validate(JSON.parse(text))) return
    const errors = ajv.errorsText(validate.errors, { dataVar: 'response' })
    throw new Error(`${name} is not as documented: ${errors}\n${text.slice(0, 1_000)}`)
  }

  type Responses = (typeof document)['paths'][string][string]['responses']
  function resolve(response: Responses[string] | undefined) {
    if (!response || !('$ref' in response)) return response && { value: response }
    const shared = response.$ref.split('/').at(-1) ?? ''
    const value = document.components.responses[shared]
    return value && { value, pointer: `components/responses/${shared}` }
  }
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`, 'i')

const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

const isFile = ({ schema }: { schema: { format?: string } }) => schema.format === 'binary'

function assertEmpty(name: string, hasContent: boolean) {
  if (hasContent) throw new Error(`${name} has no body`)
}

let check: ReturnType<typeof responseChecker> | undefined

/** Checks a response of the app against its own document. */
export function assertDocumented(exchange: Exchange) {
  if (!exchange.path.toLowerCase().startsWith(base)) return
  check ??= responseChecker(openApi())
  check(exchange)
}
